import {
  ChangeDsnKeyBody,
  ChangeSentrySettingsBody,
  CreateDsnKeyBody,
  DsnKey,
  DsnKeys,
  SentrySettings,
} from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, endpoint, numberOf, originOf } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { auditActorOf } from '../organizations/index.ts'
import { changeDsnKey, createDsnKey, dsnOf, revokeDsnKey } from './dsn-key.ts'
import { type DsnKeyRecord, findDsnKeys } from './dsn-key-store.ts'
import { changeSentrySettings, getSentrySettings } from './sentry-settings.ts'

interface DsnDeps {
  db: Database
  /** Public address of the server. */
  url: string
}

/** Mounts the routes of DSNs, by which Sentry's SDKs send, and of the settings for their events. */
export function mountDsnRoutes(app: App, deps: DsnDeps): void {
  mountDsnKeys(app, deps)
  mountSentrySettings(app, deps)
}

function mountDsnKeys(app: App, { db, url }: DsnDeps): void {
  const shown = async (projectId: number, id: number) => {
    const keys = await findDsnKeys(db, projectId)
    const key = keys.find((one) => one.id === id)
    if (key === undefined) throw new Refusal('not_found')
    return toDsnKey(url, projectId, key)
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
      dsn_keys: (await findDsnKeys(db, projectId)).map((key) => toDsnKey(url, projectId, key)),
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
    addsRecords: true,
    body: CreateDsnKeyBody,
    status: 201,
    response: DsnKey,
    handler: async ({ request, caller, projectId, body }) => {
      const { label, key, former_number, allowed_origins } = body
      const id = await createDsnKey(db, caller, auditActorOf(caller, originOf(request)), projectId, {
        label,
        key: key?.replaceAll('-', ''),
        formerNumber: former_number ?? undefined,
        allowedOrigins: allowed_origins ?? undefined,
      })
      return shown(projectId, id)
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
    addsRecords: true,
    body: ChangeDsnKeyBody,
    response: DsnKey,
    handler: async ({ request, caller, projectId, params, body: { label, allowed_origins } }) => {
      const auditActor = auditActorOf(caller, originOf(request))
      const id = numberOf(params.key_id)
      const change = { label: label ?? undefined, allowedOrigins: allowed_origins ?? undefined }
      await changeDsnKey(db, caller, auditActor, projectId, id, change)
      return shown(projectId, id)
    },
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
      const auditActor = auditActorOf(caller, originOf(request))
      await revokeDsnKey(db, caller, auditActor, projectId, numberOf(params.key_id))
      return undefined
    },
  })
}

function mountSentrySettings(app: App, { db }: DsnDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/sentry-settings',
    summary: 'Get the settings for events of Sentry’s SDKs',
    description: 'They decide what is kept of an event, before anything is stored.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: SentrySettings,
    handler: ({ projectId }) => getSentrySettings(db, projectId),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/projects/:id/sentry-settings',
    summary: 'Update the settings for events of Sentry’s SDKs',
    description: 'Changes only the fields sent. Events that are stored already stay as they are.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    addsRecords: true,
    body: ChangeSentrySettingsBody,
    response: SentrySettings,
    handler: ({ request, caller, projectId, body }) =>
      changeSentrySettings(db, caller, auditActorOf(caller, originOf(request)), projectId, body),
  })
}

function toDsnKey(
  url: string,
  projectId: number,
  { id, key, label, formerNumber, allowedOrigins, createdAt, requests24h, lastUsedAt }: DsnKeyRecord,
) {
  return {
    id,
    key,
    dsn: dsnOf(url, key, projectId),
    label,
    former_number: formerNumber,
    created_at: createdAt.toISOString(),
    requests_24h: requests24h,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    allowed_origins: allowedOrigins,
  }
}
