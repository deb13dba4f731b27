import { limits, type PutReleaseBody, type ReleaseDeploy, toProjectId } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { inBucketOf, type ProjectRecord } from '../projects/index.ts'
import { findRelease, type ListedRelease } from '../releases/index.ts'
import { namedProject, projectsOf, slugOf } from './sentry-project.ts'

/** A release in one or several projects: the tools name a release within an organization. */
export interface OrganizationRelease {
  version: string
  found: { project: ProjectRecord; release: ListedRelease }[]
}

/** Finds the projects that a request names: in its path, else in its body, else all that have the release. */
export async function projectsFor(
  db: Queryable,
  caller: Caller,
  { named, version }: { named: string[]; version: string },
): Promise<ProjectRecord[]> {
  if (named.length > 0) return Promise.all(named.slice(0, 20).map((name) => namedProject(db, caller, name)))
  const all = await projectsOf(db, caller)
  const known = await Promise.all(all.map(({ id }) => inBucketOf(db, id, () => findRelease(db, id, version))))
  const withRelease = all.filter((_, number) => known[number] !== undefined)
  return withRelease.length > 0 || all.length > 1 ? withRelease : all
}

/** @throws Refusal `not_found` */
export async function readOrganizationRelease(
  db: Queryable,
  projects: ProjectRecord[],
  version: string,
): Promise<OrganizationRelease> {
  const found: OrganizationRelease['found'] = []
  for (const project of projects) {
    const release = await inBucketOf(db, project.id, () => findRelease(db, project.id, version))
    if (release !== undefined) found.push({ project, release })
  }
  if (found.length === 0) throw new Refusal('not_found')
  return { version, found }
}

/** Converts a release to the form that the tools read. */
export function toSentryRelease({ version, found }: OrganizationRelease): object {
  const dates = found.map(({ release }) => release.firstSeenAt.getTime())
  const events = found.flatMap(({ release }) => release.lastSeenAt?.getTime() ?? [])
  const released = found.find(({ release }) => release.releasedAt !== null)?.release.releasedAt
  return {
    version,
    shortVersion: version,
    url: null,
    ref: null,
    data: {},
    authors: [],
    commitCount: 0,
    deployCount: 0,
    dateCreated: new Date(Math.min(...dates)).toISOString(),
    dateReleased: released?.toISOString() ?? null,
    firstEvent: null,
    lastEvent: events.length === 0 ? null : new Date(Math.max(...events)).toISOString(),
    newGroups: found.reduce((sum, { release }) => sum + release.newIssues, 0),
    projects: found.map(({ project }) => toSentryProject(project)),
  }
}

/** Converts a project to the form that the tools read. */
export function toSentryProject({ id, name }: ProjectRecord): object {
  return { id: toProjectId(id), slug: slugOf(name), name }
}

/** Converts a deploy to the form that the tools read. */
export function toSentryDeploy({ id, environment, name, url, started_at, finished_at }: ReleaseDeploy): object {
  return { id: String(id), environment, name, url, dateStarted: started_at, dateFinished: finished_at }
}

/** Reads what a tool says of a release; values of other types are left out. */
export function toReleaseFields(body: Record<string, unknown>): PutReleaseBody {
  const { dateStarted, dateReleased, url, ref, commits, refs } = body
  const list = Array.isArray(commits) ? commits.slice(0, limits.releaseCommits) : undefined
  const named = list?.flatMap((one: unknown) => {
    const { id, repository, author_name, author_email, message, timestamp } = (one ?? {}) as Record<string, unknown>
    const hash = shortTextOf(id)
    if (hash === undefined) return []
    return {
      id: hash,
      repository: shortTextOf(repository),
      author_name: shortTextOf(author_name),
      author_email: shortTextOf(author_email),
      message: longTextOf(message)?.trimEnd(),
      committed_at: timestampOf(timestamp),
    }
  })
  const head = (Array.isArray(refs) ? refs[0] : named?.[0]) as Record<string, unknown> | undefined
  const fields = {
    started_at: timestampOf(dateStarted),
    released_at: timestampOf(dateReleased),
    url: longTextOf(url),
    ref: shortTextOf(ref),
    commit: shortTextOf(head?.commit ?? head?.id),
    repository: shortTextOf(head?.repository),
    commits: named,
  }
  return withoutUndefined(fields) as PutReleaseBody
}

/** Returns a text of a request, cut to the length of short texts. */
export function shortTextOf(value: unknown): string | undefined {
  return textOf(value, limits.shortText)
}

export function longTextOf(value: unknown): string | undefined {
  return textOf(value, 2000)
}

export function timestampOf(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) || at < 0 || at > 253_402_300_799_999 ? undefined : new Date(at).toISOString()
}

function textOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return value.replaceAll('\0', '\uFFFD').toWellFormed().slice(0, maxLength).toWellFormed()
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(fields)) as Record<string, unknown>
}
