import {
  ChangeViewBody,
  parsePlainId,
  SeenResponse,
  toPlainId,
  toProjectId,
  type View,
  ViewBody,
  type ViewFilter,
  ViewPage,
  ViewResponse,
} from '@bugle/protocol'
import Type from 'typebox'
import { type App, endpoint, listEndpoint, positionCount, projectIdOf } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import type { IssueDeps } from '../record/index.ts'
import { toFilter } from '../search/index.ts'
import { changeView, findViews, markSeen, mayChange, removeView, saveView, type ViewRow } from '../views/index.ts'

/** Mounts saved views, and the record of when a user last looked at a project. */
export function mountViewRoutes(app: App, { db, projectsOf, now }: IssueDeps): void {
  listEndpoint(app, {
    url: '/api/views',
    summary: 'List your saved views and those shared with you, oldest first',
    tag: 'Issues',
    scope: 'issue:read',
    response: ViewPage,
    position: Type.Object({ position: positionCount }),
    find: async ({ caller }, { after, limit }) =>
      findViews(
        db,
        { userId: caller.userId, projectIds: await projectsOf(caller) },
        { after: after?.position ?? 0, limit },
      ),
    positionOf: ({ position }) => ({ position }),
    show: (views, { caller }) => ({ views: views.map((view) => toView(view, caller.userId)) }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/views',
    summary: 'Save a view',
    description:
      'A named search of one project or of all. Only you see it, unless you share it with an organization, where your role must let you decide about issues.',
    tag: 'Issues',
    access: 'caller',
    scope: 'own:write',
    addsRecords: true,
    body: ViewBody,
    status: 201,
    response: ViewResponse,
    refusals: ['not_found', 'insufficient_role'],
    handler: async ({ caller, body: { name, project_id, organization_id, filter } }) => {
      checkFilter(filter)
      const projectId = project_id == null ? null : projectIdOf(project_id)
      const organizationId = organizationIdOf(organization_id) ?? null
      const view = await saveView(db, caller, { projectId, organizationId, name, filter })
      return { view: toView(view, caller.userId) }
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/views/:id',
    summary: 'Change a saved view',
    description: 'A shared view is changed by its author, and by owners and admins of the organization.',
    tag: 'Issues',
    access: 'caller',
    scope: 'own:write',
    addsRecords: true,
    body: ChangeViewBody,
    response: ViewResponse,
    handler: async ({ caller, params, body: { name, organization_id, filter } }) => {
      if (filter !== undefined) checkFilter(filter)
      const organizationId = organizationIdOf(organization_id)
      const view = await changeView(db, caller, viewIdOf(params.id), { name, organizationId, filter })
      return { view: toView(view, caller.userId) }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/views/:id',
    summary: 'Delete a saved view',
    description: 'A shared view is deleted by its author, and by owners and admins of the organization.',
    tag: 'Issues',
    access: 'caller',
    scope: 'own:write',
    handler: async ({ caller, params }) => {
      await removeView(db, caller, viewIdOf(params.id))
      return undefined
    },
  })

  endpoint(app, {
    method: 'PUT',
    url: '/api/projects/:id/seen',
    summary: 'Mark a project as seen',
    description: 'The response contains the time of your previous visit: later issues are new to you.',
    tag: 'Projects',
    access: 'caller',
    scope: 'own:write',
    response: SeenResponse,
    handler: async ({ caller, projectId }) => {
      const { seenAt, previous } = await markSeen(db, projectId, caller.userId, now())
      return { seen_at: seenAt.toISOString(), previous_seen_at: previous?.toISOString() ?? null }
    },
  })
}

/** Validates the search of a view when it is saved; here it is in a body. */
function checkFilter(filter: ViewFilter): void {
  try {
    toFilter(filter)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('validation_failed', { errors: { filter: Object.values(error.errors ?? {}).flat() } })
  }
}

function viewIdOf(text: string): string {
  const id = parsePlainId('viw', text)
  if (id === undefined) throw new Refusal('not_found')
  return id
}

function organizationIdOf(text: string | null | undefined): string | null | undefined {
  if (text == null) return text
  const id = parsePlainId('org', text)
  if (id === undefined) throw new Refusal('not_found')
  return id
}

function toView(row: ViewRow, readerId: string): View {
  const { id, projectId, organizationId, authorId, authorName, name, filter, createdAt } = row
  return {
    id: toPlainId('viw', id),
    name,
    project_id: projectId === null ? null : toProjectId(projectId),
    organization_id: organizationId === null ? null : toPlainId('org', organizationId),
    author: authorId === null ? null : { id: toPlainId('usr', authorId), name: authorName! },
    may_change: mayChange(row, readerId),
    filter,
    created_at: createdAt.toISOString(),
  }
}
