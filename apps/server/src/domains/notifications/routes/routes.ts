import { ChangeNotificationsBody, NotificationsResponse, UnsubscribeBody, UnsubscribeQuery } from '@bugle/protocol'
import type { Database } from '../../../db/database.ts'
import { type App, type Caller, endpoint, originOf } from '../../../http/index.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import { Refusal } from '../../../refusal.ts'
import { auditActorOf } from '../../organizations/index.ts'
import { changeNotifications, findMembers, toNotifications, unsubscribe } from '../settings/index.ts'

export interface NotificationDeps {
  db: Database
  sealer: Sealer
  /** Whether members without a setting are mailed. */
  byDefault: boolean
  /** Ends mails by the links of others. @returns whether the token is one of theirs */
  unsubscribeOther: (token: string) => Promise<boolean>
}

/** Mounts the notification settings of a project and the unsubscribe link. */
export function mountNotifications(app: App, { db, sealer, byDefault, unsubscribeOther }: NotificationDeps): void {
  const shown = async (caller: Caller, projectId: number) => {
    const [member] = await findMembers(db, projectId, caller.userId)
    if (member === undefined) throw new Refusal('not_found')
    return { notifications: toNotifications(member, byDefault) }
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/notifications',
    summary: 'Get notification settings for new and regressed issues',
    description: 'The project’s settings, your own, and their effect on you.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: NotificationsResponse,
    handler: ({ caller, projectId }) => shown(caller, projectId),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/projects/:id/notifications',
    summary: 'Update notification settings for new and regressed issues',
    description:
      'Changes only the fields sent. `own` is for you alone; `project`, for members without a setting of their own, needs an admin.',
    tag: 'Projects',
    access: 'caller',
    scope: 'own:write',
    body: ChangeNotificationsBody,
    response: NotificationsResponse,
    handler: async ({ caller, projectId, body, request }) => {
      if (body.project != null) await app.authorize(caller, projectId, 'alert:write')
      const auditActor = { ...auditActorOf(caller, originOf(request)), userId: caller.userId }
      await changeNotifications(db, projectId, auditActor, body)
      return shown(caller, projectId)
    },
  })

  app.register(async (inner: App) => {
    // RFC 8058: mail programs send a form with one field; the token is in the URL.
    inner.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    endpoint(inner, {
      method: 'POST',
      url: '/unsubscribe',
      summary: 'Unsubscribe from mails about issues, or from digests',
      description:
        'Used by mail programs (List-Unsubscribe, RFC 8058) and by the page behind the link. No login needed.',
      tag: 'Projects',
      access: 'public',
      query: UnsubscribeQuery,
      body: UnsubscribeBody,
      refusals: ['invalid_link'],
      handler: async ({ query, body }) => {
        const token = body.token ?? query.token ?? ''
        if (await unsubscribeOther(token)) return undefined
        await unsubscribe(db, sealer, token, { everywhere: body.everywhere ?? false })
        return undefined
      },
    })
  })
}
