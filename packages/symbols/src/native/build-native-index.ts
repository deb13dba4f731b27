import type { BuiltDebugIndex } from '../debug-files/built-debug-index.ts'
import { ChunkWriter } from '../debug-files/chunk-list.ts'
import { readWhole } from '../debug-files/read-whole.ts'
import { sealDebugHead } from '../debug-files/sealed-head.ts'
import { PageWriter, type WritePage } from '../format/pages.ts'
import { StringWriter } from '../format/string-writer.ts'
import { ByteWriter } from '../format/varint.ts'
import { defaultLimits, type Limits, maxNameBytes, maxPathBytes } from '../limits.ts'
import { broken } from '../refusal.ts'
import type { ByteInput } from '../scan/byte-reader.ts'
import { ByteView } from './byte-view.ts'
import type { DebugSections } from './dwarf-forms.ts'
import type { LineRows } from './dwarf-lines.ts'
import { readUnits } from './dwarf-units.ts'
import { addSymbols, flattenFunctions, type Segments } from './flatten-functions.ts'
import { FunctionTree } from './function-tree.ts'
import { nativeFormat } from './native-format.ts'
import type { ObjectFile } from './object-file.ts'
import { readObjectFile } from './read-object-file.ts'
import { StringTable } from './string-table.ts'
import { WorkLimit } from './work-limit.ts'

const maxAnchors = 20

/**
 * Builds the index of the symbols of a native program: ELF with DWARF (Dart, Flutter, Android, Linux) or Mach-O (a dSYM).
 * The whole file is in memory meanwhile, since its parts refer to each other. Throws a MapRefusal for a file that is not
 * valid, too large, or has neither functions nor lines.
 *
 * @example
 * const { buildId } = await buildNativeIndex(readFileSync('app.android-arm64.symbols'), (number, bytes) => {
 *   pages[number] = bytes
 * })
 */
export async function buildNativeIndex(
  file: ByteInput,
  writePage: WritePage,
  limits: Partial<Limits> = {},
): Promise<BuiltDebugIndex> {
  const allowed = { ...defaultLimits, ...limits }
  const bytes = await readWhole(file, allowed)
  const object = readObjectFile(bytes)
  const isCode = codeTest(object)
  const paths = new StringTable()
  const work = new WorkLimit(allowed)
  const tree = new FunctionTree()
  const { rows } = readUnits(sectionsOf(object), tree, { paths, work })
  tree.keepRanges((start) => isCode(start))
  addSymbols(tree, object.symbols, isCode)
  if (tree.nodeCount === 0 && rows.address.length === 0)
    throw broken('it has no debug information and no symbols: it was stripped, or its symbols are in another file')
  const pages = new PageWriter(writePage)
  const head = new ByteWriter(64 * 1024)
  head.text(object.debugId)
  head.text(object.buildId)
  head.text(String(object.base))
  writeAnchors(head, object)
  writeTokens(head, pages, { segments: flattenFunctions(tree), rows, base: object.base, isCode })
  writeNodes(head, pages, tree)
  writeStrings(head, pages, paths.texts, maxPathBytes)
  await pages.drain()
  await pages.finish(sealDebugHead(nativeFormat, head.view(), pages.length))
  return {
    version: nativeFormat.version,
    bytes: pages.bytes,
    fileBytes: bytes.length,
    debugId: object.debugId,
    buildId: object.buildId,
    sources: paths.texts.length - 1,
  }
}

function sectionsOf({ sections, isBigEndian }: ObjectFile): DebugSections {
  const view = (name: string) => new ByteView(sections.get(name) ?? Buffer.alloc(0), isBigEndian)
  return {
    info: view('debug_info'),
    abbrev: view('debug_abbrev'),
    line: view('debug_line'),
    str: view('debug_str'),
    lineStr: view('debug_line_str'),
    strOffsets: view('debug_str_offsets'),
    addr: view('debug_addr'),
    ranges: view('debug_ranges'),
    rnglists: view('debug_rnglists'),
  }
}

/**
 * Returns whether an address is of code: the linker leaves the debug information of functions that it drops, at addresses
 * near 0 or at the very end.
 */
function codeTest({ code, base }: ObjectFile): (address: number) => boolean {
  const inReach = (address: number) => address >= base && address - base < 0xffffffff
  if (code.length === 0) return (address) => address > 0 && inReach(address)
  let lowest = Number.POSITIVE_INFINITY
  let highest = 0
  for (const { start, end } of code) {
    lowest = Math.min(lowest, start)
    highest = Math.max(highest, end)
  }
  return (address) => address >= lowest && address < highest && inReach(address)
}

function writeAnchors(head: ByteWriter, { symbols, base }: ObjectFile): void {
  const anchors = symbols.filter(({ name }) => /^_kDart\w+Instructions$/.test(name)).slice(0, maxAnchors)
  head.unsigned(anchors.length)
  for (const { name, start } of anchors) {
    head.text(name)
    head.text(String(start - base))
  }
}

