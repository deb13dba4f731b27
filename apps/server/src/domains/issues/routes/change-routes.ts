import {
  BulkBody,
  BulkResponse,
  ChangeIssueBody,
  ChangeIssueResponse,
  limits,
  messageOf,
  parseBoundId,
  toBoundId,
  toPlainId,
} from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
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
import { ofBucketsWith, ofEachBucket } from '../../projects/index.ts'
import { deleteIssue } from '../deletion/index.ts'
import { findIssueKeysOf, getIssue, type IssueDeps, readAgain, showIssue } from '../record/index.ts'
import { findMatching, findMatchingPortion } from '../search/index.ts'
import { changeIssues } from '../state/index.ts'

const keyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.shortText,
      description:
        'Any text that names this change: a retry with it changes nothing and gets the same `undo_id`, for as long as the change can be undone.',
    }),
  ),
})

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
    headers: keyHeader,
    body: ChangeIssueBody,
    response: ChangeIssueResponse,
    refusals: ['no_release_known'],
    handler: async ({ caller, params, body, request }) => {
      const issue = await getIssue(deps, caller, params.id)
      const asked = { patch: body, now: deps.now(), key: keyOf(request) }
      const { failed, undoId } = await changeIssues(deps, caller, [issue], asked)
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
    headers: keyHeader,
    body: BulkBody,
    response: BulkResponse,
    refusals: ['count_changed', 'invalid_parameter', 'not_found'],
    handler: async ({ caller, body, request }) => {
      const { found, failed, next } = await findMeant(deps, caller, body)
      const projects = new Set([...found.values()].map(({ projectId }) => projectId))
      await ofBucketsWith(deps.db, [...projects], async (own) => {
        for (const projectId of own) refuseFullRecords(app.recordsSpace, projectId)
      })
      const asked = { patch: body.patch, now: deps.now(), key: keyOf(request) }
      const changed = await changeIssues(deps, caller, [...found.values()], asked)
      await ofEachBucket(deps.db, changed.updated, async (own) => {
        for (const { projectId } of own) noteRecords(app.recordsSpace, projectId, 0)
      })
      const refusals = new Map(changed.failed.map(({ issueId, refusal }) => [issueId, refusal]))
      for (const [id, { issueId }] of found) {
        const refusal = refusals.get(issueId)
        if (refusal !== undefined) failed.push({ id, code: refusal.code, message: refusal.message })
      }
      const result = { updated_count: changed.updated.length, failed, undo_id: undoIdOf(changed.undoId) }
      return body.in_portions === true ? { ...result, next_after: next } : result
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

function keyOf({ headers }: FastifyRequest): string | undefined {
  const { 'idempotency-key': key } = headers
  return typeof key === 'string' ? key : undefined
}

interface Meant {
  /** Issues by public id. */
  found: Map<string, IssueKey>
  failed: BulkResponse['failed']
  /** The last issue of a portion, where more follow. */
  next: string | null
}

function findMeant(deps: IssueDeps, caller: Caller, { ids, patch: _, ...list }: BulkBody): Promise<Meant> {
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
  { project_id, expected_count, in_portions, after, ...params }: Omit<BulkBody, 'ids' | 'patch'>,
): Promise<Meant> {
  if (expected_count === undefined) throw wrong('expected_count', 'is required with query')
  const projectIds = project_id === undefined ? await deps.projectsOf(caller) : [projectIdOf(project_id)]
  if (project_id !== undefined) await deps.authorize(caller, projectIds[0]!)
  const matching = { projectIds, params, expectedCount: expected_count, userId: caller.userId, now: deps.now() }
  if (in_portions !== true && after != null) throw wrong('after', 'needs in_portions')
  const { issues, next } =
    in_portions === true
      ? await findMatchingPortion(deps.db, matching, { after: after == null ? undefined : positionOf(after) })
      : { issues: await findMatching(deps.db, matching), next: undefined }
  return { found: new Map(issues.map((issue) => [idOf(issue), issue])), failed: [], next: next ? idOf(next) : null }
}

function idOf({ projectId, issueId }: IssueKey): string {
  return toBoundId('iss', projectId, issueId)
}

function positionOf(after: string): IssueKey {
  const parsed = parseBoundId('iss', after)
  if (parsed === undefined) throw wrong('after', 'must be next_after of the former portion')
  return { projectId: parsed.projectId, issueId: parsed.uuid }
}

function wrong(field: string, text: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [text] } })
}

/** Returns the issues with these ids, each once; ids of merged issues name the same one. */
async function findAll(deps: IssueDeps, caller: Caller, ids: readonly string[]): Promise<Meant> {
  const found = new Map<string, IssueKey>()
  const failed: BulkResponse['failed'] = []
  const seen = new Set<string>()
  for (const [id, issue] of await findIssueKeysOf(deps, caller, [...new Set(ids)])) {
    if (issue === undefined) {
      failed.push({ id, code: 'not_found', message: messageOf('not_found') })
      continue
    }
    const key = idOf(issue)
    if (!seen.has(key)) found.set(id, issue)
    seen.add(key)
  }
  return { found, failed, next: null }
}

function undoIdOf(undoId: string | undefined): string | null {
  return undoId === undefined ? null : toPlainId('und', undoId)
}
