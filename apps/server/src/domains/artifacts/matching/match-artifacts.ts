import type { Reason } from '@bugle/symbols'
import type { Queryable } from '../../../db/database.ts'
import {
  baseNameOf,
  isHashedName,
  mapUrlsOf,
  normalizeDebugId,
  pathOf,
  pathTailOf,
  urlsOf,
  withoutQuery,
} from '../content/index.ts'
import {
  findByBaseNames,
  findByDebugIds,
  findByUpdate,
  findByUrls,
  findInOtherReleases,
  type MatchRecord,
} from './match-store.ts'
import type { ProgramImage } from './program-images.ts'

/** The facts of an event by which its files are matched with artifacts. */
export interface SymbolicationInput {
  projectId: number
  release: string | null
  dist: string | null
  platform: string | null
  /** The Expo update that ran; null for the one that is embedded in the app. */
  updateId: string | null
  /** Debug ids of loaded files, as the SDK sends them. */
  images: { codeFile: string; debugId: string }[]
  /** Whether V8 ran the program; undefined if nothing but the form of its stacks tells. */
  isV8?: boolean | undefined
  /** Programs and mappings, as the SDK sends them. */
  programs?: readonly ProgramImage[]
  /** Id of the event, if it is stored. */
  eventId?: string | undefined
}

/** The rules in the order in which they are tried. */
export type Rule = 'debug_id' | 'update' | 'url' | 'hashed_name' | 'suffix' | 'name'

/** A rule that was tried for a file: by which keys, and the artifacts that they found. */
export interface Attempt {
  by: Rule
  keys: string[]
  found: MatchRecord[]
}

/** The map of a file, the rule that found it, and the generated file if that was uploaded. */
export interface MapMatch {
  by: Rule
  artifact: MatchRecord
  /** Other contents that were uploaded under the same key, the latest first: older builds, which some still run. */
  others: MatchRecord[]
  code?: MatchRecord
}

/** The map of a file; or the reason why there is none. */
export type Match = (MapMatch | { reason: Reason }) & { attempts: Attempt[] }

/**
 * Finds the map of each file, by the first rule that finds exactly one: the debug id that the event names for it, the
 * Expo update, release and address, a hashed name that one map alone has, the last two parts of its path within the
 * release, its name if one map alone of the release has it. An artifact without a dist serves every dist, after the exact one. Among equals the latest upload wins.
 */
export async function matchArtifacts(
  db: Queryable,
  event: SymbolicationInput,
  files: string[],
): Promise<Map<string, Match>> {
  const { projectId, release, updateId, platform } = event
  const ids = new Map(files.map((file) => [file, debugIdOf(event, file)]))
  const known = [...ids.values()].filter((id) => id !== undefined)
  const [ofIds, ofUpdate, ofUrls, ofNames] = await Promise.all([
    findByDebugIds(db, projectId, known),
    updateId === null ? [] : findByUpdate(db, projectId, updateId, platform),
    findByUrls(db, projectId, files.flatMap(urlsOf), release),
    findByBaseNames(db, projectId, files.map(baseNameOf), release),
  ])
  const matches = new Map<string, Match>()
  for (const file of files) {
    const attempts = attemptsOf(file, { event, id: ids.get(file), ofIds, ofUpdate, ofUrls, ofNames })
    matches.set(file, await decide(db, file, { event, id: ids.get(file), attempts, ofUrls, ofNames }))
  }
  return matches
}

interface Found {
  event: SymbolicationInput
  id: string | undefined
  ofIds: MatchRecord[]
  ofUpdate: MatchRecord[]
  ofUrls: MatchRecord[]
  ofNames: MatchRecord[]
}

