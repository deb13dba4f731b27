import {
  BulkBody,
  BulkResponse,
  ChangeIssueBody,
  ChangeIssueResponse,
  messageOf,
  toBoundId,
  toPlainId,
} from '@bugle/protocol'
import {
  type App,
  type Caller,
  endpoint,
  noteRecords,
  originOf,
  projectIdOf,
  refuseFullRecords,
} from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import type { IssueKey } from '../../live-updates/index.ts'
import { auditActorOf } from '../../organizations/index.ts'
import { deleteIssue } from '../deletion/index.ts'
import { findIssueKeysOf, getIssue, type IssueDeps, readAgain, showIssue } from '../record/index.ts'
import { findMatching } from '../search/index.ts'
import { changeIssues } from '../state/index.ts'

/** Mounts the routes that change and delete issues. */
export function mountChangeRoutes(app: App, deps: IssueDeps): void {
  endpoint(app, {
    method: 'PATCH',
    url: '/api/issues/:id',
    summary: 'Update an issue',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    addsRecords: true,
    body: ChangeIssueBody,
    response: ChangeIssueResponse,
    refusals: ['no_release_known'],
    handler: async ({ caller, params, body }) => {
      const issue = await getIssue(deps, caller, params.id)
      const { failed, undoId } = await changeIssues(deps, caller, [issue], body, deps.now())
      if (failed[0] !== undefined) throw failed[0].refusal
      return { issue: await showIssue(deps, await readAgain(deps, issue)), undo_id: undoIdOf(undoId) }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/issues/bulk',
    summary: 'Update many issues at once',
    description: [
      'Changes the issues with these `ids`, or all issues of a list: then the body has the parameters of the list and, as `expected_count`, the number of issues that it returned.',
      'Issues that cannot be changed are listed under `failed`; the others are changed.',
    ].join(' '),
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    addsRecords: true,
    body: BulkBody,
    response: BulkResponse,
    refusals: ['count_changed', 'invalid_parameter', 'not_found'],
    handler: async ({ caller, body }) => {
      const { found, failed } = await findMeant(deps, caller, body)
      const projects = new Set([...found.values()].map(({ projectId }) => projectId))
      for (const projectId of projects) refuseFullRecords(app.recordsSpace, projectId)
      const changed = await changeIssues(deps, caller, [...found.values()], body.patch, deps.now())
      for (const { projectId } of changed.updated) noteRecords(app.recordsSpace, projectId, 0)
      const refusals = new Map(changed.failed.map(({ issueId, refusal }) => [issueId, refusal]))
      for (const [id, { issueId }] of found) {
        const refusal = refusals.get(issueId)
        if (refusal !== undefined) failed.push({ id, code: refusal.code, message: refusal.message })
      }
      return { updated_count: changed.updated.length, failed, undo_id: undoIdOf(changed.undoId) }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/issues/:id',
    summary: 'Delete an issue',
    description: [
      'Deletes its events, counters and history, including those of merged issues. This cannot be undone.',
      'If the same error occurs again, it is a new issue that counts from zero. The project’s totals are unchanged.',
    ].join(' '),
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:delete',
    handler: async ({ caller, params, request }) => {
      const issue = await getIssue(deps, caller, params.id)
      const { db, dropQueuedCounts } = deps
      const auditActor = auditActorOf(caller, originOf(request))
      await deleteIssue(db, { issue, caller, auditActor, dropQueuedCounts })
      return undefined
    },
  })
}

function findMeant(deps: IssueDeps, caller: Caller, { ids, patch: _, ...list }: BulkBody) {
  if ((ids === undefined) === (list.query === undefined))
    throw wrong('ids', 'is required, unless query and expected_count are given')
  if (ids === undefined) return findListed(deps, caller, list)
  const [extra] = Object.keys(list)
  if (extra !== undefined) throw wrong(extra, 'cannot be combined with ids')
  return findAll(deps, caller, ids)
}

/** Returns all issues of a list. */
async function findListed(
  deps: IssueDeps,
  caller: Caller,
  { project_id, expected_count, ...params }: Omit<BulkBody, 'ids' | 'patch'>,
) {
  if (expected_count === undefined) throw wrong('expected_count', 'is required with query')
  const projectIds = project_id === undefined ? await deps.projectsOf(caller) : [projectIdOf(project_id)]
  if (project_id !== undefined) await deps.authorize(caller, projectIds[0]!)
  const issues = await findMatching(deps.db, {
    projectIds,
    params,
    expectedCount: expected_count,
    userId: caller.userId,
    now: deps.now(),
  })
  const found = new Map(issues.map((issue) => [toBoundId('iss', issue.projectId, issue.issueId), issue]))
  return { found, failed: [] as BulkResponse['failed'] }
}

function wrong(field: string, text: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [text] } })
}

/** Returns the issues with these ids, each once; ids of merged issues name the same one. */
async function findAll(deps: IssueDeps, caller: Caller, ids: readonly string[]) {
  const found = new Map<string, IssueKey>()
  const failed: BulkResponse['failed'] = []
  const seen = new Set<string>()
  for (const [id, issue] of await findIssueKeysOf(deps, caller, [...new Set(ids)])) {
    if (issue === undefined) {
      failed.push({ id, code: 'not_found', message: messageOf('not_found') })
      continue
    }
    const key = toBoundId('iss', issue.projectId, issue.issueId)
    if (!seen.has(key)) found.set(id, issue)
    seen.add(key)
  }
  return { found, failed }
}

function undoIdOf(undoId: string | undefined): string | null {
  return undoId === undefined ? null : toPlainId('und', undoId)
}
