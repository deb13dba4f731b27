import {
  ChangeProjectBody,
  CreateProjectBody,
  CreateProjectResponse,
  type Project,
  ProjectPage,
  ProjectResponse,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, endpoint, listEndpoint, originOf } from '../../http/index.ts'
import { auditActorOf } from '../organizations/index.ts'
import { mountDsnRoutes } from './dsn-routes.ts'
import { changeProject, createProject, deleteProject, type OnProjectCreated } from './manage-projects.ts'
import type { Activity, ProjectActivity } from './project.ts'
import { findProjects, getProject, type ProjectRecord } from './project-store.ts'
import { mountTokenRoutes } from './token-routes.ts'

export interface ProjectDeps {
  db: Database
  /** Public address of the server. */
  url: string
  projectActivity: ProjectActivity
  onCreated: OnProjectCreated
  now: () => Date
}

export function mountProjects(app: App, deps: ProjectDeps): void {
  mountProjectRoutes(app, deps)
  mountTokenRoutes(app, deps)
  mountDsnRoutes(app, deps)
}

function mountProjectRoutes(app: App, { db, projectActivity, onCreated }: ProjectDeps): void {
  const shown = async (projects: ProjectRecord[]): Promise<Project[]> => {
    const activity = await projectActivity(projects.map(({ id }) => id))
    return projects.map((project) => toProject(project, activity.get(project.id)))
  }

  endpoint(app, {
    method: 'POST',
    url: '/api/projects',
    summary: 'Create a project',
    description: 'Only this response and that of a regeneration show the ingest token.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    addsRecords: true,
    body: CreateProjectBody,
    status: 201,
    response: CreateProjectResponse,
    refusals: ['not_found'],
    handler: async ({ caller, body, request }) => {
      const auditActor = auditActorOf(caller, originOf(request))
      const { project, ingestToken } = await createProject({ db, onCreated }, caller, auditActor, body)
      return { project: toProject(project, undefined), ingest_token: ingestToken }
    },
  })

  listEndpoint(app, {
    url: '/api/projects',
    summary: 'List projects, oldest first',
    tag: 'Projects',
    scope: 'project:read',
    response: ProjectPage,
    find: ({ caller }, { after, limit }) => findProjects(db, caller, { after: after?.id, limit }),
    positionOf: ({ id }) => ({ id }),
    show: async (projects) => ({ projects: await shown(projects) }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id',
    summary: 'Get a project',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: ProjectResponse,
    handler: async ({ caller, projectId }) => {
      const [project] = await shown([await getProject(db, caller, projectId)])
      return { project: project! }
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/projects/:id',
    summary: 'Update a project',
    description: 'Changes only the fields sent. `app_id` alone replaces the first of `app_ids`.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    addsRecords: true,
    body: ChangeProjectBody,
    response: ProjectResponse,
    handler: async ({ caller, projectId, body, request }) => {
      const auditActor = auditActorOf(caller, originOf(request))
      const [project] = await shown([await changeProject(db, caller, auditActor, projectId, body)])
      return { project: project! }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id',
    summary: 'Delete a project and everything in it',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    handler: async ({ caller, projectId, request }) => {
      await deleteProject(db, caller, auditActorOf(caller, originOf(request)), projectId)
      return undefined
    },
  })
}

function toProject(project: ProjectRecord, activity: Activity | undefined): Project {
  return {
    id: toProjectId(project.id),
    organization_id: toPlainId('org', project.organizationId),
    name: project.name,
    app_id: project.appIds[0]!,
    app_ids: project.appIds,
    platform: project.platform,
    created_at: project.createdAt.toISOString(),
    ingest_token_last4: project.ingestTokenLast4,
    last_event_at: activity?.last_event_at?.toISOString() ?? null,
    unresolved_count: activity?.unresolved_count ?? 0,
    events_24h: activity?.events_24h ?? 0,
  }
}
