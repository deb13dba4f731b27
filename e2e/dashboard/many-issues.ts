import type { Issue, IssuePage } from '@bugle/protocol'
import type { BrowserContext } from 'playwright-core'

const pageSize = 1000

/** Responds for the server as if a project had this many issues, all like the given one: `Error 0`, `Error 1`, … */
export async function serveManyIssues(context: BrowserContext, like: Issue, total: number): Promise<void> {
  await context.route('**/api/projects/*/issues?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const issues = Array.from({ length: pageSize }, (_, at) => ({
      ...like,
      id: `iss_${from + at}`,
      short_id: `MANY-${from + at}`,
      type: `Error ${from + at}`,
    }))
    const answer: IssuePage = {
      issues,
      next_cursor: from + pageSize < total ? String(from + pageSize) : null,
      status_counts: { unresolved: total, snoozed: 0, resolved: 0, ignored: 0 },
      counts: { exact: true, since: null, from: null, to: null },
    }
    return route.fulfill({ json: answer })
  })
}
