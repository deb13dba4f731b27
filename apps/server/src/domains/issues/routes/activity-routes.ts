import {
  type ActivityEntry,
  ActivityPage,
  AssigneeList,
  type Comment,
  CommentBody,
  CommentPage,
  CommentResponse,
  PageQuery,
  toPlainId,
} from '@bugle/protocol'
import Type from 'typebox'
import { type App, type Caller, cursorOf, endpoint, pageFrom, pageLimit, positionCount } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import { type ActivityRow, addComment, findActivityOf, getActivity } from '../history/index.ts'
import { getIssue, type IssueDeps, personOf } from '../record/index.ts'
import { type Assignee, findAssignees } from '../state/index.ts'

const cursor = cursorOf(Type.Object({ id: positionCount }))

/** Mounts the activity of an issue and its comments. */
export function mountActivityRoutes(app: App, deps: IssueDeps): void {
  const { pool } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/activity',
    summary: 'List the activity of an issue, newest first',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: PageQuery,
    response: ActivityPage,
    handler: async ({ caller, params, query }) => {
      const { entries, next_cursor } = await page(deps, caller, params.id, query)
      return { activity: entries.map(toActivity), next_cursor }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/assignees',
    summary: 'List members and teams whom issues can be assigned to',
    description: 'Those who see the project. Members first, each by name.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: AssigneeList,
    handler: async ({ projectId }) => ({
      assignees: (await findAssignees(pool, projectId)).map(({ kind, id, name }) => ({
        id: toPlainId(kind, id),
        name,
      })),
    }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/comments',
    summary: 'List the comments on an issue, newest first',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: PageQuery,
    response: CommentPage,
    handler: async ({ caller, params, query }) => {
      const { entries, next_cursor } = await page(deps, caller, params.id, query, 'commented')
      return { comments: entries.map(toComment), next_cursor }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/issues/:id/comments',
    summary: 'Comment on an issue',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:write',
    addsRecords: true,
    body: CommentBody,
    status: 201,
    response: CommentResponse,
    handler: async ({ caller, params, body: { text, mentions = [] } }) => {
      const issue = await getIssue(deps, caller, params.id)
      const people = await mentionedBy(deps, issue.projectId, mentions)
      const id = await addComment(pool, issue, caller, {
        text,
        mentions: people.map(({ kind, id: uuid, name }) => ({ id: toPlainId(kind, uuid), name })),
        onAdded: (tx, activityId) =>
          deps.notifyMentioned(tx, {
            projectId: issue.projectId,
            issueId: issue.issueId,
            activityId,
            userIds: people.map((person) => person.id),
            byId: caller.userId,
          }),
      })
      return { comment: toComment(await getActivity(pool, issue.projectId, id)) }
    },
  })
}

/** @throws Refusal `validation_failed` unless all of them see the project */
async function mentionedBy({ pool }: IssueDeps, projectId: number, ids: readonly string[]): Promise<Assignee[]> {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  const found = (await findAssignees(pool, projectId)).filter(
    ({ kind, id }) => kind === 'usr' && wanted.has(toPlainId(kind, id)),
  )
  if (found.length === wanted.size) return found
  throw new Refusal('validation_failed', { errors: { mentions: ['must be members who see the project'] } })
}

async function page(
  deps: IssueDeps,
  caller: Caller,
  id: string,
  query: { limit?: number; cursor?: string },
  kind?: ActivityRow['kind'],
) {
  const { projectId, issueId } = await getIssue(deps, caller, id)
  const limit = pageLimit(query)
  const before = cursor.read(query.cursor)?.id
  const rows = await findActivityOf(deps.pool, projectId, issueId, { before, limit: limit + 1, ...(kind && { kind }) })
  return pageFrom(rows, limit, (last) => cursor.write({ id: last.id }))
}

function toActivity({ id, occurredAt, userId, userName, kind, details }: ActivityRow): ActivityEntry {
  return { id, at: occurredAt.toISOString(), by: personOf(userId, userName), kind, details }
}

function toComment({ id, occurredAt, userId, userName, details }: ActivityRow): Comment {
  return { id, at: occurredAt.toISOString(), by: personOf(userId, userName), text: String(details.text) }
}
