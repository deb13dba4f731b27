import { formatUuid } from '../debug-files/uuid.ts'
import { broken } from '../refusal.ts'
import { ByteView } from './byte-view.ts'
import { type Inflate, type NativeSymbol, type ObjectFile, symbolName } from './object-file.ts'

const segment = 1
const wideSegment = 0x19
const symbolTable = 2
const uuid = 0x1b
const maxCommands = 10_000
const maxSymbols = 4_000_000

/** Reads a Mach-O file: a program, a library, or the symbols in a dSYM. */
export function readMachO(bytes: Buffer, inflate: Inflate): ObjectFile {
  const isWide = bytes[0] === 0xcf
  const view = new ByteView(bytes, false, 16)
  const commands = view.u32()
  if (commands > maxCommands) throw broken('it has too many load commands')
  const file: ObjectFile = {
    isBigEndian: false,
    buildId: '',
    debugId: '',
    base: 0,
    code: [],
    sections: new Map(),
    symbols: [],
  }
  let offset = isWide ? 32 : 28
  for (let index = 0; index < commands; index++) {
    view.offset = offset
    const command = view.u32()
    const size = view.u32()
    if (size < 8 || offset + size > bytes.length) throw broken('a load command lies beyond the end of the file')
    if (command === uuid && size >= 24) {
      file.buildId = bytes.toString('hex', offset + 8, offset + 24)
      file.debugId = formatUuid(file.buildId)
    }
    if (command === (isWide ? wideSegment : segment))
      readSegment(view.part(offset + 8, offset + size), isWide, file, { bytes, inflate })
    if (command === symbolTable) file.symbols = readSymbols(view.part(offset + 8, offset + size), isWide, bytes)
    offset += size
  }
  file.symbols = file.symbols.filter(({ start }) => isCode(file, start))
  return file
}

function isCode({ code }: ObjectFile, address: number): boolean {
  return code.some(({ start, end }) => start <= address && address < end)
}

function readSegment(
  view: ByteView,
  isWide: boolean,
  file: ObjectFile,
  { bytes, inflate }: { bytes: Buffer; inflate: Inflate },
): void {
  const name = fixedText(view)
  const word = () => (isWide ? view.u64() : view.u32())
  const address = word()
  view.skip(isWide ? 32 : 20)
  const count = view.u32()
  view.skip(4)
  if (name === '__TEXT') file.base = address
  for (let index = 0; index < count; index++) {
    const sectionName = fixedText(view)
    const owner = fixedText(view)
    const [start, size] = [word(), word()]
    const offset = view.u32()
    view.skip(12)
    const flags = view.u32()
    view.skip(isWide ? 12 : 8)
    // Pure or some instructions.
    if (owner === '__TEXT' && (flags & 0x80000400) !== 0) file.code.push({ start, end: start + size })
    const debug = /^__(z?)(debug_\w+)$/.exec(sectionName)
    if (debug === null || offset === 0 || offset + size > bytes.length) continue
    const data = bytes.subarray(offset, offset + size)
    const isCompressed = debug[1] === 'z' && data.toString('latin1', 0, 4) === 'ZLIB'
    // Names have 16 characters at most.
    const full = debug[2] === 'debug_str_offs' ? 'debug_str_offsets' : debug[2]!
    file.sections.set(full, isCompressed ? inflate(data.subarray(12)) : data)
  }
}

function fixedText(view: ByteView): string {
  const start = view.offset
  view.skip(16)
  const end = view.bytes.indexOf(0, start)
  return view.bytes.toString('latin1', start, end < 0 ? start + 16 : Math.min(end, start + 16))
}

function readSymbols(command: ByteView, isWide: boolean, bytes: Buffer): NativeSymbol[] {
  const [offset, count, textOffset, textBytes] = [command.u32(), command.u32(), command.u32(), command.u32()]
  const entryBytes = isWide ? 16 : 12
  if (count > maxSymbols || offset + count * entryBytes > bytes.length) throw broken('it has too many symbols')
  const names = bytes.subarray(textOffset, textOffset + textBytes)
  const view = new ByteView(bytes, false, offset)
  const symbols: NativeSymbol[] = []
  for (let index = 0; index < count; index++) {
    view.offset = offset + index * entryBytes
    const name = view.u32()
    const type = view.u8()
    view.skip(3)
    const start = isWide ? view.u64() : view.u32()
    // Defined in a section, and none of a debugger.
    if ((type & 0xe0) !== 0 || (type & 0x0e) !== 0x0e) continue
    symbols.push({ name: symbolName(names, name).replace(/^_/, ''), start, size: 0 })
  }
  return symbols
}
