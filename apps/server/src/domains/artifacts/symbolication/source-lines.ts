import { type OriginalSource, pathTailOf, readText } from '../content/index.ts'
import { findSources } from '../matching/index.ts'

/** Larger sources are not read for a few lines. */
const maxSourceBytes = 2 * 1024 * 1024
/** Lines on each side. */
const around = 5
const maxLine = 500

/** Lines of a source around one of them. */
export interface SourceLines {
  artifactId: number
  before: string[]
  line: string
  after: string[]
}

/** Reads lines of uploaded sources, for maps that lack their text. Each source is read once. */
export class SourceTexts {
  readonly #source: OriginalSource
  readonly #projectId: number
  readonly #release: string | null
  readonly #texts = new Map<string, Promise<{ artifactId: number; lines: string[] } | undefined>>()

  constructor(source: OriginalSource, projectId: number, release: string | null) {
    this.#source = source
    this.#projectId = projectId
    this.#release = release
  }

  /** Returns the lines around one, counted from 1, of the source with this path. */
  async around(path: string, line: number): Promise<SourceLines | undefined> {
    const known = this.#texts.get(path) ?? this.#read(path)
    this.#texts.set(path, known)
    const found = await known
    const text = found?.lines[line - 1]
    if (found === undefined || text === undefined) return undefined
    const cut = (lines: string[]) => lines.map((one) => one.slice(0, maxLine))
    return {
      artifactId: found.artifactId,
      before: cut(found.lines.slice(Math.max(0, line - 1 - around), line - 1)),
      line: text.slice(0, maxLine),
      after: cut(found.lines.slice(line, line + around)),
    }
  }

  async #read(path: string): Promise<{ artifactId: number; lines: string[] } | undefined> {
    const own = path.replace(/^(?:\.\/|\/)+/, '')
    const urls = [`~/${own}`, own, path]
    const sources = await findSources(this.#source.db, this.#projectId, this.#release, { urls, tail: pathTailOf(own) })
    const exact = sources.find(({ url }) => urls.includes(url))
    // The end of a path decides only where it is unique.
    const contents = new Set(sources.map(({ sha256 }) => sha256.toString('hex')))
    const source = exact ?? (contents.size === 1 ? sources[0] : undefined)
    if (source === undefined) return undefined
    const text = await readText(this.#source, { projectId: this.#projectId, sha256: source.sha256 }, maxSourceBytes)
    return text === undefined ? undefined : { artifactId: source.id, lines: text.split(/\r\n|[\n\r]/) }
  }
}
