import type { EventView, Issue } from '@bugle/protocol'
import { type Account, request } from '../harness/account.ts'
import { arrived } from '../harness/shown.ts'

export async function readEvent(account: Account, id: string): Promise<EventView> {
  return (await arrived(() => request(account, 'GET', `/api/events/${id}`))).event
}

export async function readIssue(account: Account, id: string): Promise<Issue> {
  return (await arrived(() => request(account, 'GET', `/api/issues/${id}`))).issue
}

/** The fields a person would compare at a glance. */
export function summarize({ type, message, level, platform, status, count, users }: Issue) {
  return { type, message, level, platform, status, count, users }
}

export async function readScreenshot(account: Account, id: string): Promise<{ type: string | null; bytes: Buffer }> {
  const response = await fetch(`${account.url}/api/events/${id}/screenshot`, {
    headers: { authorization: `Bearer ${account.token}` },
  })
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}
