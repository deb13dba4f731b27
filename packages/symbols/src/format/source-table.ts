import { encodeFunctions } from '../functions/function-table.ts'
import { readMetroFunctions } from '../functions/metro-functions.ts'
import { type Limits, maxPathBytes } from '../limits.ts'
import { tooLarge } from '../refusal.ts'
import type { MetroFunctionMap } from '../scan/map-visitor.ts'
import { LineEnds } from './line-ends.ts'
import type { PageWriter } from './pages.ts'
import { AddressCoder } from './record-addresses.ts'
import { StringWriter } from './string-writer.ts'
import { TextWriter } from './text-writer.ts'
import { ByteWriter } from './varint.ts'

const lineFeed = Uint8Array.of(0x0a)

/**
 * Collects what a map says of its sources: paths, texts, names of functions, the ignore list. Each of these lists comes
 * in an order of its own and counts from the first source of the part being read, the file or a section.
 */
export class SourceTable {
  readonly #limits: Limits
  readonly #pages: PageWriter
  readonly #paths: StringWriter
  readonly #text: TextWriter
  readonly #lineEnds = new LineEnds()
  readonly #lineCounts: number[] = []
  readonly #ignored = new Set<number>()
  readonly #functions = new ByteWriter()
  readonly #functionRecords = new AddressCoder()
  #functionMaps = 0
  #part = newPart(0)
  sourcesWithText = 0

  constructor(pages: PageWriter, limits: Limits) {
    this.#limits = limits
    this.#pages = pages
    this.#paths = new StringWriter(pages, maxPathBytes)
    this.#text = new TextWriter(pages)
  }

  /** Sources of the parts that have ended. */
  get count(): number {
    return this.#part.first
  }

  /** Sources of the part so far. */
  get inPart(): number {
    return Math.max(this.#part.paths.length, this.#part.texts, this.#part.functionMaps)
  }

  setRoot(root: string): void {
    this.#part.root = root
  }

  addPath(path: string | null): void {
    this.#part.paths.push(path)
    this.#check()
  }

  addText(piece: Uint8Array): void {
    this.#text.add(this.#lineEnds.push(piece))
  }

  /** Ends the text of a source, or notes that it has none. */
  endText(hasText: boolean): void {
    const source = this.#part.first + this.#part.texts++
    this.#check()
    if (!hasText) return
    this.#text.add(this.#lineEnds.end())
    this.#text.add(lineFeed)
    this.#lineCounts[source] = this.#lineEnds.count + 1
    this.#lineEnds.count = 0
    this.sourcesWithText++
  }

  /** Notes the functions of the next source, unless its text is there to name them better. */
  addFunctions(map: MetroFunctionMap | undefined): void {
    const source = this.#part.first + this.#part.functionMaps++
    this.#check()
    const table = map === undefined || this.#lineCounts[source] !== undefined ? undefined : readMetroFunctions(map)
    if (table === undefined) return
    const encoded = encodeFunctions(table)
    this.#functions.unsigned(source)
    this.#functionRecords.write(this.#functions, this.#pages.append(encoded), encoded.length)
    this.#functionMaps++
  }

  ignore(source: number): void {
    if (source < this.#limits.sources) this.#ignored.add(this.#part.first + source)
  }

  /** Ends the part: its root may follow the paths, and is known only now. */
  endPart(): void {
    const { root, paths, first } = this.#part
    const count = this.inPart
    for (let source = 0; source < count; source++) {
      this.#paths.add(Buffer.from(joinPath(root, paths[source] ?? '')))
      this.#paths.end()
    }
    this.#part = newPart(first + count)
  }

  /** Writes all directories to the head. */
  finish(head: ByteWriter): void {
    this.#paths.finish(head)
    this.#text.finish(head)
    head.unsigned(this.#functionMaps)
    head.bytes(this.#functions.view())
    head.unsigned(this.count)
    for (let source = 0; source < this.count; source++) {
      head.unsigned((this.#lineCounts[source] ?? 0) * 2 + (this.#ignored.has(source) ? 1 : 0))
    }
  }

  #check(): void {
    if (this.#part.first + this.inPart > this.#limits.sources) throw tooLarge(this.#limits, 'sources')
  }
}

/** The lists of one part, as far as they were read. */
function newPart(first: number) {
  return { first, root: '', paths: [] as (string | null)[], texts: 0, functionMaps: 0 }
}

function joinPath(root: string, path: string): string {
  if (root === '' || path === '') return path
  return root.endsWith('/') ? root + path : `${root}/${path}`
}
