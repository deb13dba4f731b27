import {
  type ActivityEntry,
  ActivityPage,
  AssigneeList,
  type Comment,
  CommentBody,
  CommentPage,
  CommentResponse,
  toPlainId,
} from '@bugle/protocol'
import { type App, type Caller, endpoint, listEndpoint } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import { type ActivityRow, addComment, findActivityOf, getActivity } from '../history/index.ts'
import { getIssue, type IssueDeps, personOf } from '../record/index.ts'
import { type Assignee, findAssignees } from '../state/index.ts'

/** Mounts the activity of an issue and its comments. */
export function mountActivityRoutes(app: App, deps: IssueDeps): void {
  const { db } = deps

  listEndpoint(app, {
    url: '/api/issues/:id/activity',
    summary: 'List the activity of an issue, newest first',
    tag: 'Issues',
    scope: 'issue:read',
    response: ActivityPage,
    find: ({ caller, params }, page) => findEntries(deps, caller, params.id, page),
    positionOf: ({ id }) => ({ id }),
    show: (entries) => ({ activity: entries.map(toActivity) }),
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
      assignees: (await findAssignees(db, projectId)).map(({ kind, id, name }) => ({
        id: toPlainId(kind, id),
        name,
      })),
    }),
  })

  listEndpoint(app, {
    url: '/api/issues/:id/comments',
    summary: 'List the comments on an issue, newest first',
    tag: 'Issues',
    scope: 'issue:read',
    response: CommentPage,
    find: ({ caller, params }, page) => findEntries(deps, caller, params.id, page, 'commented'),
    positionOf: ({ id }) => ({ id }),
    show: (entries) => ({ comments: entries.map(toComment) }),
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
      const mentioned = await mentionedBy(deps, issue.projectId, mentions)
      const id = await addComment(db, issue, caller, {
        text,
        mentions: mentioned.map(({ kind, id: uuid, name }) => ({ id: toPlainId(kind, uuid), name })),
        onAdded: (tx, activityId) =>
          deps.notifyMentioned(tx, {
            projectId: issue.projectId,
            issueId: issue.issueId,
            activityId,
            mentioned,
            byId: caller.userId,
          }),
      })
      return { comment: toComment(await getActivity(db, issue.projectId, id)) }
    },
  })
}

/** @throws Refusal `validation_failed` unless all of them see the project, or are teams that have it */
async function mentionedBy({ db }: IssueDeps, projectId: number, ids: readonly string[]): Promise<Assignee[]> {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  const found = (await findAssignees(db, projectId)).filter(({ kind, id }) => wanted.has(toPlainId(kind, id)))
  if (found.length === wanted.size) return found
  throw new Refusal('validation_failed', {
    errors: { mentions: ['must be members who see the project, or teams that have it'] },
  })
}

async function findEntries(
  deps: IssueDeps,
  caller: Caller,
  id: string,
  { after, limit }: { after: { id: number } | undefined; limit: number },
  kind?: ActivityRow['kind'],
): Promise<ActivityRow[]> {
  const { projectId, issueId } = await getIssue(deps, caller, id)
  return findActivityOf(deps.db, projectId, issueId, { before: after?.id, limit, ...(kind && { kind }) })
}

function toActivity({ id, occurredAt, userId, userName, kind, details }: ActivityRow): ActivityEntry {
  return { id, at: occurredAt.toISOString(), by: personOf(userId, userName), kind, details }
}

function toComment({ id, occurredAt, userId, userName, details }: ActivityRow): Comment {
  return { id, at: occurredAt.toISOString(), by: personOf(userId, userName), text: String(details.text) }
}
