import type { EventView, Issue } from '@bugle/protocol'
import { type Account, listIssues, type Project, request } from '../harness/account.ts'
import { pause } from '../harness/built-server.ts'

/** Returns the issues of a project once there are as many, with as many events, as expected. */
export async function issuesOf(
  account: Account,
  project: Pick<Project, 'id'>,
  issues: number,
  events = issues,
): Promise<Issue[]> {
  const began = Date.now()
  for (;;) {
    const found = await listIssues(account, project)
    const count = found.reduce((sum, issue) => sum + issue.count, 0)
    if (found.length >= issues && count >= events) return found
    if (Date.now() - began > 120_000)
      throw new Error(`${issues} issues and ${events} events expected, ${found.length} and ${count} are there`)
    await pause(100)
  }
}

/** The newest event of the issue of this type. */
export async function latestOf(account: Account, issues: Issue[], type: string): Promise<EventView> {
  const issue = issues.find((one) => one.type === type)
  if (issue === undefined) throw new Error(`no ${type} among ${issues.map((one) => one.type)}`)
  return (await request(account, 'GET', `/api/issues/${issue.id}/events/latest`)).event
}

/** The newest events of an issue, complete. */
export async function eventsOf(account: Account, issue: Issue): Promise<EventView[]> {
  const { events } = await request(account, 'GET', `/api/issues/${issue.id}/events`)
  return Promise.all(events.map(async ({ id }) => (await request(account, 'GET', `/api/events/${id}`)).event))
}

/** Summarizes a project's issues: `TypeError 2` for an issue of two events. */
export function countsOf(issues: Issue[]): string[] {
  return issues.map(({ type, count }) => `${type} ${count}`).sort()
}
