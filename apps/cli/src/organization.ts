import { responseBody, type Schemas } from '@bugle/api-client'
import type { AnyOptions, Context } from './context.ts'
import { misuse } from './failure.ts'

export interface OrganizationOptions extends AnyOptions {
  /** Id or name. */
  organization?: string
}

/** Returns the organization of the options: by id or name; without one, the only one. */
export async function organizationOf(
  context: Context,
  { organization: given }: OrganizationOptions,
): Promise<Schemas['Organization']> {
  const { organizations } = await responseBody(context.api.GET('/api/organizations'))
  const found = organizations.filter(({ id, name }) => given === undefined || id === given || name === given)
  if (found.length === 1) return found[0]!
  if (given === undefined)
    throw misuse(`You are a member of ${organizations.length} organizations: name one.`, 'bugle organizations list')
  throw misuse(
    found.length === 0
      ? `There is no organization ${given}.`
      : `Several organizations are called ${given}: give the id.`,
    'bugle organizations list',
  )
}
