import type { FrameView, Symbolication } from '@bugle/protocol'
import { limits } from '@bugle/protocol'
import {
  BoundedSymbolCache,
  DamagedIndex,
  type FunctionKey,
  type FunctionStore,
  findSourcePath,
  type GeneratedFile,
  type GeneratedFrame,
  type MapVerdict,
  openIndex,
  type Reason,
  type ResolvedCall,
  type ResolvedFrame,
  readSourceText,
  resolveStack,
  type SymbolIndex,
  type UnresolvedFrame,
} from '@bugle/symbols'
import type { Database } from '../../../db/database.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import type { ContentKey } from '../content/index.ts'
import { baseNameOf, findFunctions, insertFunctions, isHashedName, readText } from '../content/index.ts'
import type { FunctionParser } from '../indexing/index.ts'
import {
  debugIdOf,
  findPage,
  hasArtifacts,
  type Match,
  type MatchRecord,
  markUsed,
  matchArtifacts,
  type SymbolicationInput,
  toFrameReason,
} from '../matching/index.ts'
import { DebugFileReader, type NamedException, type SymbolicatedFrame } from './debug-file-reader.ts'
import { doubtOf, judgeMaps, toGenerated } from './judge-maps.ts'
import { type SourceLines, SourceTexts } from './source-lines.ts'

export interface SymbolReaderDeps {
  db: Database
  objects: ObjectPayloads
  /** Memory for pages, heads and functions. */
  cacheBytes: number
  parser: Pick<FunctionParser, 'parse'>
}

/** Files of an event that are looked up. */
const maxFiles = 50
/** Time of parsing for one event; sources beyond it keep the names that their map has. */
const parseMs = 5000

export interface SymbolicateOptions {
  /** Take as long as it takes, and fail if a source could not be parsed in its time: names would differ next time. */
  isWhole?: boolean
  /** Types of the exceptions, as the program names them. */
  thrown?: readonly string[]
}

/** Thrown when the functions of a source could not be found in time. */
export class FunctionsTimedOut extends Error {}

/** Leads frames of generated code back to their sources: of JavaScript by source maps, of others by their debug files. */
export class SymbolReader {
  readonly #deps: SymbolReaderDeps
  readonly #cache: BoundedSymbolCache
  readonly #debugFiles: DebugFileReader

  constructor(deps: SymbolReaderDeps) {
    this.#deps = deps
    this.#cache = new BoundedSymbolCache(deps.cacheBytes)
    this.#debugFiles = new DebugFileReader({ db: deps.db, cache: this.#cache })
  }

