import type { FrameView } from '@bugle/protocol'
import type { DebugFileName, Reason } from '@bugle/symbols'
import type { Queryable } from '../../../db/database.ts'
import type { DebugFileKind } from '../content/index.ts'
import {
  type DebugFileRecord,
  findDebugFilesByIds,
  findDebugFilesOfRelease,
  hasDebugFiles,
} from './debug-file-store.ts'
import { type NativeFrame, nativeFrameOf } from './debug-frames.ts'
import type { SymbolicationInput } from './match-artifacts.ts'

/** The debug file of a frame, and the rule that found it; or the reason why there is none. */
export type DebugMatch = { by: 'debug_id' | 'release'; file: DebugFileRecord } | { reason: Reason }

/**
 * Finds the debug files of an event: by the id that the event or the stack names, which one build alone has; else by its
 * release and dist, where one content alone was uploaded for them. Among uploads of one id the latest wins.
 */
export class DebugFileMatcher {
  readonly #db: Queryable
  readonly #event: SymbolicationInput
  readonly #known = new Map<string, Promise<DebugMatch | undefined>>()

  constructor(db: Queryable, event: SymbolicationInput) {
    this.#db = db
    this.#event = event
  }

  /** Finds the mapping of R8 or ProGuard; undefined where nothing says that there should be one. */
  findMapping(mapId: string | undefined): Promise<DebugMatch | undefined> {
    return this.#remember(`mapping ${mapId}`, async () => {
      const images = (this.#event.programs ?? []).filter(({ type }) => /^(?:proguard|r8|jvm)$/.test(type))
      const debugIds = images.flatMap(({ debugId }) => debugId ?? [])
      const buildIds = [...(mapId === undefined ? [] : [mapId]), ...images.flatMap(({ buildId }) => buildId ?? [])]
      return this.#find('jvm_mapping', 'mapping', { debugIds, buildIds })
    })
  }

  /** Finds the symbols of the program that a frame is of. */
  findSymbols({ buildId, debugId }: NativeFrame): Promise<DebugMatch | undefined> {
    return this.#remember(`symbols ${buildId} ${debugId}`, async () => {
      const ids = {
        debugIds: debugId === undefined ? [] : [debugId],
        buildIds: buildId === undefined ? [] : [buildId],
      }
      const match = await this.#find('native_symbols', 'symbol file', ids)
      return match ?? { reason: { code: 'no_debug_file', what: 'symbol file', tried: [] } }
    })
  }

  /** Finds the obfuscation map of Dart: by the id of the program that it was built with, else by the release. */
  findDartNames(frames: readonly FrameView[]): Promise<DebugMatch | undefined> {
    return this.#remember('names', async () => {
      const native = frames.flatMap((frame) => nativeFrameOf(frame, this.#event.programs ?? [], true) ?? [])
      const buildIds = [...new Set(native.flatMap(({ buildId }) => buildId ?? []))]
      const debugIds = [...new Set(native.flatMap(({ debugId }) => debugId ?? []))]
      // Tools name the map by the symbols that were made with it.
      const symbols = await findDebugFilesByIds(this.#db, this.#event.projectId, { debugIds, buildIds })
      debugIds.push(...symbols.flatMap(({ debugId }) => debugId ?? []))
      return this.#find('dart_names', 'obfuscation map', { debugIds, buildIds: [] })
    })
  }

  async #find(
    kind: DebugFileKind,
    what: DebugFileName,
    ids: { debugIds: string[]; buildIds: string[] },
  ): Promise<DebugMatch | undefined> {
    const { projectId, release, dist } = this.#event
    const isNamed = ids.debugIds.length + ids.buildIds.length > 0
    if (!isNamed && !(await hasDebugFiles(this.#db, projectId))) return undefined
    const found = (await findDebugFilesByIds(this.#db, projectId, ids)).filter((one) => one.kind === kind)
    if (found[0] !== undefined) return { by: 'debug_id', file: found[0] }
    const ofRelease = release === null ? [] : await findDebugFilesOfRelease(this.#db, projectId, kind, release)
    const serving = [dist, null].flatMap((wanted) => latestOfEach(ofRelease.filter((one) => one.dist === wanted)))
    // An id that no file has names another build than those of the release.
    const fitting = kind === 'native_symbols' && isNamed ? [] : serving
    const contents = new Set(fitting.map(({ sha256 }) => sha256.toString('hex')))
    if (contents.size > 1 && kind === 'native_symbols')
      return { reason: { code: 'ambiguous', what, found: fitting.slice(0, 5).map(({ url, id }) => `${url} (${id})`) } }
    if (fitting[0] !== undefined) return { by: 'release', file: fitting[0] }
    const tried = [...ids.buildIds, ...ids.debugIds, ...(release === null ? [] : [`release ${release}`])]
    return { reason: { code: 'no_debug_file', what, tried } }
  }

  #remember(key: string, find: () => Promise<DebugMatch | undefined>): Promise<DebugMatch | undefined> {
    const known = this.#known.get(key) ?? find()
    this.#known.set(key, known)
    return known
  }
}

/** A file that was uploaded again under the same address replaces the former. */
function latestOfEach(files: DebugFileRecord[]): DebugFileRecord[] {
  return files.filter(({ url }, index) => files.findIndex((other) => other.url === url) === index)
}
