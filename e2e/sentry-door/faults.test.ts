import { join } from 'node:path'
import type { Issue } from '@bugle/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { listIssues } from '../harness/account.ts'
import { type DoorProject, installNpm, installPython, openDoorStage, programs, run } from './door-stage.ts'

// Real SDKs that are limited, refused, and cut off: every event is stored, refused and counted, or reported as dropped.

const limit = 100
const stage = openDoorStage({ BUGLE_INGEST_RATE: String(limit) })

const floods = [
  {
    name: '@sentry/node',
    flood: async (dsn: string, count: number) => {
      const installed = installNpm('node-10.78.0', { '@sentry/node': '10.78.0' })
      if ('missing' in installed) return installed
      const env = { SENTRY_DSN: dsn, SDK: installed.directory, COUNT: String(count) }
      return run(process.execPath, [join(programs, 'flood.mjs')], env)
    },
  },
  {
    name: 'sentry-sdk',
    flood: async (dsn: string, count: number) => {
      const installed = installPython('sentry-sdk==2.75.0')
      if ('missing' in installed) return installed
      const env = { SENTRY_DSN: dsn, PYTHONPATH: installed.directory, COUNT: String(count) }
      return run('python3', [join(programs, 'flood.py')], env)
    },
  },
]

beforeEach(() => {
  stage.proxy.fault = () => undefined
})

/** Events of a project: stored, refused by the server, and dropped by the SDK, which says so. */
async function accounted(project: DoorProject): Promise<{ stored: number; refused: number; dropped: number }> {
  const [issues, outcomes] = await Promise.all([
    listIssues(stage.account, { id: project.id, app_id: '', ingestToken: '' }),
    project.outcomes(),
  ])
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

describe.each(floods)('$name', ({ name, flood }) => {
  it('stops at a limit, and every event is accounted for', async ({ skip }) => {
    const project = await stage.newProject(`${name} limited`)
    const ran = await flood(project.dsn, 150)
    if ('missing' in ran) return skip(ran.missing)
    await expect.poll(async () => total(await accounted(project)), { message: ran.output }).toBe(150)
    const { stored, refused } = await accounted(project)
    expect(stored).toBe(limit)
    const limited = project.exchanges().filter(({ status }) => status === 429)
    expect(limited).toHaveLength(refused)
    expect(limited[0]!.responseHeaders).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      'x-sentry-rate-limits': expect.stringMatching(/^\d+:error;default;security:key:rate_limited$/),
    })
  })

  it.each([
    ['503', { status: 503 }],
    ['413', { status: 413 }],
    ['a cut connection', 'cut'],
  ] as const)('continues after %s', async (_name, fault) => {
    const project = await stage.newProject(`${name} ${_name}`)
    let left = 3
    stage.proxy.fault = (path) => (path.includes('/envelope/') && left-- > 0 ? fault : undefined)
    const ran = await flood(project.dsn, 20)
    if ('missing' in ran) return
    // Python sends again by itself after a cut, Node reports the loss.
    await expect.poll(async () => (await accounted(project)).stored).toBeGreaterThanOrEqual(17)
    expect((await accounted(project)).stored).toBeLessThanOrEqual(20)
  })
})
