import type { EventView, IngestAcknowledgement } from '@bugle/protocol'
import { type Account, request, UnexpectedResponse } from './account.ts'
import { pause } from './built-server.ts'

type Acknowledged = Pick<IngestAcknowledgement, 'event_id'>

const timeoutMs = 120_000

/**
 * Waits until the API shows everything that follows acknowledged events, which on a busy machine is seconds late: the events,
 * with which they are counted; the titles of their issues; their tags. Returns the events.
 */
export async function shown(account: Account, ...acknowledged: readonly Acknowledged[]): Promise<EventView[]> {
  const events: EventView[] = []
  for (const { event_id } of acknowledged) events.push(await counted(account, event_id))
  for (const issueId of new Set(events.map(({ issue_id }) => issue_id))) {
    await titled(account, issueId)
    await tagged(
      account,
      issueId,
      events.filter(({ issue_id }) => issue_id === issueId),
    )
  }
  return events
}

/** Waits until an event is digested, which counts it; titles and tags may be later. */
export async function counted(account: Account, eventId: string): Promise<EventView> {
  return (await arrived(() => request(account, 'GET', `/api/events/${eventId}`))).event
}

/** Reads an event or an issue, once it is there: until it is digested, the API responds with 404. */
export function arrived<T>(read: () => Promise<T>): Promise<T> {
  return eventually(String(read), async () => {
    try {
      return await read()
    } catch (error) {
      if (error instanceof UnexpectedResponse && error.status === 404) return undefined
      throw error
    }
  })
}

/** Waits until an issue has the title of its latest event. */
async function titled(account: Account, issueId: string): Promise<void> {
  await eventually(`the title of ${issueId}`, async () => {
    const { event } = await request(account, 'GET', `/api/issues/${issueId}/events/latest`)
    const { issue } = await request(account, 'GET', `/api/issues/${issueId}`)
    return (issue.type === event.exception_type && event.message.startsWith(issue.message)) || undefined
  })
}

/** Waits until the tags of these events of an issue are counted. */
async function tagged(account: Account, issueId: string, events: readonly EventView[]): Promise<void> {
  const expected = new Map<string, number>()
  for (const { tags } of events) for (const key of Object.keys(tags)) expected.set(key, (expected.get(key) ?? 0) + 1)
  if (expected.size === 0) return
  await eventually(`the tags of ${issueId}`, async () => {
    const { tags } = await request(account, 'GET', `/api/issues/${issueId}/tags`)
    const totals = new Map(tags.map(({ key, total }) => [key, total]))
    return [...expected].every(([key, count]) => (totals.get(key) ?? 0) >= count) || undefined
  })
}

/** Repeats a look until it finds something. */
async function eventually<T>(sought: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + timeoutMs
  // Less and less often: the requests of an account are limited.
  for (let ms = 50; ; ms = Math.min(1000, 1.5 * ms), await pause(ms)) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`the API does not show ${sought}`)
  }
}
