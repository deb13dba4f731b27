import { responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { describeEvent } from '../describe-event.ts'
import { formatAge } from '../format.ts'
import { findIssueId, issueAddress } from '../issue-ids.ts'
import { oneLine } from '../output.ts'

/** Shows an issue with its latest event. */
export async function run(context: Context, named: string): Promise<void> {
  const { output } = context
  const id = await findIssueId(context, named)
  const params = { path: { id }, query: { include: 'latest_event' } }
  const { issue, latest_event } = await responseBody(context.api.GET('/api/issues/{id}', { params }))
  output.result({ ...issue, latest_event: latest_event?.event }, () =>
    [
      ...describeIssue(issue),
      `${issueAddress(context, issue.id)}`,
      ...(latest_event === undefined ? [] : ['', describeEvent(latest_event.event, output)]),
    ].join('\n'),
  )
}

function describeIssue(issue: Schemas['Issue']): string[] {
  const { short_id, title, status, substatus, count, users, first_seen, last_seen, first_release, last_release } = issue
  return [
    oneLine(`${short_id}  ${title}`),
    `${substatus ?? status}, ${issue.level}; ${count} events, ${users}${issue.users_approx ? '+' : ''} users`,
    `first ${formatAge(first_seen)}${inRelease(first_release)}, last ${formatAge(last_seen)}${inRelease(last_release)}`,
  ]
}

function inRelease(release: string | null): string {
  return release === null ? '' : ` in ${oneLine(release)}`
}
