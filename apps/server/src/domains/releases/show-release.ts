import {
  limits,
  type PutReleaseBody,
  type Release,
  type ReleaseCommit,
  type ReleaseDeploy,
  type ReleaseDetails,
  toPlainId,
} from '@bugle/protocol'
import { type Database, type Queryable, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { countStacksOfRelease } from '../exact-groups/index.ts'
import { findIssuesById, toIssue } from '../issues/index.ts'
import { type DeployRecord, findDeploys } from './deploy-store.ts'
import {
  type FoundIssues,
  findArtifactSums,
  findDays,
  findNewIssues,
  findRegressedIssues,
  findRelease,
  findReleaseBefore,
  type ListedRelease,
} from './release-list-store.ts'
import { findRecord, putRelease } from './release-store.ts'
import { findUpdates, putUpdate, type UpdateRecord } from './update-store.ts'

/** Entries of each list of a release. */
const shownIssues = 20
const shownDeploys = 50
const shownUpdates = 50
const shownDays = 30

export interface ReadDeps {
  db: Database
  now: () => Date
}

export interface ReleaseKey {
  projectId: number
  version: string
}

/** Records a release, or changes what is recorded of it. */
export function recordRelease(
  db: Database,
  key: ReleaseKey & { userId: string },
  { started_at, released_at, commits, expo, ...fields }: PutReleaseBody,
): Promise<void> {
  return transaction(db, async (tx) => {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    await putRelease(tx, key, {
      ...given,
      startedAt: started_at ?? undefined,
      releasedAt: released_at ?? undefined,
      commits: commits?.slice(0, limits.releaseCommits),
    })
    if (expo == null) return
    const { update_id: updateId, group, runtime_version: runtimeVersion, channel, message } = expo
    await putUpdate(tx, key, {
      updateId,
      group: group ?? null,
      runtimeVersion: runtimeVersion ?? null,
      channel: channel ?? null,
      message: message ?? null,
    })
  })
}

/**
 * Reads a release with what happened in it.
 *
 * @throws Refusal `not_found`
 */
export async function readRelease(deps: ReadDeps, { projectId, version }: ReleaseKey): Promise<ReleaseDetails> {
  const { db } = deps
  const listed = await findRelease(db, projectId, version)
  if (listed === undefined) throw new Refusal('not_found')
  const { id, firstSeenAt } = listed
  const record = await findRecord(db, projectId, version)
  const none: FoundIssues = { count: 0, issueIds: [] }
  const [brought, regressed] = [
    id === null ? none : await findNewIssues(db, projectId, id, shownIssues),
    id === null ? none : await findRegressedIssues(db, projectId, { releaseId: id, firstSeenAt }, shownIssues),
  ]
  return {
    ...toRelease(listed),
    url: record?.url ?? null,
    repository: record?.repository ?? null,
    ref: record?.ref ?? null,
    started_at: record?.startedAt?.toISOString() ?? null,
    recorded_at: record?.recordedAt.toISOString() ?? null,
    recorded_by:
      record === undefined || record.recordedByName === null
        ? null
        : { id: toPlainId('usr', record.recordedBy), name: record.recordedByName },
    commits: (record?.commits ?? []).map(toCommit),
    deploys: (await findDeploys(db, projectId, version, shownDeploys)).map(toDeploy),
    updates: (await findUpdates(db, projectId, version, shownUpdates)).map(toUpdate),
    new: await showIssues(deps, projectId, brought),
    regressed: await showIssues(deps, projectId, regressed),
    days: id === null ? [] : await findDays(db, projectId, id, shownDays),
    artifacts_by_kind: await findArtifactSums(db, projectId, version),
    stacks: await countStacksOfRelease(db, projectId, version),
    previous: toPrevious(await findPrevious(db, projectId, listed, record?.previous ?? null)),
  }
}

/** Finds the release that a build named as the one before, else the one that was seen before. */
async function findPrevious(
  db: Queryable,
  projectId: number,
  { version, position }: ListedRelease,
  named: string | null,
): Promise<ListedRelease | undefined> {
  const known = named === null ? undefined : await findRelease(db, projectId, named)
  return known ?? findReleaseBefore(db, projectId, { at: position, version })
}

async function showIssues({ db, now }: ReadDeps, projectId: number, { count, issueIds }: FoundIssues) {
  const records = await findIssuesById(
    db,
    issueIds.map((issueId) => ({ projectId, issueId })),
  )
  return { count, issues: records.map((record) => toIssue(record, now())) }
}

/** Converts a release to its API form. */
export function toRelease(release: ListedRelease): Release {
  const { version, firstSeenAt, lastSeenAt, count, newIssues, artifacts, isRecorded } = release
  const { dist, platform, releasedAt, commit, regressedIssues, environments, deploys } = release
  return {
    version,
    first_seen: firstSeenAt.toISOString(),
    last_seen: lastSeenAt?.toISOString() ?? null,
    count,
    new_issues: newIssues,
    regressed_issues: regressedIssues,
    environments,
    deploys: deploys.map(({ environment, finished_at }) => ({
      environment,
      finished_at: new Date(finished_at).toISOString(),
    })),
    artifacts,
    is_recorded: isRecorded,
    dist,
    platform,
    released_at: releasedAt?.toISOString() ?? null,
    commit,
  }
}

export function toDeploy({ startedAt, finishedAt, ...deploy }: DeployRecord): ReleaseDeploy {
  return { ...deploy, started_at: startedAt?.toISOString() ?? null, finished_at: finishedAt.toISOString() }
}

function toUpdate({ updateId, group, runtimeVersion, channel, message, createdAt }: UpdateRecord) {
  const created_at = createdAt.toISOString()
  return { update_id: updateId, group, runtime_version: runtimeVersion, channel, message, created_at }
}

function toCommit({ id, repository, author_name, author_email, message, committed_at }: ReleaseCommit) {
  return {
    id,
    repository: repository ?? null,
    author_name: author_name ?? null,
    author_email: author_email ?? null,
    message: message ?? null,
    committed_at: committed_at ?? null,
  }
}

function toPrevious(release: ListedRelease | undefined): ReleaseDetails['previous'] {
  if (release === undefined) return null
  const { version, firstSeenAt, count, newIssues } = release
  return { version, first_seen: firstSeenAt.toISOString(), count, new_issues: newIssues }
}