  /**
   * Resolves the stacks of an event, innermost call first. A frame that is not of generated JavaScript has no entry, and
   * neither has any frame of a project without artifacts, unless the event names debug ids.
   */
  async symbolicate(
    event: SymbolicationInput,
    stacks: FrameView[][],
    { isWhole = false, thrown }: SymbolicateOptions = {},
  ): Promise<(SymbolicatedFrame | undefined)[][]> {
    const cut = firstFrames(stacks, limits.stackFrames)
    const scripts = await this.#symbolicateScripts(event, cut, isWhole)
    const others = await this.#debugFiles.symbolicate(event, cut, thrown)
    const resolved = cut.map((frames, number) =>
      frames.map((_, index) => others[number]?.[index] ?? scripts[number]?.[index]),
    )
    const used = resolved.flat().flatMap((one) => one?.artifact_id ?? [])
    await markUsed(this.#deps.db, event.projectId, [...new Set(used)])
    return resolved
  }

  /** Gives exceptions the names that the obfuscation of the build replaced; undefined where there are none. */
  restore(
    event: SymbolicationInput,
    exceptions: readonly NamedException[],
    stacks: readonly FrameView[][],
  ): Promise<(NamedException | undefined)[]> {
    return this.#debugFiles.restore(event, exceptions, stacks)
  }

  /** Resolves the frames of generated JavaScript. */
  async #symbolicateScripts(
    event: SymbolicationInput,
    cut: FrameView[][],
    isWhole: boolean,
  ): Promise<(Symbolication | undefined)[][]> {
    const { db } = this.#deps
    const files = [...new Set(cut.flat().flatMap(({ file }) => (isGenerated(event, file) ? [file!] : [])))]
    const asked = await this.#filesAsked(event, files, cut)
    if (asked.length === 0) return []
    const deadline = isWhole ? undefined : performance.now() + parseMs
    const { matches, stacks, verdicts } = await this.#withFittingMaps(
      { event, matches: await matchArtifacts(db, event, asked), deadline },
      cut.map((frames) => frames.map((frame) => toGenerated(frame, event))),
    )
    const texts = new SourceTexts(this.#deps, event.projectId, event.release)
    return Promise.all(
      stacks.map((calls) => Promise.all(calls.map((call) => this.#show(call, { event, matches, verdicts, texts })))),
    )
  }

  /**
   * Resolves stacks by the map of each file that was found first; by an older one of the same address, where that one
   * fits the stacks better.
   */
  async #withFittingMaps(work: ResolvingWork, stacks: GeneratedFrame[][]): Promise<JudgedStacks> {
    let tried = await this.#judged(work, stacks)
    const best = new Map(tried.matches)
    const odds = new Map([...tried.verdicts].map(([file, verdict]) => [file, verdict.odds]))
    for (let round = 0; round < maxRounds; round++) {
      const matches = withNextMaps(tried)
      if (matches === undefined) break
      tried = await this.#judged({ ...work, matches }, stacks)
      for (const [file, verdict] of tried.verdicts) {
        if (verdict.odds <= odds.get(file)!) continue
        odds.set(file, verdict.odds)
        best.set(file, matches.get(file)!)
      }
    }
    const isBest = [...best].every(([file, match]) => tried.matches.get(file) === match)
    return isBest ? tried : this.#judged({ ...work, matches: best }, stacks)
  }

  async #judged(work: ResolvingWork, stacks: GeneratedFrame[][]): Promise<JudgedStacks> {
    const symbols = new Map<string, Promise<GeneratedFile | Reason>>()
    const resolved: ResolvedCall[][] = []
    for (const frames of stacks) resolved.push(await this.#resolve(frames, work, symbols))
    return { matches: work.matches, stacks: resolved, verdicts: judgeMaps(work.event, work.matches, resolved) }
  }

  async #resolve(
    frames: GeneratedFrame[],
    { event, matches, deadline }: ResolvingWork,
    symbols: Map<string, Promise<GeneratedFile | Reason>>,
  ): Promise<ResolvedCall[]> {
    const find = async (file: string | undefined): Promise<GeneratedFile | Reason> => {
      const match = file === undefined ? undefined : matches.get(file)
      if (match === undefined) return { code: 'no_map', tried: [] }
      if ('reason' in match) return match.reason
      const opened = symbols.get(file!) ?? this.#open(event.projectId, match, deadline)
      symbols.set(file!, opened)
      return opened
    }
    const found = await resolveStack(frames, ({ file }) => find(file)).catch((error: unknown) => {
      if (!(error instanceof DamagedIndex)) throw error
      const reason: Reason = { code: 'failed', step: 'reading the index' }
      return frames.map((): UnresolvedFrame => ({ state: 'unresolved', reason }))
    })
    return frames.map((frame, index) => ({ frame, resolved: found[index]! }))
  }

  /** Converts a call to its API form; as unresolved, where its map is of another build. */
  async #show(
    { frame: { file }, resolved }: ResolvedCall,
    { event, matches, verdicts, texts }: Shown,
  ): Promise<Symbolication | undefined> {
    const match = file === undefined ? undefined : matches.get(file)
    if (match === undefined) return undefined
    const verdict = verdicts.get(file!)
    const doubt = verdict && 'by' in match ? doubtOf(event, file!, match, verdict) : undefined
    const isOther = verdict?.fit === 'other_build' && isOfMap(resolved)
    const shown: typeof resolved = isOther ? { state: 'unresolved', reason: doubt! } : resolved
    if (shown.state === 'unresolved') return toSymbolication(shown, match, { event, lines: undefined })
    const lines = shown.reason?.code === 'no_source_text' ? await texts.around(shown.file, shown.line) : undefined
    return toSymbolication(doubt === undefined ? shown : { ...shown, reason: doubt }, match, { event, lines })
  }

