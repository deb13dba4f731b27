import { responseBody, type Schemas } from '@bugle/api-client'
import type { IssueStatus } from '@bugle/protocol/vocabulary'
import type { AnyOptions, Context } from '../context.ts'
import { formatAge } from '../format.ts'
import { withoutUndefined } from '../without-undefined.ts'

interface ListOptions extends AnyOptions {
  query?: string
  status?: IssueStatus | 'all'
  sort?: 'last_seen' | 'first_seen' | 'events' | 'users'
  environment?: string
  limit: number
  allProjects?: boolean
}

/** Lists issues of the selected project, or of all projects. */
export async function run(context: Context, options: ListOptions): Promise<void> {
  context.output.list(
    await listIssues(context, options),
    [
      ['id', ({ short_id }) => short_id],
      ['events', ({ count }) => String(count)],
      ['users', ({ users, users_approx }) => (users_approx ? `${users}+` : String(users))],
      ['last seen', ({ last_seen }) => formatAge(last_seen)],
      ['state', ({ status, substatus }) => substatus ?? status],
      ['level', ({ level }) => level],
      ['title', ({ title }) => title],
    ],
    'No issue matches.',
  )
}

async function listIssues(context: Context, options: ListOptions): Promise<Schemas['Issue'][]> {
  const { query, status, sort, environment, release, limit } = options
  const filters = withoutUndefined({ query, status, sort, environment, release })
  const issues: Schemas['Issue'][] = []
  const project = options.allProjects ? undefined : await context.project()
  for (let cursor: string | null = ''; cursor !== null && issues.length < limit; ) {
    const page = { limit: Math.min(100, limit - issues.length), ...(cursor === '' ? {} : { cursor }) }
    const params = { query: { ...filters, ...page } }
    const found: Schemas['IssuePage'] = await responseBody(
      project === undefined
        ? context.api.GET('/api/issues', { params })
        : context.api.GET('/api/projects/{id}/issues', { params: { ...params, path: { id: project.id } } }),
    )
    issues.push(...found.issues)
    cursor = found.next_cursor
  }
  return issues
}
