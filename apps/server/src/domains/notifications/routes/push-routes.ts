import {
  AttachPushBody,
  ChangePushBody,
  type Push,
  type PushDevice,
  PushDeviceList,
  PushKey,
  PushResponse,
  SubscribeBody,
} from '@bugle/protocol'
import { type Database, type Queryable, transaction } from '../../../db/database.ts'
import { type App, endpoint, numberOf, quietColumnsOf, toQuietHours } from '../../../http/index.ts'
import type { Pusher, PushKeys } from '../../../ports/pusher.ts'
import type { RateLimiter } from '../../../ports/rate-limiter.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import { Refusal } from '../../../refusal.ts'
import {
  findSubscription,
  findSubscriptionsOf,
  getPushKeys,
  noteSent,
  putSubscription,
  putSubscriptionChoices,
  removeDevice,
  removeSubscription,
  type Subscription,
  type SubscriptionChoices,
  takeOverSubscription,
  testMessageOf,
} from '../push/index.ts'

export interface PushRouteDeps {
  db: Database
  sealer: Sealer
  pusher: Pusher
  /** Public origin, where messages lead. */
  url: string
  /** Limits test messages. */
  limiter: RateLimiter
}

/** Mounts the push subscriptions of an account's devices, and the key that subscriptions are made with. */
export function mountPush(app: App, deps: PushRouteDeps): void {
  mountSending(app, deps)
  mountOwnSubscription(app, deps)
  mountDevices(app, deps)
}

function mountSending(app: App, { db, sealer, pusher, url, limiter }: PushRouteDeps): void {
  const keys = () => getPushKeys({ db, sealer, makeKeys: () => pusher.makeKeys() })

  endpoint(app, {
    method: 'GET',
    url: '/api/push/key',
    summary: 'Get the public key of this server for push subscriptions',
    description: 'The `applicationServerKey` of Web Push (RFC 8292). It stays the same.',
    tag: 'Accounts',
    access: 'public',
    response: PushKey,
    handler: async () => ({ public_key: (await keys()).publicKey }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/push/test',
    summary: 'Send a test message to this device',
    description: 'Sent at once, also in quiet hours. A device that is gone is no longer subscribed afterwards.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: PushResponse,
    refusals: ['not_found', 'rate_limited', 'push_failed'],
    handler: async ({ caller }) => {
      await sendTest({ db, pusher, url, limiter }, await keys(), caller.tokenId)
      return shown(db, caller.tokenId)
    },
  })
}

function mountOwnSubscription(app: App, { db, pusher }: PushRouteDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/me/push',
    summary: 'Get the push subscription of this device',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: PushResponse,
    handler: ({ caller }) => shown(db, caller.tokenId),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/push',
    summary: 'Notify this device of new and regressed issues',
    description:
      'By Web Push or UnifiedPush. A subscription belongs to the account and the device: it ends with a logout or when the session is revoked, not when a later login replaces the session. Messages are encrypted for the device; they name the error only with `details`.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: SubscribeBody,
    status: 201,
    response: PushResponse,
    handler: async ({ caller, body }) => {
      const { kind, endpoint: address, p256dh, auth } = body
      const choices = choicesOf({
        details: body.details ?? false,
        language: body.language ?? 'en',
        quiet_hours: body.quiet_hours ?? null,
      })
      const target = { endpoint: address, p256dh, auth }
      const errors = await pusher.check(target)
      if (errors !== undefined) throw new Refusal('validation_failed', { errors })
      await transaction(db, (tx) =>
        putSubscription(tx, { tokenId: caller.tokenId, userId: caller.userId, kind, ...target, ...choices }),
      )
      return shown(db, caller.tokenId)
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/me/push',
    summary: 'Update the push subscription of this device',
    description: 'Changes only the fields sent; `quiet_hours: null` removes them.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ChangePushBody,
    response: PushResponse,
    refusals: ['not_found'],
    handler: async ({ caller, body }) => {
      const known = toPush(await getSubscription(db, caller.tokenId))
      const choices = choicesOf({
        details: body.details ?? known.details,
        language: body.language ?? known.language,
        quiet_hours: body.quiet_hours === undefined ? known.quiet_hours : body.quiet_hours,
      })
      await putSubscriptionChoices(db, caller.tokenId, choices)
      return shown(db, caller.tokenId)
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/push',
    summary: 'Stop notifying this device',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    handler: ({ caller }) => removeSubscription(db, { tokenId: caller.tokenId }).then(() => undefined),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/me/push/attach',
    summary: 'Take over the push subscription of an earlier session on this device',
    description:
      'After a login: the subscription that the account has for this address goes on, with its choices. Null if there is none.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: AttachPushBody,
    response: PushResponse,
    handler: async ({ caller, body }) => {
      const { tokenId, userId } = caller
      await transaction(db, (tx) => takeOverSubscription(tx, { tokenId, userId, endpoint: body.endpoint }))
      return shown(db, tokenId)
    },
  })
}

function mountDevices(app: App, { db }: PushRouteDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/me/push/devices',
    summary: 'List the devices that are notified by push, and those that can no longer be reached',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: PushDeviceList,
    handler: async ({ caller }) => {
      const devices = await findSubscriptionsOf(db, caller.userId)
      return { devices: devices.map((one) => toDevice(one, caller.tokenId)) }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/me/push/devices/:id',
    summary: 'Stop notifying a device',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    refusals: ['not_found'],
    handler: async ({ caller, params }) => {
      if (!(await removeDevice(db, caller.userId, numberOf(params.id)))) throw new Refusal('not_found')
      return undefined
    },
  })
}