interface TokenSource {
  segments: Segments
  rows: LineRows
  base: number
  isCode: (address: number) => boolean
}

/** Writes where function or line change, by address. */
function writeTokens(head: ByteWriter, pages: PageWriter, { segments, rows, base, isCode }: TokenSource): void {
  const writer = new NumberedWriter(pages)
  const last = { address: 0, node: 0, file: 0, line: 0 }
  let [node, file, line] = [-1, 0, -1]
  let [writtenNode, writtenFile, writtenLine] = [-1, 0, -1]
  const write = (address: number) => {
    if (node === writtenNode && file === writtenFile && line === writtenLine) return
    if (writer.begins(address)) Object.assign(last, { address, node: 0, file: 0, line: 0 })
    const { record } = writer
    record.unsigned(address - last.address)
    record.signed(node - last.node)
    record.signed(file - last.file)
    record.signed(line - last.line)
    writer.add()
    Object.assign(last, { address, node, file, line })
    writtenNode = node
    writtenFile = file
    writtenLine = line
  }
  let segment = 0
  let pending = -1
  // Several changes at one address count as the last of them.
  const move = (address: number) => {
    if (pending >= 0 && address !== pending) write(pending)
    pending = address
  }
  const segmentsUntil = (end: number) => {
    for (; segment < segments.length && segments.starts[segment]! <= end; segment++) {
      move(segments.starts[segment]! - base)
      node = segments.nodes[segment]!
    }
  }
  for (const row of rowsInOrder(rows, isCode)) {
    const address = rows.address.values[row]!
    segmentsUntil(address)
    move(address - base)
    file = rows.file.values[row]!
    line = rows.line.values[row]!
    if (line < 0) file = 0
  }
  segmentsUntil(Number.POSITIVE_INFINITY)
  if (pending >= 0) write(pending)
  writer.finish(head)
}

/** Lists rows by address: sequences in their order, without what overlaps the one before. */
function* rowsInOrder({ address, sequences, line }: LineRows, isCode: (address: number) => boolean): Generator<number> {
  const firsts = sequences.values.subarray(0, sequences.length)
  const values = address.values
  const order = Uint32Array.from({ length: firsts.length }, (_, index) => index)
  order.sort((a, b) => values[firsts[a]!]! - values[firsts[b]!]! || a - b)
  let reached = -1
  for (const sequence of order) {
    const first = firsts[sequence]!
    const end = sequence + 1 < firsts.length ? firsts[sequence + 1]! : address.length
    if (!isCode(values[first]!)) continue
    for (let row = first; row < end; row++) {
      const at = values[row]!
      // The end of a sequence may be the end of all code.
      if (at < reached || (line.values[row]! >= 0 && !isCode(at))) continue
      reached = at
      yield row
    }
  }
}

function writeNodes(head: ByteWriter, pages: PageWriter, tree: FunctionTree): void {
  const writer = new NumberedWriter(pages)
  const names = new StringTable()
  for (let node = 0; node < tree.nodeCount; node++) {
    writer.begins(node)
    const parent = tree.nodeParents.values[node]!
    const { record } = writer
    record.unsigned(names.numberOf(tree.nameOf(node)))
    record.unsigned(parent < 0 ? 0 : node - parent)
    record.unsigned(tree.nodeCallFiles.values[node]!)
    record.unsigned(tree.nodeCallLines.values[node]!)
    writer.add()
  }
  writer.finish(head)
  writeStrings(head, pages, names.texts, maxNameBytes)
}

function writeStrings(head: ByteWriter, pages: PageWriter, texts: readonly string[], maxBytes: number): void {
  const writer = new StringWriter(pages, maxBytes)
  for (const text of texts) {
    writer.add(Buffer.from(text))
    writer.end()
  }
  writer.finish(head)
}

/** Writes records in chunks, whose first numbers are in the directory. */
class NumberedWriter {
  readonly record = new ByteWriter(64)
  readonly #chunks: ChunkWriter
  readonly #firsts = new ByteWriter()
  #begun = -1
  #last = 0

  constructor(pages: PageWriter) {
    this.#chunks = new ChunkWriter(pages)
  }

  /** Announces the number of the next record; returns whether that is the first of a chunk. */
  begins(number: number): boolean {
    if (this.#begun === this.#chunks.count) return false
    this.#begun = this.#chunks.count
    this.#firsts.unsigned(number - this.#last)
    this.#last = number
    return true
  }

  add(): void {
    this.#chunks.add(this.record.view())
    this.record.clear()
  }

  finish(head: ByteWriter): void {
    this.#chunks.finish(head)
    head.bytes(this.#firsts.view())
  }
}
