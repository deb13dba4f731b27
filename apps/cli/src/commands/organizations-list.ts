import { responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'

/** Lists the organizations of the account. */
export async function run(context: Context): Promise<void> {
  const { organizations } = await responseBody(context.api.GET('/api/organizations'))
  context.output.list(
    organizations,
    [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name],
      ['role', ({ role }) => role],
      ['members see', ({ membership }) => (membership === 'open' ? 'all projects' : 'those of their teams')],
    ],
    'There is no organization: the next project creates one.',
  )
}
