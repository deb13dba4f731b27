import { responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { parseDuration } from '../duration.ts'
import { misuse } from '../failure.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'
import { parseUntil } from '../until.ts'

interface MuteOptions extends OrganizationOptions {
  for?: string
  until?: string
  off?: boolean
}

/** Mutes an alert rule for a while, or ends that. */
export async function run(context: Context, named: string, options: MuteOptions): Promise<void> {
  const until = endOf(options, new Date())
  const { id } = await organizationOf(context, options)
  const { rules } = await responseBody(
    context.api.GET('/api/organizations/{id}/alert-rules', { params: { path: { id } } }),
  )
  const rule = rules.find((one) => one.id === named || one.name === named)
  if (rule === undefined) throw misuse(`There is no alert rule ${named}.`, 'bugle alerts list')
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

/** Returns until when a rule is to be silent; null for no longer. */
function endOf({ for: duration, until, off = false }: MuteOptions, now: Date): string | null {
  const given = [duration, until, off || undefined].filter((one) => one !== undefined)
  if (given.length !== 1) throw misuse('Until when? Give one of --for 1h, --until tomorrow and --off.')
  if (off) return null
  const end = until === undefined ? new Date(now.getTime() + parseDuration(duration!)) : parseUntil(until, now)
  return end.toISOString()
}
