import { responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'

/** Lists the alert rules of an organization. */
export async function run(context: Context, options: OrganizationOptions): Promise<void> {
  const { id } = await organizationOf(context, options)
  const path = { params: { path: { id } } }
  const { rules } = await responseBody(context.api.GET('/api/organizations/{id}/alert-rules', path))
  const { channels } = await responseBody(context.api.GET('/api/organizations/{id}/channels', path))
  const nameOf = new Map(channels.map((channel) => [channel.id, channel.name]))
  context.output.list(
    rules,
    [
      ['id', (rule) => rule.id],
      ['name', ({ name }) => name],
      ['state', ({ is_enabled, muted_until }) => stateOf(is_enabled, muted_until, new Date())],
      ['when', ({ triggers }) => triggers.join(', ')],
      ['if', ({ condition }) => condition],
      ['people', ({ people }) => people.join(', ')],
      ['channels', ({ channel_ids }) => channel_ids.map((channel) => nameOf.get(channel) ?? channel).join(', ')],
    ],
    'There are no alert rules.',
  )
}

function stateOf(isEnabled: boolean, mutedUntil: string | null, now: Date): string {
  if (!isEnabled) return 'off'
  return mutedUntil !== null && new Date(mutedUntil) > now ? `muted until ${mutedUntil}` : 'on'
}
