import { type Account, type IssueSeen, request } from '../harness/account.ts'

/** An event as far as the programs' tests look at it. */
export interface EventSeen {
  id: string
  issue_id: string
  frames: { function?: string; file?: string; line?: number; column?: number; in_app: boolean }[]
}

export function readEvent(account: Account, id: string): Promise<EventSeen> {
  return request(account, 'GET', `/api/events/${id}`)
}

export function readIssue(account: Account, id: string): Promise<IssueSeen> {
  return request(account, 'GET', `/api/issues/${id}`)
}

/** What a person would compare at a glance. */
export function summarise({ type, message, level, platform, status, count, users }: IssueSeen) {
  return { type, message, level, platform, status, count, users }
}

export async function readScreenshot(account: Account, id: string): Promise<{ type: string | null; bytes: Buffer }> {
  const answer = await fetch(`${account.url}/api/events/${id}/screenshot`, {
    headers: { authorization: `Bearer ${account.token}` },
  })
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
}
