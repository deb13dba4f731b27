import { responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'

/** Lists the channels of an organization. */
export async function run(context: Context, options: OrganizationOptions): Promise<void> {
  const { id } = await organizationOf(context, options)
  const { channels } = await responseBody(
    context.api.GET('/api/organizations/{id}/channels', { params: { path: { id } } }),
  )
  context.output.list(
    channels,
    [
      ['id', (channel) => channel.id],
      ['name', ({ name }) => name],
      ['kind', ({ kind }) => kind],
      ['host', ({ host }) => host],
      ['state', ({ state, failure }) => (failure === null ? state : `${state}: ${failure}`)],
    ],
    'There are no channels.',
  )
}
