import {
  BulkBody,
  BulkResponse,
  ChangeIssueBody,
  ChangeIssueResponse,
  messageOf,
  toBoundId,
  toPlainId,
} from '@bugle/protocol'
import { type App, type Caller, endpoint, originOf, projectIdOf } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import { deleteIssue } from '../erasure/index.ts'
import type { IssueKey } from '../history/index.ts'
import { findIssueKeysOf, getIssue, type IssueDeps, showIssue } from '../record/index.ts'
import { findMatching } from '../search/index.ts'
import { changeIssues } from '../state/index.ts'

/** Mounts the routes that change issues, one or many, and delete them. */
export function mountChangeRoutes(app: App, deps: IssueDeps): void {
  endpoint(app, {
    method: 'PATCH',
    url: '/api/issues/:id',
    summary: 'Update an issue',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    body: ChangeIssueBody,
    response: ChangeIssueResponse,
    refusals: ['no_release_known'],
    handler: async ({ caller, params, body }) => {
      const issue = await getIssue(deps, caller, params.id)
      const { failed, undoId } = await changeIssues(deps.pool, caller.userId, [issue], body, deps.now())
      if (failed[0] !== undefined) throw failed[0].refusal
      return { issue: await showIssue(deps, await getIssue(deps, caller, params.id)), undo_id: undoIdOf(undoId) }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/issues/bulk',
    summary: 'Update many issues at once',
    description: [
      'Those with these `ids`, or all that a list is of: then the body has its parameters and, as `expected_count`, how many it said.',
      'What cannot be done to an issue is listed under `failed`; the others are changed all the same.',
    ].join(' '),
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    body: BulkBody,
    response: BulkResponse,
    refusals: ['count_changed', 'invalid_parameter', 'not_found'],
    handler: async ({ caller, body }) => {
      const { found, failed } = await findMeant(deps, caller, body)
      const changed = await changeIssues(deps.pool, caller.userId, [...found.values()], body.patch, deps.now())
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
      'Its events, counters and history go, and those of what was merged into it. This cannot be undone.',
      'The same error, when it comes again, is a new issue that counts from zero. Numbers of the project stay.',
    ].join(' '),
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    handler: async ({ caller, params, request }) => {
      const issue = await getIssue(deps, caller, params.id)
      const { pool, dropQueuedTags } = deps
      await deleteIssue(pool, { issue, userId: caller.userId, origin: originOf(request), dropQueuedTags })
      return undefined
    },
  })
}

function findMeant(deps: IssueDeps, caller: Caller, { ids, patch: _, ...list }: BulkBody) {
  if ((ids === undefined) === (list.query === undefined))
    throw wrong('ids', 'must be there, or else query with expected_count')
  if (ids === undefined) return findListed(deps, caller, list)
  const [extra] = Object.keys(list)
  if (extra !== undefined) throw wrong(extra, 'cannot come with ids')
  return findAll(deps, caller, ids)
}

/** The issues that a list is of. */
async function findListed(
  deps: IssueDeps,
  caller: Caller,
  { project_id, expected_count, ...params }: Omit<BulkBody, 'ids' | 'patch'>,
) {
  if (expected_count === undefined) throw wrong('expected_count', 'is required with query')
  const projectIds = project_id === undefined ? await deps.projectsOf(caller) : [projectIdOf(project_id)]
  if (project_id !== undefined) await deps.authorize(caller, projectIds[0]!)
  const issues = await findMatching(deps.pool, {
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

/** The issues that ids name, each once; ids of merged ones name the same. */
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
