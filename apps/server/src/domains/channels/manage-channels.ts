import { randomBytes, randomUUID } from 'node:crypto'
import type { ChangeChannelBody, ChannelKindName, NewChannelBody } from '@bugle/protocol'
import type { TSchema } from 'typebox'
import type { Database, Tx } from '../../db/database.ts'
import type { QuietColumns } from '../../lib/quiet-hours.ts'
import { dayMs } from '../../lib/time.ts'
import { CannotOpen, type Sealer } from '../../ports/sealer.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditActor, inOrganization, recordOrganizationAudit } from '../organizations/index.ts'
import { type ChannelRow, deleteChannel, findChannels, insertChannel, updateChannel } from './channel-store.ts'
import { addAgain, addTestDelivery } from './delivery-store.ts'
import { emailConfig } from './email.ts'
import { extraEventsOf, kindOf } from './kinds/index.ts'
import { channelSeal, openConfig } from './sealed-config.ts'

export interface ChannelDeps {
  db: Database
  sealer: Sealer
  /** Describes why an address may not be sent to; undefined if it may. */
  checkAddress: (address: string) => Promise<string | undefined>
  /** Describes what a value lacks by a schema, by field; undefined if nothing. */
  mistakesIn: (schema: TSchema, value: unknown) => Record<string, string[]> | undefined
}

export interface ChannelKey {
  organizationId: string
  channelId: string
}

/** @returns the channel's id, and the secret that was made for a webhook */
export async function createChannel(
  deps: ChannelDeps,
  auditActor: AuditActor,
  organizationId: string,
  { kind, name, config: given }: NewChannelBody,
): Promise<{ id: string; secret: string | null }> {
  const secret = kind === 'webhook' && given.secret === undefined ? newSecret() : null
  const config = secret === null ? given : { ...given, secret }
  const host = await hostOf(deps, kind, config)
  const id = randomUUID()
  await inOrganization(deps.db, { organizationId, auditActor, needs: 'alert:write' }, async (tx) => {
    const sealedConfig = deps.sealer.seal(JSON.stringify(config), channelSeal(id))
    const extraEvents = extraEventsOf(config)
    const channel = { id, organizationId, kind, name, sealedConfig, host, extraEvents, createdBy: auditActor.userId }
    if (!(await insertChannel(tx, channel))) throw nameTaken()
    await recordOrganizationAudit(tx, organizationId, auditActor, 'channel.created', { channel: name, kind, host })
  })
  return { id, secret }
}

/** Changes of a channel; absent fields stay as they are. */
export interface ChannelChange extends Pick<ChangeChannelBody, 'name' | 'config'> {
  quiet: QuietColumns | undefined
}

/** Changes name or configuration; what is left out of the configuration stays. */
export async function changeChannel(
  deps: ChannelDeps,
  auditActor: AuditActor,
  key: ChannelKey,
  { name, config: given, quiet }: ChannelChange,
): Promise<void> {
  const changed = given == null ? undefined : await changedConfig(deps, await getChannel(deps.db, key), given)
  await ofChannel(deps.db, auditActor, key, async (tx, channel) => {
    const { host, sealedConfig, extraEvents } = changed ?? channel
    const next = { ...channel, ...quiet, name: name ?? channel.name, sealedConfig, host, extraEvents }
    if (!(await updateChannel(tx, next))) throw nameTaken()
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'channel.changed', {
      channel: next.name,
      ...(next.name === channel.name ? {} : { name_before: channel.name }),
      host,
    })
  })
}

async function changedConfig(
  deps: ChannelDeps,
  channel: ChannelRow,
  given: object,
): Promise<Pick<ChannelRow, 'host' | 'sealedConfig' | 'extraEvents'>> {
  const config = { ...readableConfig(deps.sealer, channel), ...given }
  const host = await hostOf(deps, channel.kind, config)
  const sealedConfig = deps.sealer.seal(JSON.stringify(config), channelSeal(channel.id))
  return { host, sealedConfig, extraEvents: extraEventsOf(config) }
}

