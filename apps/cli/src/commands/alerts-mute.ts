import { responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { parseDuration } from '../duration.ts'
import { misuse } from '../failure.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'

interface MuteOptions extends OrganizationOptions {
  for?: string
  off?: boolean
}

/** Mutes an alert rule for a while, or ends that. */
export async function run(context: Context, named: string, options: MuteOptions): Promise<void> {
  if ((options.for === undefined) === (options.off !== true)) throw misuse('Choose one of --for and --off.')
  const { id } = await organizationOf(context, options)
  const { rules } = await responseBody(
    context.api.GET('/api/organizations/{id}/alert-rules', { params: { path: { id } } }),
  )
  const rule = rules.find((one) => one.id === named || one.name === named)
  if (rule === undefined) throw misuse(`There is no alert rule ${named}.`, 'bugle alerts list')
  const until = options.for === undefined ? null : new Date(Date.now() + parseDuration(options.for)).toISOString()
  const changed = await responseBody(
    context.api.PATCH('/api/organizations/{id}/alert-rules/{rule_id}', {
      params: { path: { id, rule_id: rule.id } },
      body: { muted_until: until },
    }),
  )
  context.output.result(changed, () =>
    until === null ? `${rule.name} sends again.` : `Muted ${rule.name} until ${until}.`,
  )
}
