import {
  BulkAnswer,
  BulkBody,
  ChangeIssueAnswer,
  ChangeIssueBody,
  messageOf,
  toBoundId,
  toPlainId,
} from '@bugle/protocol'
import { type App, type Caller, endpoint } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { changeIssues, type IssueKey } from './change-issues.ts'
import { getIssue, type IssueDeps } from './get-issue.ts'
import { toIssue } from './issue.ts'

/** What people decide about issues. */
export function mountChangeRoutes(app: App, deps: IssueDeps): void {
  endpoint(app, {
    method: 'PATCH',
    url: '/api/issues/:id',
    summary: 'Decide about an issue',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    body: ChangeIssueBody,
    answer: ChangeIssueAnswer,
    refusals: ['no_release_known'],
    handler: async ({ caller, params, body }) => {
      const issue = await getIssue(deps, caller, params.id)
      const { failed, undoId } = await changeIssues(deps.pool, caller.userId, [issue], body, deps.now())
      if (failed[0] !== undefined) throw failed[0].refusal
      return { issue: toIssue(await getIssue(deps, caller, params.id)), undo_id: undoIdOf(undoId) }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/issues/bulk',
    summary: 'Decide about many issues at once',
    description: 'What cannot be done to an issue is listed under `failed`; the others are changed all the same.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    body: BulkBody,
    answer: BulkAnswer,
    handler: async ({ caller, body }) => {
      const { found, failed } = await findAll(deps, caller, body.ids)
      const changed = await changeIssues(deps.pool, caller.userId, [...found.values()], body.patch, deps.now())
      const refusals = new Map(changed.failed.map(({ issueId, refusal }) => [issueId, refusal]))
      for (const [id, { issueId }] of found) {
        const refusal = refusals.get(issueId)
        if (refusal !== undefined) failed.push({ id, code: refusal.code, message: refusal.message })
      }
      return { updated_count: changed.updated.length, failed, undo_id: undoIdOf(changed.undoId) }
    },
  })
}

/** The issues that ids name, each once; ids of merged ones name the same. */
async function findAll(deps: IssueDeps, caller: Caller, ids: readonly string[]) {
  const found = new Map<string, IssueKey>()
  const failed: BulkAnswer['failed'] = []
  const seen = new Set<string>()
  for (const id of new Set(ids)) {
    try {
      const { projectId, issueId } = await getIssue(deps, caller, id)
      const key = toBoundId('iss', projectId, issueId)
      if (!seen.has(key)) found.set(id, { projectId, issueId })
      seen.add(key)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
      failed.push({ id, code: error.code, message: messageOf(error.code) })
    }
  }
  return { found, failed }
}

function undoIdOf(undoId: string | undefined): string | null {
  return undoId === undefined ? null : toPlainId('und', undoId)
}
