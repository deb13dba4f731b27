import type { FunctionTree } from './function-tree.ts'
import { addresses, integers } from './growing-array.ts'
import type { NativeSymbol } from './object-file.ts'

/** From each address on, the innermost function that the code is of; -1 for none. */
export interface Segments {
  starts: Float64Array
  nodes: Int32Array
  length: number
}

/** Cuts nested ranges into segments that follow each other. A range that overlaps another one without being in it is cut. */
export function flattenFunctions(tree: FunctionTree): Segments {
  const { rangeStarts, rangeEnds, rangeNodes } = tree
  const [starts, ends, nodes] = [rangeStarts.values, rangeEnds.values, rangeNodes.values]
  const order = orderOf(tree)
  const found = { starts: addresses(), nodes: integers() }
  const open: { end: number; node: number }[] = []
  const emit = (at: number, node: number) => {
    const last = found.starts.length - 1
    if (last >= 0 && found.starts.values[last] === at) found.nodes.values[last] = node
    else if (last < 0 || found.nodes.values[last] !== node) {
      found.starts.push(at)
      found.nodes.push(node)
    }
  }
  const close = (until: number) => {
    while (open.length > 0 && open.at(-1)!.end <= until) {
      const { end } = open.pop()!
      emit(end, open.at(-1)?.node ?? -1)
    }
  }
  for (const range of order) {
    close(starts[range]!)
    const end = Math.min(ends[range]!, open.at(-1)?.end ?? Number.POSITIVE_INFINITY)
    open.push({ end, node: nodes[range]! })
    emit(starts[range]!, nodes[range]!)
  }
  close(Number.POSITIVE_INFINITY)
  return { starts: found.starts.values, nodes: found.nodes.values, length: found.starts.length }
}

/** Sorts ranges by their start, the outer before those in it. */
function orderOf({ rangeStarts, rangeEnds, rangeNodes }: FunctionTree): Uint32Array {
  const [starts, ends, nodes] = [rangeStarts.values, rangeEnds.values, rangeNodes.values]
  const order = Uint32Array.from({ length: rangeStarts.length }, (_, index) => index)
  return order.sort((a, b) => starts[a]! - starts[b]! || ends[b]! - ends[a]! || nodes[a]! - nodes[b]! || a - b)
}

/** Adds the symbols of code that no function of DWARF has. */
export function addSymbols(
  tree: FunctionTree,
  symbols: readonly NativeSymbol[],
  isCode: (address: number) => boolean,
): void {
  const known = flattenFunctions(tree)
  const own = symbols
    .filter(({ start, name }) => name !== '' && !name.startsWith('_kDart') && isCode(start))
    .sort((a, b) => a.start - b.start)
  let at = 0
  for (const [number, { name, start, size }] of own.entries()) {
    while (at < known.length && known.starts[at]! <= start) at++
    if (at > 0 && known.nodes[at - 1]! >= 0) continue
    const next = own[number + 1]?.start ?? Number.POSITIVE_INFINITY
    const end = Math.min(size === 0 ? next : start + size, next, known.starts[at] ?? Number.POSITIVE_INFINITY)
    if (Number.isFinite(end) && end > start) tree.addSymbol(name, start, end)
  }
}
