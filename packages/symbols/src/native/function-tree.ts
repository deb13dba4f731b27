import { maxNameBytes } from '../limits.ts'
import { addresses, integers } from './growing-array.ts'
import { StringTable } from './string-table.ts'

/** References from one entry to the next, and owners around a name, that are followed. */
const maxHops = 16

/** The functions of a program, with what was inlined into them; names are found when all entries are known. */
export class FunctionTree {
  readonly names = new StringTable()
  readonly #entryOffsets = addresses()
  readonly #entryNames = integers()
  readonly #entryOwners = integers()
  readonly #entryRefers = addresses()
  readonly #entrySeparators = integers()
  readonly #separators = new StringTable()
  readonly #nodeEntries = integers()
  readonly nodeParents = integers()
  readonly nodeCallFiles = integers()
  readonly nodeCallLines = integers()
  /** Names of nodes that no entry describes: symbols. */
  readonly #symbolNames = new Map<number, string>()
  readonly rangeStarts = addresses()
  readonly rangeEnds = addresses()
  readonly rangeNodes = integers()

  /** Adds an entry of `.debug_info`; offsets ascend. */
  addEntry(
    offset: number,
    { name, owner, refersTo, separator }: { name: string; owner: number; refersTo: number; separator: string },
  ): number {
    this.#entryOffsets.push(offset)
    this.#entryNames.push(this.names.numberOf(name))
    this.#entryOwners.push(owner)
    this.#entryRefers.push(refersTo)
    this.#entrySeparators.push(this.#separators.numberOf(separator))
    return this.#entryOffsets.length - 1
  }

  /** Adds a function, or an inlined call of one, in another. */
  addNode({
    entry,
    parent,
    callFile,
    callLine,
  }: {
    entry: number
    parent: number
    callFile: number
    callLine: number
  }): number {
    this.#nodeEntries.push(entry)
    this.nodeParents.push(parent)
    this.nodeCallFiles.push(callFile)
    this.nodeCallLines.push(callLine <= 0x7fffffff ? callLine : 0)
    return this.#nodeEntries.length - 1
  }

  /** Adds a function that only the symbol table knows. */
  addSymbol(name: string, start: number, end: number): void {
    const node = this.addNode({ entry: -1, parent: -1, callFile: 0, callLine: 0 })
    this.#symbolNames.set(node, name)
    this.addRange(start, end, node)
  }

  addRange(start: number, end: number, node: number): void {
    this.rangeStarts.push(start)
    this.rangeEnds.push(end)
    this.rangeNodes.push(node)
  }

  /** Forgets the ranges that do not begin in code. */
  keepRanges(isCode: (start: number) => boolean): void {
    const { rangeStarts, rangeEnds, rangeNodes } = this
    let kept = 0
    for (let range = 0; range < rangeStarts.length; range++) {
      if (!isCode(rangeStarts.values[range]!)) continue
      rangeStarts.values[kept] = rangeStarts.values[range]!
      rangeEnds.values[kept] = rangeEnds.values[range]!
      rangeNodes.values[kept++] = rangeNodes.values[range]!
    }
    rangeStarts.length = kept
    rangeEnds.length = kept
    rangeNodes.length = kept
  }

  get nodeCount(): number {
    return this.#nodeEntries.length
  }

  /** Names a function, with the classes and namespaces that it is declared in. */
  nameOf(node: number): string {
    const entry = this.#nodeEntries.values[node]!
    if (entry < 0) return this.#symbolNames.get(node) ?? ''
    const named = this.#namedEntry(entry)
    if (named < 0) return ''
    let name = this.#nameAt(named)
    let owner = this.#entryOwners.values[named]!
    // Names of Objective-C are whole.
    if (/^[-+]\[/.test(name)) return name
    for (let hop = 0; hop < maxHops && owner >= 0 && name.length < maxNameBytes; hop++) {
      const own = this.#nameAt(owner)
      if (own !== '') name = own + this.#separators.texts[this.#entrySeparators.values[owner]!]! + name
      owner = this.#entryOwners.values[owner]!
    }
    return name.slice(0, maxNameBytes)
  }

  #nameAt(entry: number): string {
    return this.names.texts[this.#entryNames.values[entry]!]!
  }

  /** Follows references to the entry that has the name: an inlined call → its function → its declaration. */
  #namedEntry(from: number): number {
    let entry = from
    let named = -1
    for (let hop = 0; hop < maxHops && entry >= 0; hop++) {
      if (this.#entryNames.values[entry] !== 0) named = entry
      const refersTo = this.#entryRefers.values[entry]!
      if (refersTo < 0) break
      entry = this.#entryAt(refersTo)
    }
    return named
  }

  #entryAt(offset: number): number {
    const { values, length } = this.#entryOffsets
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (values[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low < length && values[low] === offset ? low : -1
  }
}
