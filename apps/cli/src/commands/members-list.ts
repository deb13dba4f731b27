import { responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'

/** Lists the members of an organization. */
export async function run(context: Context, options: OrganizationOptions): Promise<void> {
  const { id } = await organizationOf(context, options)
  const { members } = await responseBody(
    context.api.GET('/api/organizations/{id}/members', { params: { path: { id } } }),
  )
  context.output.list(
    members,
    [
      ['id', (member) => member.id],
      ['name', ({ name }) => name],
      ['e-mail', ({ email }) => email],
      ['role', ({ role }) => role],
      ['two-factor', ({ has_totp }) => (has_totp ? 'on' : 'off')],
    ],
    'There are no members.',
  )
}
