import { responseBody } from '@bugle/api-client'
import type { Context } from './context.ts'
import { exitCodes, Failure } from './failure.ts'

/**
 * Finds the id of an issue that the user names by its id, its short id or its address.
 *
 * @example await findIssueId(context, 'SHOP-12') // 'iss_…'
 */
export async function findIssueId(context: Context, named: string): Promise<string> {
  const id = /\biss_\w+/.exec(named)?.[0]
  if (id !== undefined) return id
  const query = { query: named, status: 'all' as const, limit: 100 }
  const { issues } = await responseBody(context.api.GET('/api/issues', { params: { query } }))
  const found = issues.find(({ short_id }) => short_id.toLowerCase() === named.toLowerCase())
  if (found === undefined)
    throw new Failure(`There is no issue ${named} that you can access.`, {
      exitCode: exitCodes.nothingFound,
      remedy: 'bugle issues list --status all',
    })
  return found.id
}

/** Returns the address of an issue's page. */
export function issueAddress(context: Context, id: string): string {
  return `${context.url}/issues/${id}`
}
