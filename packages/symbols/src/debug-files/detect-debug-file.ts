import type { DebugFile } from './build-debug-index.ts'

/** Bytes that show the kind. */
const headBytes = 1000

const elf = Buffer.from('7f454c46', 'hex')
/** Mach-O of 32 and 64 bits, little-endian; and several in one file. */
const machO = ['cefaedfe', 'cffaedfe', 'cafebabe', 'cafebabf'].map((magic) => Buffer.from(magic, 'hex'))
/** The version of a class file of Java stands where Mach-O counts its architectures. */
const maxArchitectures = 40

/**
 * Returns the kind of a debug file by its first bytes: names vary with each build tool.
 *
 * @example detectDebugFile(Buffer.from('com.example.Cart -> a.b:\n')) // 'jvm_mapping'
 */
export function detectDebugFile(bytes: Uint8Array): DebugFile | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes))
  const magic = head.subarray(0, 4)
  if (magic.equals(elf)) return 'native_symbols'
  if (machO.some((one) => one.equals(magic)))
    return magic[0] !== 0xca || (head[4] === 0 && head.readUInt32BE(4) < maxArchitectures)
      ? 'native_symbols'
      : undefined
  const text = head.toString('utf8')
  if (/^\uFEFF?\s*\[\s*"(?:[^"\\]|\\.)*"\s*,\s*"/.test(text)) return 'dart_names'
  return looksLikeMapping(text) ? 'jvm_mapping' : undefined
}

/** A class and its new name, behind comments; or the comments of R8, which may be longer than what is looked at. */
function looksLikeMapping(text: string): boolean {
  const [first = ''] = text.split('\n').filter((line) => !line.startsWith('#') && line.trim() !== '')
  return /^[^\s:]+ -> [^\s:]+:\s*$/.test(first) || /^# (?:compiler: R8|pg_map_id: )/m.test(text)
}

/** Says what a file is that holds symbols and cannot be read, and what to do instead. */
export function describeForeignFormat(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  if (start.startsWith('Microsoft C/C++ '))
    return 'a PDB of Windows, which is not read. Use the DWARF symbols of the program.'
  if (start.startsWith('MDMP')) return 'a minidump. Crashes of the operating system are not read, only errors of SDKs.'
  if (start.startsWith('MZ')) return 'a program of Windows, which holds no symbols that are read.'
  if (start.startsWith('BCSymbolMap')) return 'a BCSymbolMap of bitcode, which Apple has withdrawn. Upload the dSYM.'
  return undefined
}
