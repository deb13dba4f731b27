import type { Issue, IssuePage } from '@bugle/protocol'

/** Sends a request of the account; throws if it is refused. */
type Call = (method: string, path: string, body?: unknown) => Promise<unknown>

/** A user's decision about an issue, found by the start of its title; `comment` follows it. */
interface Decision {
  title: string
  change: Record<string, unknown>
  comment?: string
  /** Whether another event follows, as from an outdated app or an incomplete fix. */
  isSeenAgain?: boolean
}

const now = { status: 'resolved', resolved_in: { mode: 'now' } }

const decisions: Decision[] = [
  { title: 'ChunkLoadError', change: now, comment: 'Old chunks are kept for a week now.', isSeenAgain: true },
  { title: 'SQLiteError', change: now, isSeenAgain: true },
  { title: 'RangeError: Invalid currency', change: { status: 'resolved', resolved_in: { mode: 'next_release' } } },
  { title: 'KeyError', change: now },
  {
    title: 'Error: Script error.',
    change: { status: 'ignored' },
    comment: 'Extensions of browsers. Nothing we can do.',
  },
  { title: 'Symfony', change: { status: 'ignored' } },
  { title: 'QuotaExceededError', change: { status: 'snoozed', snooze: { events: 100 } } },
  { title: 'PushTokenError', change: { status: 'snoozed', snooze: { users: 10 } } },
  { title: 'CheckoutError', change: { assignee_id: 'me' }, comment: 'Only with the payment of the new provider.' },
  { title: 'Illuminate', change: { assignee_id: 'me' } },
]

/** Makes a project's issues look as if a team worked with them. */
export async function decide(
  call: Call,
  { projectId, meId, sendAgain }: { projectId: string; meId: string; sendAgain: (type: string) => Promise<void> },
): Promise<void> {
  const page = (await call('GET', `/api/projects/${projectId}/issues?status=all&limit=100`)) as IssuePage
  for (const { title, change, comment, isSeenAgain = false } of decisions) {
    const issue: Issue | undefined = page.issues.find((one) => one.title.startsWith(title))
    if (issue === undefined) continue
    const body = 'assignee_id' in change ? { assignee_id: meId } : change
    await call('PATCH', `/api/issues/${issue.id}`, body)
    if (comment !== undefined) await call('POST', `/api/issues/${issue.id}/comments`, { text: comment })
    if (isSeenAgain) await sendAgain(issue.type)
  }
}
