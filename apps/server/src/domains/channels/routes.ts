import {
  ChangeChannelBody,
  type Channel,
  ChannelList,
  ChannelResponse,
  type Delivery,
  DeliveryPage,
  NewChannelBody,
  NewChannelResponse,
  PageQuery,
  toBoundId,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import Type from 'typebox'
import {
  type App,
  endpoint,
  listEndpoint,
  originOf,
  plainIdOf,
  positionTime,
  positionUuid,
  quietColumnsOf,
  toQuietHours,
} from '../../http/index.ts'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import { Refusal } from '../../refusal.ts'
import { auditActorOf } from '../organizations/index.ts'
import { type ChannelRow, findChannels } from './channel-store.ts'
import { findLog, type LoggedDelivery } from './delivery-store.ts'
import {
  type ChannelDeps,
  changeChannel,
  createChannel,
  getChannel,
  removeChannel,
  rotateSecret,
  sendAgain,
  testChannel,
} from './manage-channels.ts'

export interface ChannelRouteDeps extends ChannelDeps {
  /** Limits test messages. */
  testLimiter: RateLimiter
  /** Wakes the loop that sends, in whatever process. */
  onQueued: () => Promise<void>
}

/** Mounts the channels of an organization, and the log of what was delivered to each. */
export function mountChannels(app: App, deps: ChannelRouteDeps): void {
  mountChannelList(app, deps)
  mountDeliveries(app, deps)
}

function mountChannelList(app: App, deps: ChannelRouteDeps): void {
  const { db } = deps
  const shown = async (organizationId: string, channelId: string) => ({
    channel: toChannel(await getChannel(db, { organizationId, channelId })),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id/channels',
    summary: 'List the channels of an organization by name',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:read',
    response: ChannelList,
    handler: async ({ organizationId }) => ({ channels: (await findChannels(db, organizationId)).map(toChannel) }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/channels',
    summary: 'Create a channel',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    addsRecords: true,
    body: NewChannelBody,
    status: 201,
    response: NewChannelResponse,
    handler: async ({ caller, organizationId, body, request }) => {
      const { id, secret } = await createChannel(deps, auditActorOf(caller, originOf(request)), organizationId, body)
      return { ...(await shown(organizationId, id)), secret }
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/organizations/:id/channels/:channel_id',
    summary: 'Change a channel',
    description: 'Fields of `config` that are left out stay. A broken channel is tried again.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    addsRecords: true,
    body: ChangeChannelBody,
    response: ChannelResponse,
    handler: async ({ caller, organizationId, params, body, request }) => {
      const channelId = plainIdOf('chn', params.channel_id)
      const { quiet_hours, ...change } = body
      const quiet = quiet_hours === undefined ? undefined : quietColumnsOf(quiet_hours)
      const auditActor = auditActorOf(caller, originOf(request))
      await changeChannel(deps, auditActor, { organizationId, channelId }, { ...change, quiet })
      await deps.onQueued()
      return shown(organizationId, channelId)
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/channels/:channel_id',
    summary: 'Delete a channel and its log',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    handler: ({ caller, organizationId, params, request }) => {
      const key = keyOf(organizationId, params)
      return removeChannel(db, auditActorOf(caller, originOf(request)), key).then(() => undefined)
    },
  })
}

/** A delivery that waits to be sent. */
const QueuedDelivery = Type.Object({ delivery_id: Type.String() })

function keyOf(organizationId: string, { channel_id }: { channel_id: string }) {
  return { organizationId, channelId: plainIdOf('chn', channel_id) }
}

function mountDeliveries(app: App, deps: ChannelRouteDeps): void {
  const { db, testLimiter, onQueued } = deps

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/channels/:channel_id/test',
    summary: 'Send a test message to a channel',
    description: 'It is sent within seconds; the log of the channel says what became of it.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    addsRecords: true,
    status: 202,
    response: QueuedDelivery,
    refusals: ['rate_limited'],
    handler: async ({ caller, organizationId, params, request }) => {
      const key = keyOf(organizationId, params)
      await limited(testLimiter, caller.tokenId)
      const id = await testChannel(db, auditActorOf(caller, originOf(request)), key)
      await onQueued()
      return { delivery_id: toPlainId('dlv', id) }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/channels/:channel_id/rotate-secret',
    summary: 'Give a webhook a new secret',
    description: 'It is returned once. The former secret signs as well for a day.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    addsRecords: true,
    response: Type.Object({ secret: Type.String() }),
    refusals: ['validation_failed'],
    handler: async ({ caller, organizationId, params, request }) => {
      const key = keyOf(organizationId, params)
      return { secret: await rotateSecret(deps, auditActorOf(caller, originOf(request)), key) }
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/channels/:channel_id/deliveries/:delivery_id/send-again',
    summary: 'Send a delivery once more',
    description: 'As a new delivery. An issue that is settled meanwhile is left out.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    addsRecords: true,
    status: 202,
    response: QueuedDelivery,
    refusals: ['rate_limited'],
    handler: async ({ caller, organizationId, params, request }) => {
      const key = keyOf(organizationId, params)
      await limited(testLimiter, caller.tokenId)
      const deliveryId = plainIdOf('dlv', params.delivery_id)
      const id = await sendAgain(db, auditActorOf(caller, originOf(request)), key, deliveryId)
      await onQueued()
      return { delivery_id: toPlainId('dlv', id) }
    },
  })

  listEndpoint(app, {
    url: '/api/organizations/:id/channels/:channel_id/deliveries',
    summary: 'List the deliveries of a channel, newest first',
    tag: 'Organizations',
    scope: 'member:read',
    query: PageQuery,
    response: DeliveryPage,
    position: Type.Object({ at: positionTime, id: positionUuid }),
    find: async ({ organizationId, params }, { after, limit }) => {
      const channel = await getChannel(db, { organizationId, channelId: plainIdOf('chn', params.channel_id) })
      return findLog(db, channel.id, { after: after && { createdAt: new Date(after.at), id: after.id }, limit })
    },
    positionOf: ({ createdAt, id }) => ({ at: createdAt.getTime(), id }),
    show: (entries) => ({ deliveries: entries.map(toDelivery) }),
  })
}

async function limited(limiter: RateLimiter, key: number): Promise<void> {
  const { isAllowed, resetMs } = await limiter.take(key)
  if (!isAllowed) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(resetMs / 1000) })
}

function toChannel(one: ChannelRow): Channel {
  return {
    id: toPlainId('chn', one.id),
    kind: one.kind,
    name: one.name,
    host: one.host,
    state: one.brokenAt === null ? (one.failure === null ? 'ok' : 'failing') : 'broken',
    failure: one.failure,
    quiet_hours: toQuietHours(one),
    delivered_at: one.deliveredAt?.toISOString() ?? null,
    created_at: one.createdAt.toISOString(),
  }
}

function toDelivery(one: LoggedDelivery): Delivery {
  return {
    id: toPlainId('dlv', one.id),
    event: one.event,
    rule_id: one.ruleId === null ? null : toPlainId('rul', one.ruleId),
    project_id: one.projectId === null ? null : toProjectId(one.projectId),
    issue_id: one.projectId === null || one.issueId === null ? null : toBoundId('iss', one.projectId, one.issueId),
    created_at: one.createdAt.toISOString(),
    state: one.outcome ?? 'waiting',
    done_at: one.doneAt?.toISOString() ?? null,
    attempts: one.attempts,
    status: one.status,
    ms: one.ms,
    failure: one.failure,
  }
}
