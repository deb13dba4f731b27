import type { BugleEvent } from '@bugle/core'
import { expect } from 'vitest'
import { type Account, createProject } from '../harness/account.ts'
import { issuesOf } from './issues.ts'

/** Expects that a server accepts every event, and counts as many as they stand for. */
export async function expectAccepted(url: string, account: Account, events: BugleEvent[]): Promise<void> {
  expect(events.length).toBeGreaterThan(0)
  const project = await createProject(account, 'accepted', events[0]!.app_id)
  for (const event of events) {
    const headers = { 'content-type': 'application/json', 'x-service-token': project.ingestToken }
    const response = await fetch(`${url}/ingest`, { method: 'POST', headers, body: JSON.stringify(event) })
    expect(response.status, await response.text()).toBe(202)
  }
  const count = events.reduce((sum, { repeat = 1 }) => sum + repeat, 0)
  const issues = await issuesOf(account, project, 1, count)
  expect(issues.reduce((sum, issue) => sum + issue.count, 0)).toBe(count)
}
