import { type BodyOf, responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { type OrganizationOptions, organizationOf } from '../organization.ts'

type Body = BodyOf<'/api/organizations/{id}/invitations', 'post'>

interface InviteOptions extends OrganizationOptions {
  role: Body['role']
  email?: string
}

/** Invites somebody, and prints the link, which is shown this once. */
export async function run(context: Context, options: InviteOptions): Promise<void> {
  const { role, email } = options
  const { id, name } = await organizationOf(context, options)
  const body: Body = { role, ...(email !== undefined && { email }) }
  const made = await responseBody(
    context.api.POST('/api/organizations/{id}/invitations', { params: { path: { id } }, body }),
  )
  context.output.result(made, () =>
    [
      `Invitation to ${name} as ${role}, for one person, until ${made.invitation.expires_at}:`,
      made.link,
      ...(email === undefined ? [] : [`If the server sends mail, ${email} gets it by mail, too.`]),
    ].join('\n'),
  )
}
