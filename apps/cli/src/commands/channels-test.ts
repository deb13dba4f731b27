import { setTimeout as pause } from 'node:timers/promises'
import { responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { Failure, misuse } from '../failure.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'

/** Sends a test message to a channel, and says what became of it. */
export async function run(context: Context, named: string, options: OrganizationOptions): Promise<void> {
  const { id } = await organizationOf(context, options)
  const { channels } = await responseBody(
    context.api.GET('/api/organizations/{id}/channels', { params: { path: { id } } }),
  )
  const channel = channels.find((one) => one.id === named || one.name === named)
  if (channel === undefined) throw misuse(`There is no channel ${named}.`, 'bugle channels list')
  const params = { path: { id, channel_id: channel.id } }
  const { delivery_id } = await responseBody(
    context.api.POST('/api/organizations/{id}/channels/{channel_id}/test', { params }),
  )
  const delivery = await untilTried(context, params, delivery_id)
  if (delivery.state !== 'delivered')
    throw new Failure(`${channel.name} did not take the message. ${delivery.failure ?? 'It was not tried yet.'}`)
  context.output.result(delivery, () => `${channel.name} has taken the message.`)
}

const tries = 30

/** Returns the delivery as soon as it was tried once. */
async function untilTried(
  context: Context,
  params: { path: { id: string; channel_id: string } },
  deliveryId: string,
): Promise<Schemas['DeliveryPage']['deliveries'][number]> {
  for (let left = tries; ; left--) {
    const { deliveries } = await responseBody(
      context.api.GET('/api/organizations/{id}/channels/{channel_id}/deliveries', { params }),
    )
    const found = deliveries.find(({ id }) => id === deliveryId)
    if (found !== undefined && (found.state !== 'waiting' || found.attempts > 0 || left === 0)) return found
    if (left === 0) throw new Failure('The message is not in the log of the channel.')
    await pause(1000)
  }
}