  /**
   * Returns the files that are looked up: all of a project with artifacts, or of an event with debug ids; else those
   * that a build has clearly made.
   */
  async #filesAsked(event: SymbolicationInput, files: string[], stacks: FrameView[][]): Promise<string[]> {
    if (files.length === 0) return []
    const expects = event.images.length > 0 || (await hasArtifacts(this.#deps.db, event.projectId))
    const built = new Set(stacks.flat().flatMap((frame) => (looksBuilt(frame) ? [frame.file] : [])))
    return files.filter((file) => expects || built.has(file)).slice(0, maxFiles)
  }

  /** Finds the map of each file of an event, with every rule that was tried. */
  async explain(event: SymbolicationInput, stacks: FrameView[][]): Promise<Map<string, Match>> {
    const files = new Set(stacks.flat().flatMap(({ file }) => (isGenerated(event, file) ? [file!] : [])))
    return matchArtifacts(this.#deps.db, event, [...files].slice(0, maxFiles))
  }

  async #open(
    projectId: number,
    { artifact, code }: { artifact: MatchRecord; code?: MatchRecord },
    deadline: number | undefined,
  ): Promise<GeneratedFile | Reason> {
    const { sha256, state, reason, indexVersion } = artifact
    if (state === 'indexing') return { code: 'indexing' }
    if (state === 'failed') return reason!
    if (state === 'evicted') return { code: 'evicted', file: artifact.url }
    const key = { projectId, sha256 }
    const { db } = this.#deps
    const index = await openIndex({
      id: `${projectId}/${sha256.toString('hex')}/${indexVersion}`,
      readPage: (number) => findPage(db, key, number),
      cache: this.#cache,
    })
    const codeKey = code && { projectId, sha256: code.sha256 }
    return {
      index,
      functions: this.#functionsOf(index, { key, codeKey }, deadline),
      ...(codeKey === undefined ? {} : { readCode: async () => undefined }),
    }
  }

  /** Returns functions from their table, or else parsed in the thread: never by this one. */
  #functionsOf(
    index: SymbolIndex,
    { key, codeKey }: { key: ContentKey; codeKey: ContentKey | undefined },
    deadline: number | undefined,
  ): FunctionStore {
    const { db, parser } = this.#deps
    const textOf = async (source: FunctionKey) => {
      if (performance.now() > (deadline ?? Infinity)) return undefined
      if (source === 'minified') return codeKey && readText(this.#deps, codeKey, maxCodeBytes)
      return readSourceText(index, source)
    }
    return {
      read: async (source) => {
        const owner = source === 'minified' ? (codeKey ?? key) : key
        const column = source === 'minified' ? minifiedSource : source
        const known = await findFunctions(db, owner, column)
        if (known !== undefined) return known
        const text = await textOf(source)
        if (text === undefined) return unparsed
        const path = source === 'minified' ? null : ((await findSourcePath(index, source)) ?? '')
        const row = await parser.parse(text, path)
        // A source that took too long may have met a busy machine: it is tried again once the cache forgets it.
        if (row !== undefined) await insertFunctions(db, owner, column, row)
        else if (deadline === undefined) throw new FunctionsTimedOut(`source ${source} could not be parsed in time`)
        return row ?? unparsed
      },
      // `read` leaves nothing to write.
      write: async () => {},
    }
  }
}

/** An event whose stacks are resolved, by the map that each file has for now. */
interface ResolvingWork {
  event: SymbolicationInput
  matches: Map<string, Match>
  deadline: number | undefined
}

/** Stacks that were resolved, and how well the map of each file fits them. */
interface JudgedStacks {
  matches: Map<string, Match>
  stacks: ResolvedCall[][]
  verdicts: Map<string, MapVerdict>
}

interface Shown extends Pick<JudgedStacks, 'matches' | 'verdicts'> {
  event: SymbolicationInput
  texts: SourceTexts
}

/** Older maps that are tried where the latest does not fit. */
const maxRounds = 3

/** Returns the matches with the next map of each file that has several; undefined if there is none. */
function withNextMaps({ matches, verdicts }: JudgedStacks): Map<string, Match> | undefined {
  const next = new Map(matches)
  let isChanged = false
  for (const [file, match] of matches) {
    const [artifact, ...others] = 'by' in match ? match.others : []
    if (artifact === undefined || !('by' in match) || !verdicts.has(file)) continue
    next.set(file, { ...match, artifact, others })
    isChanged = true
  }
  return isChanged ? next : undefined
}

/** Takes the first frames over all stacks: a chain of deep causes must not make the response long. */
function firstFrames(stacks: FrameView[][], count: number): FrameView[][] {
  let left = count
  return stacks.map((frames) => {
    const taken = frames.slice(0, left)
    left -= taken.length
    return taken
  })
}

/** Number under which the functions of a generated file itself are stored. */
const minifiedSource = -1
/** Larger generated files are not parsed for the names of functions. */
const maxCodeBytes = 4 * 1024 * 1024
/** Whether a call was looked up in its map. */
function isOfMap({ state, reason }: ResolvedCall['resolved']): boolean {
  return state === 'resolved' || reason.code === 'position_outside'
}

/** Row of a source without functions. */
const unparsed = new Uint8Array(0)

/** Whether a file is JavaScript that a build may have made: of the customer, or one with a debug id. */
function isGenerated(event: SymbolicationInput, file: string | undefined): boolean {
  if (file === undefined) return false
  if (debugIdOf(event, file) !== undefined) return true
  return /\.(?:[cm]?jsx?|(?:js)?bundle|hbc)(?:[?#]|$)/i.test(file) && !file.includes('/node_modules/')
}

/** Whether the code of a frame shows that a build made it, whatever is known of the project. */
function looksBuilt({ file = '', column = 0 }: FrameView): boolean {
  const name = baseNameOf(file)
  return column > 250 || isHashedName(name) || /\.min\.[cm]?js$|(?:\.js|\.)bundle$|\.hbc$/i.test(name)
}

/** Converts a frame to its API form; `lines` are those of an uploaded source, where the map has none. */
function toSymbolication(
  frame: ResolvedFrame | UnresolvedFrame,
  match: Match,
  { event, lines }: { event: SymbolicationInput; lines: SourceLines | undefined },
): Symbolication {
  const rule = 'by' in match ? { by: match.by, artifact_id: match.artifact.id } : {}
  const reason = frame.reason && toFrameReason(frame.reason, event)
  if (frame.state === 'unresolved') return { state: 'unresolved', ...rule, reason: reason! }
  const { line, column, file, function: name, inApp, context = [] } = frame
  const texts = (isHere: (number: number) => boolean) =>
    context.filter((one) => isHere(one.line)).map(({ text }) => text)
  const [hit] = texts((number) => number === line)
  const place = { state: 'resolved', ...rule, function: name, file, line, column, in_app: inApp } as const
  if (hit === undefined && lines !== undefined)
    return { ...place, pre_context: lines.before, context_line: lines.line, post_context: lines.after }
  return {
    ...place,
    ...(hit === undefined
      ? {}
      : {
          pre_context: texts((number) => number < line),
          context_line: hit,
          post_context: texts((number) => number > line),
        }),
    ...(reason === undefined ? {} : { reason }),
  }
}
