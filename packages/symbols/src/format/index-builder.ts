import { type Limits, maxNameBytes } from '../limits.ts'
import { broken, tooLarge } from '../refusal.ts'
import type { MapVisitor, MetroFunctionMap } from '../scan/map-visitor.ts'
import { MappingsDecoder } from '../scan/mappings.ts'
import { TokenSorter } from '../scan/token-sorter.ts'
import { indexVersion, sealHead } from './head.ts'
import { PageWriter, type WritePage } from './pages.ts'
import { SourceTable } from './source-table.ts'
import { StringWriter } from './string-writer.ts'
import { TokenWriter } from './token-writer.ts'
import { ByteWriter } from './varint.ts'

/** The facts about a map that are known once it is indexed. */
export interface BuiltIndex {
  version: number
  pages: number
  /** Bytes of all pages. */
  bytes: number
  /** Bytes of the map. */
  mapBytes: number
  tokens: number
  sources: number
  /** Sources whose text the map holds. */
  sourcesWithText: number
  names: number
  /** As the map spells it, '' when it has none. */
  debugId: string
  /** The map leads from Hermes bytecode. */
  isHermes: boolean
}

/** Puts the parts of a map into an index as they are read. */
export class IndexBuilder implements MapVisitor {
  readonly #limits: Limits
  readonly #pages: PageWriter
  readonly #tokens: TokenWriter
  readonly #sorter: TokenSorter
  readonly #names: StringWriter
  readonly #sources: SourceTable
  /** The decoders of the file, and of the section within it. */
  readonly #decoders: MappingsDecoder[] = []
  /** First name of the part being read. */
  #firstName = 0
  #debugId = ''
  #isHermes = false

  constructor(writePage: WritePage, limits: Limits) {
    this.#limits = limits
    this.#pages = new PageWriter(writePage)
    this.#tokens = new TokenWriter(this.#pages)
    this.#sorter = new TokenSorter((tokens, start) => this.#tokens.add(tokens, start))
    this.#names = new StringWriter(this.#pages, maxNameBytes)
    this.#sources = new SourceTable(this.#pages, limits)
  }

  /** Writes the pages that are full. */
  drain(): Promise<void> {
    return this.#pages.drain()
  }

  startMap(line: number, column: number): void {
    if (this.#decoders.length > 0) this.#startSection(line, column)
    const { count: firstSource } = this.#sources
    this.#decoders.push(new MappingsDecoder(this.#sorter, { line, column, firstSource, firstName: this.#firstName }))
  }

  endMap(): void {
    const { maxSource, maxName } = this.#decoders.pop()!
    if (maxSource >= this.#sources.inPart) throw broken(`mappings name source ${maxSource} of ${this.#sources.inPart}`)
    const names = this.#names.count - this.#firstName
    if (maxName >= names) throw broken(`mappings use name ${maxName} of ${names}`)
    this.#sources.endPart()
    this.#firstName = this.#names.count
  }

  sourceRoot(root: string): void {
    this.#sources.setRoot(root)
  }

  source(path: string | null): void {
    this.#sources.addPath(path)
  }

  text(piece: Uint8Array): void {
    this.#sources.addText(piece)
  }

  endText(hasText: boolean): void {
    this.#sources.endText(hasText)
  }

  name(piece: Uint8Array): void {
    this.#names.add(piece)
  }

  endName(): void {
    this.#names.end()
    if (this.#names.count > this.#limits.names) throw tooLarge(this.#limits, 'names')
  }

  mappings(piece: Uint8Array): void {
    this.#decoders.at(-1)!.push(piece)
    this.#checkTokens()
  }

  endMappings(): void {
    this.#decoders.at(-1)!.end()
    this.#checkTokens()
  }

  ignored(source: number): void {
    this.#sources.ignore(source)
  }

  functionMap(map: MetroFunctionMap | undefined): void {
    this.#sources.addFunctions(map)
  }

  debugId(id: string): void {
    this.#debugId ||= id
  }

  hermes(): void {
    this.#isHermes = true
  }

  /** Writes what is left, the head last. */
  async finish(mapBytes: number): Promise<BuiltIndex> {
    this.#sorter.end()
    const head = new ByteWriter(64 * 1024)
    head.text(this.#debugId)
    head.byte(this.#isHermes ? 1 : 0)
    this.#tokens.finish(head)
    this.#names.finish(head)
    this.#sources.finish(head)
    const sealed = sealHead(head.view(), this.#pages.length)
    await this.#pages.finish(sealed)
    return this.#summary(mapBytes)
  }

  #checkTokens(): void {
    if (this.#sorter.count > this.#limits.tokens) throw tooLarge(this.#limits, 'tokens')
  }

  #summary(mapBytes: number): BuiltIndex {
    return {
      version: indexVersion,
      pages: this.#pages.pageCount,
      bytes: this.#pages.bytes,
      mapBytes,
      tokens: this.#tokens.count,
      sources: this.#sources.count,
      sourcesWithText: this.#sources.sourcesWithText,
      names: this.#names.count,
      debugId: this.#debugId,
      isHermes: this.#isHermes,
    }
  }

  /** Sections must ascend; a map in front of them would have to end before the first, so it must be empty. */
  #startSection(line: number, column: number): void {
    if (this.#sources.inPart > 0 || this.#names.count > this.#firstName) throw broken('sources beside sections')
    this.#sorter.cutFrom(line, column)
  }
}