/** Lists the rules that apply to a file, with what each found, the best first. */
function attemptsOf(file: string, { event, id, ofIds, ofUpdate, ofUrls, ofNames }: Found): Attempt[] {
  const { release, dist, updateId, platform } = event
  const urls = urlsOf(file)
  const name = baseNameOf(file)
  const tail = pathTailOf(file)
  const attempts: Attempt[] = []
  if (id !== undefined) attempts.push({ by: 'debug_id', keys: [id], found: ofIds.filter((one) => one.debugId === id) })
  if (updateId !== null)
    attempts.push({ by: 'update', keys: [`${updateId} ${platform ?? ''}`.trim()], found: ofUpdateFile(ofUpdate, name) })
  attempts.push({ by: 'url', keys: urls, found: servingDist(inOrder(ofUrls, urls), dist) })
  if (isHashedName(name))
    attempts.push({ by: 'hashed_name', keys: [name], found: ofNames.filter((one) => baseNameOf(one.url) === name) })
  if (release !== null && tail !== undefined) {
    const ofRelease = ofNames.filter((one) => one.release === release && pathTailOf(one.url) === tail)
    attempts.push({ by: 'suffix', keys: [tail], found: servingDist(ofRelease, dist) })
  }
  if (release !== null)
    attempts.push({ by: 'name', keys: [name], found: servingDist(namesakesOf(name, ofNames, release), dist) })
  return attempts
}

function namesakesOf(name: string, ofNames: MatchRecord[], release: string | null): MatchRecord[] {
  return ofNames.filter((one) => one.release === release && baseNameOf(one.url) === name)
}

/** An update has one bundle for a platform; of several files, that of the name. */
function ofUpdateFile(artifacts: MatchRecord[], name: string): MatchRecord[] {
  const named = artifacts.filter(({ url }) => baseNameOf(url) === name)
  return named.length > 0 ? named : artifacts
}

function inOrder(artifacts: MatchRecord[], urls: string[]): MatchRecord[] {
  return urls.flatMap((url) => artifacts.filter((one) => one.url === url))
}

/** Leaves out other dists; the exact one comes first. */
function servingDist(artifacts: MatchRecord[], dist: string | null): MatchRecord[] {
  return [...new Set([dist, null])].flatMap((wanted) => artifacts.filter((one) => one.dist === wanted))
}

interface Undecided {
  event: SymbolicationInput
  id: string | undefined
  attempts: Attempt[]
  ofUrls: MatchRecord[]
  ofNames: MatchRecord[]
}

async function decide(
  db: Queryable,
  file: string,
  { event, id, attempts, ofUrls, ofNames }: Undecided,
): Promise<Match> {
  let withoutMap: MatchRecord | undefined
  for (const { by, found } of attempts) {
    if (found.length === 0) continue
    const [artifact, ...others] = distinctContents(await mapsOf(db, event.projectId, found))
    const isGuess = by === 'update' || by === 'hashed_name' || by === 'suffix'
    if (isGuess && others.length > 0)
      return { reason: { code: 'ambiguous', found: described([artifact!, ...others]) }, attempts }
    // A name that several files of the release have says nothing.
    if (by === 'name' && others.length > 0) continue
    const code = found.find(({ kind }) => kind === 'minified_file')
    if (artifact !== undefined)
      return { by, artifact, others: others.slice(0, maxOthers), ...(code === undefined ? {} : { code }), attempts }
    withoutMap ??= code
  }
  if (withoutMap !== undefined)
    return { reason: { code: 'map_missing_for_file', file, map: mapNameOf(withoutMap) }, attempts }
  return { reason: await reasonOf(db, file, { event, id, ofUrls, ofNames }), attempts }
}

/** Contents under one address that are tried. */
const maxOthers = 3

function distinctContents(maps: MatchRecord[]): MatchRecord[] {
  const byContent = new Map<string, MatchRecord>()
  for (const map of maps) {
    const content = map.sha256.toString('hex')
    if (!byContent.has(content)) byContent.set(content, map)
  }
  return [...byContent.values()]
}

