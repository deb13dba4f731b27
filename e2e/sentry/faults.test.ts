import type { Issue } from '@bugle/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { listIssues } from '../harness/account.ts'
import { families } from './families.ts'
import { openSentryStage, type SentryProject } from './stage.ts'

// Real SDKs that are limited, refused, and cut off: every event is stored, refused and counted, or reported as dropped.

const limit = 100
const stage = openSentryStage({ BUGLE_INGEST_RATE: String(limit) })

beforeEach(() => {
  stage.proxy.fault = () => undefined
})

/** Events of a project: stored, refused by the server, and dropped by the SDK, which says so. */
async function accounted(project: SentryProject): Promise<{ stored: number; refused: number; dropped: number }> {
  const [issues, outcomes] = await Promise.all([listIssues(stage.account, project), project.outcomes()])
  const sum = (counts: { reason: string; total: number }[]) =>
    counts.filter(({ reason }) => !reason.startsWith('session')).reduce((all, { total }) => all + total, 0)
  return {
    stored: issues.reduce((all: number, { count }: Issue) => all + count, 0),
    refused: sum(outcomes.refused),
    dropped: sum(outcomes.reported),
  }
}

const total = ({ stored, refused, dropped }: { stored: number; refused: number; dropped: number }) =>
  stored + refused + dropped

/** SDKs that say at their end how many events they dropped; others count only what a later request could still carry. */
const reportsAll = /^(?:@sentry\/node 10|sentry-sdk 2)/

describe.each(families)('$name', ({ name, run }) => {
  const flood = (dsn: string, count: number) => run('flood', { SENTRY_DSN: dsn, COUNT: String(count) })

  it('stops at a limit, and every event is accounted for', async ({ skip }) => {
    const project = await stage.newProject(`${name} limited`)
    const ran = await flood(project.dsn, 150)
    if ('missing' in ran) return skip(ran.missing)
    await expect.poll(async () => (await accounted(project)).stored, { message: ran.output }).toBe(limit)
    const limited = project.exchanges().filter(({ status }) => status === 429)
    await expect.poll(async () => (await accounted(project)).refused).toBe(limited.length)
    // The server counts what an SDK reports a moment after it responded.
    if (reportsAll.test(name)) await expect.poll(async () => total(await accounted(project))).toBe(150)
    expect(total(await accounted(project))).toBeLessThanOrEqual(150)
    expect(limited[0]!.responseHeaders).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      'x-sentry-rate-limits': expect.stringMatching(/^\d+:error;default;security:key:rate_limited$/),
    })
  })

  it.each([
    ['503', { status: 503 }, 3],
    ['413', { status: 413 }, 3],
    ['a cut connection', 'cut', 3],
    ['a request without a response', 'hang', 1],
  ] as const)('continues after %s', async (_name, fault, times) => {
    const project = await stage.newProject(`${name} ${_name}`)
    let left: number = times
    stage.proxy.fault = (path) => (/\/(?:envelope|store)\//.test(path) && left-- > 0 ? fault : undefined)
    const ran = await flood(project.dsn, 20)
    if ('missing' in ran) return
    // An SDK without a store loses those three, unless its HTTP client sends again by itself, as that of Java does.
    const message = `${name}: ${ran.output}`
    await expect.poll(async () => (await accounted(project)).stored, { message }).toBeGreaterThanOrEqual(20 - times)
    expect((await accounted(project)).stored).toBeLessThanOrEqual(20)
  })
})