async function shown(db: Queryable, tokenId: number): Promise<{ push: Push | null }> {
  const subscription = await findSubscription(db, tokenId)
  return { push: subscription === undefined ? null : toPush(subscription) }
}

/** Sends a test message, and ends a subscription whose device is gone. @throws Refusal `push_failed`, `rate_limited` */
async function sendTest(
  { db, pusher, url, limiter }: Pick<PushRouteDeps, 'db' | 'pusher' | 'url' | 'limiter'>,
  keys: PushKeys,
  tokenId: number,
): Promise<void> {
  const subscription = await getSubscription(db, tokenId)
  const { isAllowed, resetMs } = await limiter.take(tokenId)
  if (!isAllowed) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(resetMs / 1000) })
  const message = JSON.stringify(testMessageOf(subscription, url))
  const result = await pusher.push(subscription, message, keys, { urgency: 'high' })
  if (result.kind === 'gone') await removeSubscription(db, { id: subscription.id })
  if (result.kind !== 'sent')
    throw new Refusal('push_failed', {
      message: result.kind === 'gone' ? 'This device is no longer subscribed.' : `Not sent: ${result.why}.`,
    })
  await noteSent(db, subscription.id, 0)
}

async function getSubscription(db: Queryable, tokenId: number): Promise<Subscription> {
  const subscription = await findSubscription(db, tokenId)
  if (subscription === undefined) throw new Refusal('not_found')
  return subscription
}

function choicesOf({
  details,
  language,
  quiet_hours,
}: Pick<Push, 'details' | 'language' | 'quiet_hours'>): SubscriptionChoices {
  return { details, language, ...quietColumnsOf(quiet_hours) }
}

function toDevice(one: Subscription, tokenId: number): PushDevice {
  return {
    id: one.id,
    device: one.device,
    kind: one.kind,
    service: new URL(one.endpoint).host,
    is_current: one.tokenId === tokenId,
    created_at: one.createdAt.toISOString(),
    sent_at: one.sentAt?.toISOString() ?? null,
    failure: one.failure,
    lost_at: one.lostAt?.toISOString() ?? null,
  }
}

function toPush({
  kind,
  endpoint: address,
  details,
  language,
  createdAt,
  sentAt,
  failure,
  ...quiet
}: Subscription): Push {
  return {
    kind,
    service: new URL(address).host,
    details,
    language,
    quiet_hours: toQuietHours(quiet),
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    failure,
  }
}
