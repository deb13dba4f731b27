import { formatUuid } from '../debug-files/uuid.ts'
import { maxNameBytes } from '../limits.ts'

/** A function by the symbol table of a program. */
export interface NativeSymbol {
  name: string
  start: number
  /** 0 if the table does not say. */
  size: number
}

/** The parts of a program or of its separate symbols that say where code came from. */
export interface ObjectFile {
  isBigEndian: boolean
  /** Id that linker and loader know the program by, in hex; '' when it has none. */
  buildId: string
  /** The same id as other trackers' tools spell it. */
  debugId: string
  /** Address that the file itself is loaded at; addresses in the index are relative to it. */
  base: number
  /** Addresses that hold code; empty when the file does not say. */
  code: { start: number; end: number }[]
  /** Sections of DWARF by their name without `.`, `__` and `z`: `debug_info`. */
  sections: Map<string, Buffer>
  symbols: NativeSymbol[]
}

/** Inflates sections, all within one bound: the size that a section declares is not believed. */
export type Inflate = (deflated: Buffer) => Buffer

/** Spells a build id as the debug id of other trackers' tools, which swap its first parts on little-endian machines. */
export function debugIdOfBuildId(buildId: string, isBigEndian: boolean): string {
  const bytes = Buffer.alloc(16)
  bytes.write(buildId.slice(0, 32), 'hex')
  if (!isBigEndian) {
    bytes.subarray(0, 4).reverse()
    bytes.subarray(4, 6).reverse()
    bytes.subarray(6, 8).reverse()
  }
  return formatUuid(bytes.toString('hex'))
}

/** Reads the name of a symbol. */
export function symbolName(names: Buffer, offset: number): string {
  if (offset >= names.length) return ''
  const end = names.indexOf(0, offset)
  return names.toString('utf8', offset, Math.min(end < 0 ? names.length : end, offset + maxNameBytes))
}