/** Returns the maps among artifacts, and those that the generated files among them refer to, before them. */
async function mapsOf(db: Queryable, projectId: number, found: MatchRecord[]): Promise<MatchRecord[]> {
  const file = found.find(({ kind, mapReference }) => kind === 'minified_file' && mapReference !== null)
  const referred =
    file === undefined ? [] : await findByUrls(db, projectId, mapUrlsOf(file.url, file.mapReference!), file.release)
  const inUrlOrder = file === undefined ? [] : inOrder(referred, mapUrlsOf(file.url, file.mapReference!))
  return [...servingDist(inUrlOrder, file?.dist ?? null), ...found].filter(({ kind }) => kind === 'source_map')
}

function mapNameOf({ url, mapReference }: MatchRecord): string {
  return mapReference === null ? `${withoutQuery(url)}.map` : (mapUrlsOf(url, mapReference)[0] ?? mapReference)
}

function described(artifacts: MatchRecord[]): string[] {
  return [...new Set(artifacts.map(({ url, release, id }) => `${url} of ${release ?? 'no release'} (${id})`))].slice(
    0,
    5,
  )
}

/** Returns the debug id of a file; the address of its image may differ in query and fragment. */
export function debugIdOf({ images }: Pick<SymbolicationInput, 'images'>, file: string): string | undefined {
  const plain = withoutQuery(file)
  const image =
    images.find(({ codeFile }) => codeFile === file) ??
    images.find(({ codeFile }) => withoutQuery(codeFile) === plain) ??
    // Hermes prints the bare name, or the client the bare name and the stack the path.
    images.find(
      ({ codeFile }) => !(codeFile.includes('/') && file.includes('/')) && baseNameOf(codeFile) === baseNameOf(file),
    )
  return image && normalizeDebugId(image.debugId)
}

async function reasonOf(
  db: Queryable,
  file: string,
  { event: { projectId, release, dist }, id, ofUrls, ofNames }: Omit<Undecided, 'attempts'>,
): Promise<Reason> {
  if (id !== undefined) return { code: 'debug_id_unknown', debug_id: id }
  const tried = urlsOf(file)
  const otherDists = ofUrls.filter(({ url }) => tried.includes(url))
  if (otherDists.length > 0)
    return {
      code: 'dist_differs',
      file,
      found: named(otherDists.map((one) => one.dist)),
      ...(dist === null ? {} : { dist }),
    }
  const withId = ofNames.find(
    (one) => one.debugId !== null && one.release === null && baseNameOf(one.url) === baseNameOf(file),
  )
  if (withId !== undefined) return { code: 'no_debug_id', debug_id: withId.debugId! }
  const otherReleases = await findInOtherReleases(db, projectId, tried, release)
  if (otherReleases.length > 0)
    return {
      code: 'wrong_release',
      file,
      found: named(otherReleases.map((one) => one.release)),
      ...(release === null ? {} : { release }),
    }
  return { code: 'no_map', tried, ...nearMissOf(file, ofNames, release) }
}

/** Returns the files of the release that have the name of a file, and the prefix for uploads that fits the nearest. */
function nearMissOf(
  file: string,
  ofNames: MatchRecord[],
  release: string | null,
): { near?: string[]; prefix?: string } {
  const urls = [...new Set(namesakesOf(baseNameOf(file), ofNames, release).map(({ url }) => url))]
  if (urls.length === 0) return {}
  const own = pathOf(file).split('/')
  const commonParts = (url: string) => {
    const parts = pathOf(url).split('/')
    let count = 0
    while (count < own.length && own.at(-1 - count) === parts.at(-1 - count)) count++
    return count
  }
  const near = urls.sort((one, other) => commonParts(other) - commonParts(one)).slice(0, maxNear)
  return { near, prefix: `~${own.slice(0, own.length - commonParts(near[0]!)).join('/')}/` }
}

/** Near misses that a reason names. */
const maxNear = 3

function named(values: (string | null)[]): string[] {
  return [...new Set(values.map((value) => value ?? 'no release'))]
}
