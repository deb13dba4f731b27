import { ChangeNotificationsBody, NotificationsResponse, UnsubscribeBody, UnsubscribeQuery } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { type App, type Caller, endpoint } from '../../http/index.ts'
import type { Sealer } from '../../ports/sealer.ts'
import { Refusal } from '../../refusal.ts'
import { changeNotifications } from './change-notifications.ts'
import { toNotifications } from './settings.ts'
import { findMembers } from './settings-store.ts'
import { unsubscribe } from './unsubscribe.ts'

export interface NotificationDeps {
  db: Kysely<Schema>
  sealer: Sealer
  /** Whether people are told who have not said. */
  byDefault: boolean
}

/** What members are mailed about a project, and the link that ends it. */
export function mountNotifications(app: App, { db, sealer, byDefault }: NotificationDeps): void {
  const shown = async (caller: Caller, projectId: number) => {
    const [member] = await findMembers(db, projectId, caller.userId)
    if (member === undefined) throw new Refusal('not_found')
    return { notifications: toNotifications(member, byDefault) }
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/notifications',
    summary: 'Show who is mailed about new and regressed issues',
    description: 'What the project wants, what you want, and what you are told of for that.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: NotificationsResponse,
    handler: ({ caller, projectId }) => shown(caller, projectId),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/projects/:id/notifications',
    summary: 'Change who is mailed about new and regressed issues',
    description: 'Only what is sent changes. `own` is for you alone, `project` for members who have not said.',
    tag: 'Projects',
    access: 'caller',
    body: ChangeNotificationsBody,
    response: NotificationsResponse,
    handler: async ({ caller, projectId, body }) => {
      await changeNotifications(db, projectId, caller.userId, body)
      return shown(caller, projectId)
    },
  })

  app.register(async (inner: App) => {
    // RFC 8058: mail programs send a form of one field. What it says is in the address.
    inner.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    endpoint(inner, {
      method: 'POST',
      url: '/unsubscribe',
      summary: 'Stop mails about issues, by the link of one of them',
      description: 'For mail programs (List-Unsubscribe, RFC 8058) and the page behind the link. It needs no login.',
      tag: 'Projects',
      access: 'public',
      query: UnsubscribeQuery,
      body: UnsubscribeBody,
      refusals: ['invalid_link'],
      handler: async ({ query, body }) => {
        await unsubscribe(db, sealer, body.token ?? query.token ?? '', { everywhere: body.everywhere ?? false })
        return undefined
      },
    })
  })
}
