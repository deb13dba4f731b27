import { readChunkList, readDecoded } from '../debug-files/chunk-list.ts'
import { openDebugHead } from '../debug-files/sealed-head.ts'
import { DamagedIndex } from '../format/damaged-index.ts'
import { readStrings } from '../format/head.ts'
import { ByteCursor } from '../format/varint.ts'
import type { IndexFile } from '../lookup/index-file.ts'
import { findString } from '../lookup/strings.ts'
import { partitionPoint } from '../partition-point.ts'
import { type NativeHead, type NumberedChunks, nativeFormat } from './native-format.ts'

/** The index of the symbols of a native program, ready for lookups. */
export interface NativeIndex {
  file: IndexFile
  head: NativeHead
}

/** A call as its author wrote it. */
export interface NativeCall {
  /** '' when only the line is known. */
  function: string
  /** '' when only the function is known. */
  file: string
  /** Absent for code that the compiler made. */
  line?: number
}

/** Calls that were inlined into each other. */
const maxInlined = 100

/** Opens the index of native symbols. Throws a DamagedIndex when what is stored is none of this version. */
export async function openNativeIndex(file: IndexFile): Promise<NativeIndex> {
  const head = await openDebugHead(nativeFormat, file, (cursor) => {
    const head: NativeHead = {
      debugId: cursor.text(),
      buildId: cursor.text(),
      base: Number(cursor.text()),
      anchors: readAnchors(cursor),
      tokens: readNumbered(cursor),
      nodes: readNumbered(cursor),
      names: readStrings(cursor),
      paths: readStrings(cursor),
    }
    const chunks = head.tokens.firsts.length + head.nodes.firsts.length
    return { head, bytes: chunks * 20 + (head.names.firsts.length + head.paths.firsts.length) * 12 + 2000 }
  })
  return { file, head }
}

function readAnchors(cursor: ByteCursor): Map<string, number> {
  const count = cursor.count(2)
  const anchors = new Map<string, number>()
  for (let index = 0; index < count; index++) anchors.set(cursor.text(), Number(cursor.text()))
  return anchors
}

function readNumbered(cursor: ByteCursor): NumberedChunks {
  const list = readChunkList(cursor)
  const firsts = new Float64Array(list.offsets.length)
  for (let chunk = 0, first = 0; chunk < firsts.length; chunk++) {
    first += cursor.unsigned()
    firsts[chunk] = first
  }
  return { ...list, firsts }
}

/**
 * Finds the calls that code at an address is of, innermost first; undefined where the program has none. The address is
 * relative to the beginning of the program in memory.
 *
 * @example await lookUpAddress(index, 0x1e9747) // [{ function: 'Cart.total', file: 'package:shop/cart.dart', line: 12 }]
 */
export async function lookUpAddress(index: NativeIndex, address: number): Promise<NativeCall[] | undefined> {
  const token = await findToken(index, address)
  if (token === undefined || (token.node < 0 && token.line < 0)) return undefined
  let { file, line, node } = token
  const calls: NativeCall[] = []
  for (let depth = 0; depth < maxInlined; depth++) {
    const found = node < 0 ? undefined : await findNode(index, node)
    calls.push({
      function: found === undefined ? '' : await textOf(index, 'names', found.name),
      file: await textOf(index, 'paths', file),
      ...(line > 0 ? { line } : {}),
    })
    if (found === undefined || found.parent < 0) break
    node = found.parent
    file = found.callFile
    line = found.callLine
  }
  return calls
}

/** Returns where the code of Dart begins that a stack counts from; undefined when the file has no such symbol. */
export function findAnchor({ head }: NativeIndex, symbol: string): number | undefined {
  return head.anchors.get(symbol)
}

async function textOf({ file, head }: NativeIndex, table: 'names' | 'paths', number: number): Promise<string> {
  return (await findString({ file }, head[table], number)) ?? ''
}

interface Tokens {
  addresses: Uint32Array
  nodes: Int32Array
  files: Int32Array
  lines: Int32Array
}

async function findToken(
  { file, head: { tokens } }: NativeIndex,
  address: number,
): Promise<{ node: number; file: number; line: number } | undefined> {
  const chunk = partitionPoint(tokens.firsts.length, (at) => tokens.firsts[at]! <= address) - 1
  if (chunk < 0) return undefined
  const found = await readDecoded(file, tokens, chunk, (bytes) => decodeTokens(bytes, tokens.firsts[chunk]!))
  const at = partitionPoint(found.addresses.length, (index) => found.addresses[index]! <= address) - 1
  return at < 0 ? undefined : { node: found.nodes[at]!, file: found.files[at]!, line: found.lines[at]! }
}

function decodeTokens(bytes: Buffer, first: number): { value: Tokens; bytes: number } {
  const fields: number[] = []
  const cursor = new ByteCursor(bytes)
  let [address, node, file, line] = [first, 0, 0, 0]
  while (cursor.offset < bytes.length) {
    address += cursor.unsigned()
    node += cursor.signed()
    file += cursor.signed()
    line += cursor.signed()
    fields.push(address, node, file, line)
  }
  const count = fields.length / 4
  const column = (number: number) => (_: unknown, index: number) => fields[index * 4 + number]!
  const value = {
    addresses: Uint32Array.from({ length: count }, column(0)),
    nodes: Int32Array.from({ length: count }, column(1)),
    files: Int32Array.from({ length: count }, column(2)),
    lines: Int32Array.from({ length: count }, column(3)),
  }
  return { value, bytes: count * 16 + 400 }
}

interface FunctionNode {
  name: number
  parent: number
  callFile: number
  callLine: number
}

async function findNode({ file, head: { nodes } }: NativeIndex, node: number): Promise<FunctionNode> {
  const chunk = partitionPoint(nodes.firsts.length, (at) => nodes.firsts[at]! <= node) - 1
  if (chunk < 0) throw new DamagedIndex('a function is missing')
  const first = nodes.firsts[chunk]!
  const found = (await readDecoded(file, nodes, chunk, (bytes) => decodeNodes(bytes, first)))[node - first]
  if (found === undefined) throw new DamagedIndex('a function is missing')
  return found
}

function decodeNodes(bytes: Buffer, first: number): { value: FunctionNode[]; bytes: number } {
  const value: FunctionNode[] = []
  const cursor = new ByteCursor(bytes)
  while (cursor.offset < bytes.length) {
    const name = cursor.unsigned()
    const back = cursor.unsigned()
    const parent = back === 0 ? -1 : first + value.length - back
    value.push({ name, parent, callFile: cursor.unsigned(), callLine: cursor.unsigned() })
  }
  return { value, bytes: value.length * 64 + 200 }
}