/** A configuration that was encrypted with another secret is entered anew. */
function readableConfig(sealer: Sealer, channel: ChannelRow): object {
  try {
    return openConfig(sealer, channel)
  } catch (error) {
    if (error instanceof CannotOpen) return {}
    throw error
  }
}

export function removeChannel(db: Database, auditActor: AuditActor, key: ChannelKey): Promise<void> {
  return ofChannel(db, auditActor, key, async (tx, { id, name, kind }) => {
    await deleteChannel(tx, id)
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'channel.deleted', { channel: name, kind })
  })
}

/** Gives a webhook a new secret; the former one signs as well for a day. @returns the new one */
export function rotateSecret(deps: ChannelDeps, auditActor: AuditActor, key: ChannelKey): Promise<string> {
  return ofChannel(deps.db, auditActor, key, async (tx, channel) => {
    if (channel.kind !== 'webhook')
      throw new Refusal('validation_failed', { errors: { kind: ['has no secret of ours: only webhooks are signed'] } })
    const { secret: former_secret, ...config } = openConfig(deps.sealer, channel) as { secret: string }
    const secret = newSecret()
    const former_until = new Date(Date.now() + formerSecretMs).toISOString()
    const rotated = { ...config, secret, former_secret, former_until }
    const sealedConfig = deps.sealer.seal(JSON.stringify(rotated), channelSeal(channel.id))
    await updateChannel(tx, { ...channel, sealedConfig })
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'channel.changed', {
      channel: channel.name,
      secret: 'rotated',
    })
    return secret
  })
}

/** How long the secret before the current one signs as well. */
const formerSecretMs = dayMs

/** Queues a delivery once more, whatever became of it. @returns the id of the new one */
export function sendAgain(db: Database, auditActor: AuditActor, key: ChannelKey, deliveryId: string): Promise<string> {
  return ofChannel(db, auditActor, key, async (tx, channel) => {
    const id = await addAgain(tx, channel.id, deliveryId)
    if (id === undefined) throw new Refusal('not_found')
    return id
  })
}

/** Queues a test message, also for a channel that was taken for broken. */
export function testChannel(db: Database, auditActor: AuditActor, key: ChannelKey): Promise<string> {
  return ofChannel(db, auditActor, key, async (tx, channel) => {
    await updateChannel(tx, channel)
    return addTestDelivery(tx, channel.id)
  })
}

export async function getChannel(db: Parameters<typeof findChannels>[0], key: ChannelKey): Promise<ChannelRow> {
  const [channel] = await findChannels(db, key.organizationId, key.channelId)
  if (channel === undefined) throw new Refusal('not_found')
  return channel
}

function ofChannel<T>(
  db: Database,
  auditActor: AuditActor,
  key: ChannelKey,
  change: (tx: Tx, channel: ChannelRow) => Promise<T>,
): Promise<T> {
  const { organizationId } = key
  return inOrganization(db, { organizationId, auditActor, needs: 'alert:write' }, async (tx) =>
    change(tx, await getChannel(tx, key)),
  )
}

/** @throws Refusal `validation_failed` by field, if the configuration is not one of this kind or may not be sent to */
async function hostOf(
  { checkAddress, mistakesIn }: ChannelDeps,
  kind: ChannelKindName,
  config: object,
): Promise<string> {
  const mistakes = mistakesIn(kind === 'email' ? emailConfig : kindOf(kind).config, config)
  if (mistakes !== undefined)
    throw new Refusal('validation_failed', {
      errors: Object.fromEntries(Object.entries(mistakes).map(([field, texts]) => [`config.${field}`, texts])),
    })
  if (kind === 'email') return (config as { address: string }).address.split('@').at(-1)!
  const address = kindOf(kind).address(config)
  const why = await checkAddress(address)
  if (why !== undefined) throw new Refusal('validation_failed', { errors: { 'config.url': [why] } })
  return new URL(address).host
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function nameTaken(): Refusal {
  return new Refusal('validation_failed', { errors: { name: ['is taken, or the organization has too many channels'] } })
}
