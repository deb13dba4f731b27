import { broken } from '../refusal.ts'
import { ByteView } from './byte-view.ts'
import { debugIdOfBuildId, type Inflate, type NativeSymbol, type ObjectFile, symbolName } from './object-file.ts'

interface Section {
  name: string
  type: number
  flags: number
  address: number
  offset: number
  size: number
  link: number
}

const allocated = 2
const executable = 4
const compressed = 0x800
const noBits = 8
const symbolTable = 2
const note = 7
const loaded = 1
const maxSections = 100_000
const maxSymbols = 4_000_000

/** Reads an ELF file of 32 or 64 bits. */
export function readElf(bytes: Buffer, inflate: Inflate): ObjectFile {
  const isWide = bytes[4] === 2
  const isBigEndian = bytes[5] === 2
  const view = new ByteView(bytes, isBigEndian, 16)
  const sections = readSections(view, isWide)
  const dataOf = ({ type, offset, size }: Section) =>
    type === noBits || offset + size > bytes.length ? undefined : bytes.subarray(offset, offset + size)
  const buildId = sections.reduce((found, section) => {
    const data = found === '' && section.type === note ? dataOf(section) : undefined
    return data === undefined ? found : readBuildId(new ByteView(data, isBigEndian))
  }, '')
  const debug = new Map<string, Buffer>()
  for (const section of sections) {
    const name = /^\.z?(debug_\w+)$/.exec(section.name)?.[1]
    const data = name === undefined ? undefined : dataOf(section)
    if (data === undefined) continue
    debug.set(name!, inflatedSection(section, data, { isWide, isBigEndian, inflate }))
  }
  const code = sections
    .filter(({ flags }) => (flags & (allocated | executable)) === (allocated | executable))
    .map(({ address, size }) => ({ start: address, end: address + size }))
  const symbols = sections.flatMap((section) => {
    const names = section.type === symbolTable ? sections[section.link] : undefined
    const data = names && dataOf(section)
    const texts = names && dataOf(names)
    return data && texts ? readSymbols(new ByteView(data, isBigEndian), texts, isWide) : []
  })
  return {
    isBigEndian,
    buildId,
    sections: debug,
    symbols,
    code,
    debugId: buildId === '' ? '' : debugIdOfBuildId(buildId, isBigEndian),
    base: firstLoaded(bytes, isWide, isBigEndian),
  }
}

function readSections(view: ByteView, isWide: boolean): Section[] {
  const { bytes } = view
  view.skip(isWide ? 24 : 16)
  const table = isWide ? view.u64() : view.u32()
  view.skip(10)
  const entryBytes = view.u16()
  let count = view.u16()
  let nameIndex = view.u16()
  if (table === 0) return []
  if (entryBytes !== (isWide ? 64 : 40)) throw broken(`an entry of its section table has ${entryBytes} bytes`)
  if (table > bytes.length) throw broken('its section table lies beyond its end')
  const read = (index: number) => readSection(view.at(table + index * entryBytes), isWide)
  // Larger numbers stand in the first section.
  if (count === 0) count = read(0).section.size
  if (nameIndex === 0xffff) nameIndex = read(0).section.link
  if (count > maxSections || table + count * entryBytes > bytes.length) throw broken('it has too many sections')
  const found = Array.from({ length: count }, (_, index) => read(index))
  const names = found[nameIndex]?.section
  const texts = names === undefined ? Buffer.alloc(0) : bytes.subarray(names.offset, names.offset + names.size)
  return found.map(({ section, name }) => ({ ...section, name: symbolName(texts, name) }))
}

function readSection(view: ByteView, isWide: boolean): { section: Section; name: number } {
  const name = view.u32()
  const type = view.u32()
  const word = () => (isWide ? view.u64() : view.u32())
  const [flags, address, offset, size] = [word(), word(), word(), word()]
  return { name, section: { name: '', type, flags, address, offset, size, link: view.u32() } }
}

/** Finds the build id among the notes of a section. */
function readBuildId(view: ByteView): string {
  while (view.bytes.length - view.offset >= 12) {
    const nameBytes = view.u32()
    const bytes = view.u32()
    const type = view.u32()
    const isGnu = view.bytes.toString('latin1', view.offset, view.offset + Math.min(nameBytes, 4)) === 'GNU\0'
    const start = view.offset + aligned(nameBytes)
    if (start + bytes > view.bytes.length) return ''
    if (isGnu && type === 3) return view.bytes.subarray(start, start + Math.min(bytes, 32)).toString('hex')
    const next = start + aligned(bytes)
    if (next > view.bytes.length) return ''
    view.offset = next
  }
  return ''
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}

function inflatedSection(
  { name, flags }: Section,
  data: Buffer,
  { isWide, isBigEndian, inflate }: { isWide: boolean; isBigEndian: boolean; inflate: Inflate },
): Buffer {
  // `ZLIB` and the size, in the names that preceded the flag.
  if (name.startsWith('.z')) return data.toString('latin1', 0, 4) === 'ZLIB' ? inflate(data.subarray(12)) : data
  if (Math.floor(flags / compressed) % 2 === 0) return data
  const type = new ByteView(data, isBigEndian).u32()
  if (type !== 1) throw broken(`${name} is compressed by a method that is not read; compress it with zlib`)
  return inflate(data.subarray(isWide ? 24 : 12))
}

function readSymbols(view: ByteView, names: Buffer, isWide: boolean): NativeSymbol[] {
  const entryBytes = isWide ? 24 : 16
  const count = Math.floor(view.bytes.length / entryBytes)
  if (count > maxSymbols) throw broken('it has too many symbols')
  const symbols: NativeSymbol[] = []
  for (let index = 0; index < count; index++) {
    view.offset = index * entryBytes
    const name = view.u32()
    let info = 0
    let start: number
    let size: number
    if (isWide) {
      info = view.u8()
      view.skip(3)
      start = view.u64()
      size = view.u64()
    } else {
      start = view.u32()
      size = view.u32()
      info = view.u8()
    }
    const text = symbolName(names, name)
    // Functions of a known size; Dart marks the sections of its code as objects.
    if (((info & 15) === 2 && size > 0) || text.startsWith('_kDart')) symbols.push({ name: text, start, size })
  }
  return symbols
}

/** Finds the lowest address that is loaded. */
function firstLoaded(bytes: Buffer, isWide: boolean, isBigEndian: boolean): number {
  const view = new ByteView(bytes, isBigEndian, isWide ? 32 : 28)
  const table = isWide ? view.u64() : view.u32()
  view.offset = isWide ? 54 : 42
  const entryBytes = view.u16()
  const count = view.u16()
  let lowest = Number.POSITIVE_INFINITY
  for (let index = 0; index < count; index++) {
    const start = table + index * entryBytes
    if (start + entryBytes > bytes.length || entryBytes < (isWide ? 56 : 32)) break
    const entry = view.at(start)
    if (entry.u32() !== loaded) continue
    entry.offset = start + (isWide ? 16 : 8)
    lowest = Math.min(lowest, isWide ? entry.u64() : entry.u32())
  }
  return lowest === Number.POSITIVE_INFINITY ? 0 : lowest
}
