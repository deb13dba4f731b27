import {
  ChangeDoorSettingsBody,
  ChangeDsnKeyBody,
  ChangeProjectBody,
  CreateDsnKeyBody,
  CreateProjectBody,
  CreateProjectResponse,
  DoorSettings,
  DsnKey,
  DsnKeys,
  IngestTokens,
  PageQuery,
  type Project,
  ProjectPage,
  ProjectResponse,
  RegenerateBody,
  RegenerateResponse,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import Type from 'typebox'
import type { Database } from '../../db/database.ts'
import { type App, cursorOf, endpoint, numberOf, originOf, pageFrom, pageLimit } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { actingOf } from '../organizations/index.ts'
import { changeDoorSettings, getDoorSettings } from './door-settings.ts'
import { changeDsnKey, createDsnKey, dsnOf, revokeDsnKey } from './dsn-key.ts'
import { type DsnKeyRecord, findDsnKeys } from './dsn-key-store.ts'
import { findLiveTokens, type LiveToken } from './ingest-token-store.ts'
import { changeProject, createProject, deleteProject, regenerateToken } from './manage-projects.ts'
import type { Activity, ProjectActivity } from './project.ts'
import { findProjects, getProject, type ProjectRecord } from './project-store.ts'

export interface ProjectDeps {
  database: Database
  /** Public address of the server. */
  url: string
  projectActivity: ProjectActivity
}

const cursor = cursorOf(Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }))

export function mountProjects(app: App, { database: { kysely }, url, projectActivity }: ProjectDeps): void {
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
    body: CreateProjectBody,
    status: 201,
    response: CreateProjectResponse,
    refusals: ['not_found'],
    handler: async ({ caller, body, request }) => {
      const acting = actingOf(caller, originOf(request))
      const { project, ingestToken } = await createProject(kysely, caller, acting, body)
      return { project: toProject(project, undefined), ingest_token: ingestToken }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects',
    summary: 'List projects, oldest first',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: PageQuery,
    response: ProjectPage,
    handler: async ({ caller, query }) => {
      const limit = pageLimit(query)
      const rows = await findProjects(kysely, caller, { after: cursor.read(query.cursor)?.id, limit: limit + 1 })
      const { entries, next_cursor } = pageFrom(rows, limit, ({ id }) => cursor.write({ id }))
      return { projects: await shown(entries), next_cursor }
    },
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
      const [project] = await shown([await getProject(kysely, caller, projectId)])
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
    body: ChangeProjectBody,
    response: ProjectResponse,
    handler: async ({ caller, projectId, body, request }) => {
      const acting = actingOf(caller, originOf(request))
      const [project] = await shown([await changeProject(kysely, caller, acting, projectId, body)])
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
      await deleteProject(kysely, caller, actingOf(caller, originOf(request)), projectId)
      return undefined
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/regenerate',
    summary: 'Replace the ingest token',
    description:
      'The old token is refused at once, or after `grace_seconds`. A token already in its grace period ends now.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    body: RegenerateBody,
    response: RegenerateResponse,
    handler: async ({ caller, projectId, body, request }) => {
      const acting = actingOf(caller, originOf(request))
      const grace = body.grace_seconds ?? 0
      const { ingestToken, previousExpiresAt } = await regenerateToken(kysely, caller, acting, projectId, grace)
      return { ingest_token: ingestToken, previous_expires_at: previousExpiresAt.toISOString() }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/ingest-tokens',
    summary: 'List live ingest tokens with their traffic',
    description:
      'After a regeneration with a grace there are two: the old one can end when nothing comes by it any more.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: IngestTokens,
    handler: async ({ projectId }) => ({ ingest_tokens: (await findLiveTokens(kysely, projectId)).map(toIngestToken) }),
  })

  const toDsnKey = (
    projectId: number,
    { id, key, label, formerNumber, allowedOrigins, createdAt, requests24h, lastUsedAt }: DsnKeyRecord,
  ) => ({
    id,
    key,
    dsn: dsnOf(url, key, projectId),
    label,
    former_number: formerNumber,
    created_at: createdAt.toISOString(),
    requests_24h: requests24h,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    allowed_origins: allowedOrigins,
  })
  const shownDsnKey = async (projectId: number, id: number) => {
    const keys = await findDsnKeys(kysely, projectId)
    const key = keys.find((one) => one.id === id)
    if (key === undefined) throw new Refusal('not_found')
    return toDsnKey(projectId, key)
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/dsn-keys',
    summary: 'List the DSNs of a project with their traffic',
    description: 'Any Sentry SDK sends to this server by one of them. Its key is public and can only write.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: DsnKeys,
    handler: async ({ projectId }) => ({
      dsn_keys: (await findDsnKeys(kysely, projectId)).map((key) => toDsnKey(projectId, key)),
    }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/dsn-keys',
    summary: 'Add a DSN',
    description: 'With `key`, takes over a key of another service, so that programs in use need no new one.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    body: CreateDsnKeyBody,
    status: 201,
    response: DsnKey,
    handler: async ({ request, caller, projectId, body }) => {
      const { label, key, former_number, allowed_origins } = body
      const id = await createDsnKey(kysely, caller, actingOf(caller, originOf(request)), projectId, {
        label,
        key: key?.replaceAll('-', ''),
        formerNumber: former_number ?? undefined,
        allowedOrigins: allowed_origins ?? undefined,
      })
      return shownDsnKey(projectId, id)
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/projects/:id/dsn-keys/:key_id',
    summary: 'Update a DSN',
    description:
      'With `allowed_origins`, requests of pages of other origins are refused; those of programs have no origin.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    body: ChangeDsnKeyBody,
    response: DsnKey,
    handler: async ({ request, caller, projectId, params, body: { label, allowed_origins } }) => {
      const acting = actingOf(caller, originOf(request))
      const id = numberOf(params.key_id)
      const change = { label: label ?? undefined, allowedOrigins: allowed_origins ?? undefined }
      await changeDsnKey(kysely, caller, acting, projectId, id, change)
      return shownDsnKey(projectId, id)
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/door-settings',
    summary: 'Get the settings for events of Sentry’s SDKs',
    description: 'They decide what is kept of an event, before anything is stored.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: DoorSettings,
    handler: ({ projectId }) => getDoorSettings(kysely, projectId),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/projects/:id/door-settings',
    summary: 'Update the settings for events of Sentry’s SDKs',
    description: 'Changes only the fields sent. Events that are stored already stay as they are.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    body: ChangeDoorSettingsBody,
    response: DoorSettings,
    handler: ({ request, caller, projectId, body }) =>
      changeDoorSettings(kysely, caller, actingOf(caller, originOf(request)), projectId, body),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id/dsn-keys/:key_id',
    summary: 'Revoke a DSN',
    description: 'What is sent by it is refused from now on.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    handler: async ({ request, caller, projectId, params }) => {
      const acting = actingOf(caller, originOf(request))
      await revokeDsnKey(kysely, caller, acting, projectId, numberOf(params.key_id))
      return undefined
    },
  })
}

function toIngestToken({ last4, createdAt, endsAt, requests24h, lastUsedAt }: LiveToken) {
  return {
    last4,
    created_at: createdAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
    requests_24h: requests24h,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
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
