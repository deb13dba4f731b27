import type { Reason } from '@bugle/symbols'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { normalizeDebugId } from './artifact.ts'
import { findByDebugIds, findByUrls, findInOtherReleases, type MatchRecord } from './match-store.ts'

/** The facts of an event by which its files are matched with artifacts. */
export interface EventSource {
  projectId: number
  release: string | null
  dist: string | null
  /** Debug ids of loaded files, as the SDK sends them. */
  images: { codeFile: string; debugId: string }[]
}

/** The artifact of a file, and the rule that found it; or the reason why there is none. */
export type Match = { by: 'debug_id' | 'url'; artifact: MatchRecord } | { reason: Reason }

/**
 * Finds the artifact of each file: by the debug id that the event names for it, else by release, dist and address. An
 * artifact without a dist serves every dist, after the exact one. Among equals the latest upload wins.
 */
export async function matchArtifacts(
  db: Kysely<Schema>,
  event: EventSource,
  files: string[],
): Promise<Map<string, Match>> {
  const { projectId, release } = event
  const ids = new Map(files.map((file) => [file, debugIdOf(event, file)]))
  const urls = new Map(files.map((file) => [file, urlsOf(file)]))
  const [ofIds, ofUrls] = await Promise.all([
    findByDebugIds(
      db,
      projectId,
      [...ids.values()].filter((id) => id !== undefined),
    ),
    findByUrls(db, projectId, [...urls.values()].flat(), release),
  ])
  const matches = new Map<string, Match>()
  const missing: string[] = []
  for (const file of files) {
    const byId = ofIds.find(({ debugId }) => debugId !== null && debugId === ids.get(file))
    const byUrl = byId ?? firstOf(ofUrls, urls.get(file)!, event.dist)
    if (byUrl === undefined) missing.push(file)
    else matches.set(file, { by: byId === undefined ? 'url' : 'debug_id', artifact: byUrl })
  }
  const elsewhere = await findInOtherReleases(
    db,
    projectId,
    missing.flatMap((file) => urls.get(file)!),
    release,
  )
  for (const file of missing) {
    const tried = urls.get(file)!
    const sameRelease = ofUrls.filter(({ url }) => tried.includes(url))
    const otherRelease = elsewhere.filter(({ url }) => tried.includes(url))
    matches.set(file, { reason: reasonOf({ file, tried, id: ids.get(file), event, sameRelease, otherRelease }) })
  }
  return matches
}

/** Returns the debug id of a file; the address of its image may differ in query and fragment. */
export function debugIdOf({ images }: Pick<EventSource, 'images'>, file: string): string | undefined {
  const plain = withoutQuery(file)
  const image =
    images.find(({ codeFile }) => codeFile === file) ?? images.find(({ codeFile }) => withoutQuery(codeFile) === plain)
  return image && normalizeDebugId(image.debugId)
}

/**
 * Lists the addresses under which a file may have been uploaded, the most exact first.
 *
 * @example urlsOf('https://shop.example/a.js?v=2#x') // ['https://shop.example/a.js?v=2', 'https://shop.example/a.js', '~/a.js?v=2', '~/a.js']
 */
export function urlsOf(file: string): string[] {
  const address = file.replace(/#.*$/s, '')
  const path = /^(?:[a-z][a-z+.-]*:\/\/[^/]*)?(\/.*)$/is.exec(address)?.[1] ?? `/${address}`
  return [...new Set([address, withoutQuery(address), `~${path}`, `~${withoutQuery(path)}`])]
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

function firstOf(found: MatchRecord[], urls: string[], dist: string | null): MatchRecord | undefined {
  for (const url of urls)
    for (const wanted of new Set([dist, null])) {
      const artifact = found.find((one) => one.url === url && one.dist === wanted)
      if (artifact !== undefined) return artifact
    }
  return undefined
}

interface Missing {
  file: string
  tried: string[]
  id: string | undefined
  event: EventSource
  sameRelease: MatchRecord[]
  otherRelease: { release: string | null }[]
}

function reasonOf({ file, tried, id, event: { release, dist }, sameRelease, otherRelease }: Missing): Reason {
  if (id !== undefined) return { code: 'debug_id_unknown', debugId: id }
  if (sameRelease.length > 0)
    return {
      code: 'dist_differs',
      file,
      ...(dist === null ? {} : { dist }),
      found: named(sameRelease.map((one) => one.dist)),
    }
  if (otherRelease.length > 0)
    return {
      ...{ code: 'wrong_release', file, ...(release === null ? {} : { release }) },
      found: named(otherRelease.map((one) => one.release)),
    }
  return { code: 'no_map', tried }
}

function named(values: (string | null)[]): string[] {
  return [...new Set(values.map((value) => value ?? 'no release'))]
}
