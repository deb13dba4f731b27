import {
  type Fingerprint,
  FingerprintPage,
  type Issue,
  limits,
  MergeBody,
  MergeResponse,
  parsePlainId,
  toBoundId,
  toPlainId,
  UndoResponse,
  UnmergeBody,
  UnmergeResponse,
} from '@bugle/protocol'
import Type from 'typebox'
import { type App, endpoint, listEndpoint, positionCount, positionUuid } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import { inBucketOf, ofEachBucket } from '../../projects/index.ts'
import { type GroupRow, listGroups, mergeIssues, unmergeGroups } from '../merge/index.ts'
import {
  findIssuesById,
  getIssue,
  type IssueDeps,
  type IssueRecord,
  markEscalating,
  personOf,
  readAgain,
  showIssue,
  toGroupingView,
  toIssue,
} from '../record/index.ts'
import { undo } from '../undo.ts'

/** Mounts merge, unmerge, undo and the fingerprints of an issue. */
export function mountRegroupRoutes(app: App, deps: IssueDeps): void {
  const { db } = deps

  endpoint(app, {
    method: 'POST',
    url: '/api/issues/:id/merge',
    summary: 'Merge other issues into this one',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    addsRecords: true,
    body: MergeBody,
    response: MergeResponse,
    refusals: ['merge_across_projects'],
    handler: async ({ caller, params, body }) => {
      const survivor = await getIssue(deps, caller, params.id)
      const others: IssueRecord[] = []
      for (const id of body.ids) others.push(await getIssue(deps, caller, id))
      const undoId = await mergeIssues(db, caller, survivor, others)
      await deps.refreshTitles([survivor])
      const issue = await readAgain(deps, survivor)
      return { issue: await showIssue(deps, issue), undo_id: undoId === undefined ? null : toPlainId('und', undoId) }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/issues/:id/unmerge',
    summary: 'Split fingerprints off an issue',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    addsRecords: true,
    body: UnmergeBody,
    response: UnmergeResponse,
    handler: async ({ caller, params, body }) => {
      const issue = await getIssue(deps, caller, params.id)
      const { rest, taken, undoId } = await unmergeGroups(db, caller, issue, body.fingerprints)
      const ids = [rest, ...taken].map((issueId) => ({ projectId: issue.projectId, issueId }))
      await deps.refreshTitles(ids)
      const [remaining, ...unmerged] = await readIssues(deps, ids)
      return { issue: remaining!, unmerged, undo_id: toPlainId('und', undoId) }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/undo/:id',
    summary: 'Undo a decision',
    description: 'Restores the former state of each issue, unless somebody has changed it since.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    addsRecords: true,
    response: UndoResponse,
    handler: async ({ caller, params }) => {
      const id = parsePlainId('und', params.id)
      if (id === undefined) throw new Refusal('not_found')
      const restored = await undo(db, caller, id)
      await deps.refreshTitles(restored.filter(({ isRegrouped }) => isRegrouped))
      return {
        restored_count: restored.length,
        issues: await readIssues(deps, restored.slice(0, limits.bulkIds)),
      }
    },
  })

  listEndpoint(app, {
    url: '/api/issues/:id/fingerprints',
    summary: 'List the fingerprints of an issue, most frequent first',
    tag: 'Issues',
    scope: 'issue:read',
    response: FingerprintPage,
    position: Type.Object({ count: positionCount, id: positionUuid }),
    find: async ({ caller, params }, { after, limit }) => {
      const { projectId, issueId } = await getIssue(deps, caller, params.id)
      const groups = await listGroups(db, projectId, issueId, {
        after: after && { count: after.count, groupId: after.id },
        limit,
      })
      return groups.map((group) => ({ projectId, ...group }))
    },
    positionOf: ({ count, groupId }) => ({ count, id: groupId }),
    show: (groups) => ({ fingerprints: groups.map(({ projectId, ...group }) => toFingerprint(projectId, group)) }),
  })
}

/**
 * Reads issues by their own ids after a change of them; one that was merged meanwhile is returned as the issue it became
 * part of.
 */
async function readIssues(deps: IssueDeps, ids: readonly Pick<IssueRecord, 'projectId' | 'issueId'>[]) {
  const now = deps.now()
  const found = await ofEachBucket(deps.db, ids, async (own) =>
    markEscalating(deps.db, await findIssuesById(deps.db, own), now),
  )
  const byId = new Map(found.flat().map((issue) => [toBoundId('iss', issue.projectId, issue.issueId), issue]))
  const issues = new Map<string, Issue>()
  for (const { projectId, issueId } of ids) {
    const id = toBoundId('iss', projectId, issueId)
    const record = byId.get(id)
    const issue = record
      ? toIssue(record, now)
      : await inBucketOf(deps.db, projectId, async () => showIssue(deps, await readAgain(deps, { projectId, issueId })))
    issues.set(issue.id, issue)
  }
  return [...issues.values()]
}

function toFingerprint(projectId: number, group: GroupRow): Fingerprint {
  return {
    fingerprint: group.fingerprint,
    issue_id: toBoundId('iss', projectId, group.groupId),
    type: group.type,
    message: group.message,
    count: group.count,
    users: group.users,
    first_seen: group.firstSeenAt.toISOString(),
    last_seen: group.lastSeenAt.toISOString(),
    pinned:
      group.pinnedAt === null
        ? null
        : { at: group.pinnedAt.toISOString(), by: personOf(group.pinnedBy, group.pinnedByName) },
    retry_at: group.retryAt?.toISOString() ?? null,
    grouping: toGroupingView(group.grouping),
  }
}
