import {
  limits,
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
import { transaction } from '../../../db/database.ts'
import { type App, endpoint, listEndpoint, positionCount, projectIdOf } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import type { IssueDeps } from '../record/index.ts'
import { toFilter } from '../search/index.ts'
import { addView, deleteView, findViews, markSeen, type ViewRow } from '../views/index.ts'

/** Mounts saved views, and the record of when a user last looked at a project. */
export function mountViewRoutes(app: App, { db, authorize, projectsOf, now }: IssueDeps): void {
  listEndpoint(app, {
    url: '/api/views',
    summary: 'List your saved views, oldest first',
    tag: 'Issues',
    scope: 'issue:read',
    response: ViewPage,
    position: Type.Object({ position: positionCount }),
    find: async ({ caller }, { after, limit }) =>
      findViews(db, {
        userId: caller.userId,
        projectIds: await projectsOf(caller),
        after: after?.position ?? 0,
        limit,
      }),
    positionOf: ({ position }) => ({ position }),
    show: (views) => ({ views: views.map(toView) }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/views',
    summary: 'Save a view',
    description: 'A named search of one project or of all. Only you see it.',
    tag: 'Issues',
    access: 'caller',
    scope: 'own:write',
    addsRecords: true,
    body: ViewBody,
    status: 201,
    response: ViewResponse,
    refusals: ['not_found'],
    handler: async ({ caller, body: { name, project_id, filter } }) => {
      checkFilter(filter)
      const projectId = project_id == null ? null : projectIdOf(project_id)
      if (projectId !== null) await authorize(caller, projectId)
      const view = await transaction(db, (tx) => addView(tx, caller.userId, { projectId, name, filter }))
      if (view === undefined)
        throw new Refusal('validation_failed', {
          errors: { name: [`you have ${limits.views} views; delete one first`] },
        })
      return { view: toView(view) }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/views/:id',
    summary: 'Delete a saved view',
    tag: 'Issues',
    access: 'caller',
    scope: 'own:write',
    handler: async ({ caller, params }) => {
      const id = parsePlainId('viw', params.id)
      if (id === undefined || !(await deleteView(db, caller.userId, id))) throw new Refusal('not_found')
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

function toView({ id, projectId, name, filter, createdAt }: ViewRow): View {
  return {
    id: toPlainId('viw', id),
    name,
    project_id: projectId === null ? null : toProjectId(projectId),
    filter,
    created_at: createdAt.toISOString(),
  }
}
