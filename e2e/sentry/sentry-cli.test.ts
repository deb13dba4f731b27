import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { installRuntime } from '../../scripts/runtimes.mjs'
import { isLong } from '../sdks/long.ts'
import { expectShown } from './expect-shown.ts'
import { expectAllAccounted, openSentryStage, run } from './stage.ts'

// The command that reports from shell scripts: events, envelopes from files, and the check-ins of a job that it runs.

const stage = openSentryStage()
const folder = mkdtempSync(join(tmpdir(), 'bugle-sentry-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.runIf(isLong).each(['2.58.6', '3.8.0'])('sentry-cli %s', (version) => {
  const cli = async (dsn: string, ...args: string[]) => {
    const program = installRuntime({ name: '@sentry/cli-linux-x64', version, bin: 'bin/sentry-cli' })
    if ('missing' in program) return { code: 0, output: '', missing: program.missing }
    return {
      ...(await run(program.path, args, { SENTRY_DSN: dsn, SENTRY_ALLOW_FAILURE: '' }, folder)),
      missing: undefined,
    }
  }

  it('sends events and envelopes', async ({ skip }) => {
    const project = await stage.newProject(`sentry-cli ${version}`)
    writeFileSync(join(folder, 'job.log'), 'started\nconnected\nfailed\n')
    const sent = await cli(
      project.dsn,
      'send-event',
      ...['--message', 'The backup of %s failed', '--message-arg', 'shop'],
      ...['--level', 'warning', '--release', 'backup@2.0', '--dist', '7', '--env', 'staging'],
      ...['--tag', 'host:db-1', '--extra', 'attempt:2', '--user', 'id:u-1', '--fingerprint', 'backup'],
      ...['--logfile', join(folder, 'job.log')],
    )
    if (sent.missing !== undefined) return skip(sent.missing)
    expect([sent.code, sent.output]).toEqual([0, expect.any(String)])
    const id = crypto.randomUUID().replaceAll('-', '')
    const event = {
      event_id: id,
      platform: 'other',
      timestamp: Date.now() / 1000,
      message: 'from a file',
      tags: { a: 'b' },
    }
    const file = join(folder, 'saved.envelope')
    writeFileSync(file, `{"event_id":"${id}"}\n{"type":"event"}\n${JSON.stringify(event)}\n`)
    const enveloped = await cli(project.dsn, 'send-envelope', file)
    expect([enveloped.code, enveloped.output]).toEqual([0, expect.any(String)])
    const events = project.exchanges().flatMap(({ header, items }) =>
      items
        .filter(({ type }) => type === 'event')
        // The id may be in the header alone.
        .map(({ payload }) => ({ event_id: header.event_id, ...(payload as Record<string, unknown>) })),
    )
    expect(events).toHaveLength(2)
    for (const one of events) expectShown(one, await project.eventOf(String(one.event_id).replaceAll('-', '')))
    expect(await project.eventOf(String(events[0]!.event_id).replaceAll('-', ''))).toMatchObject({
      message: 'The backup of shop failed',
      level: 'warning',
      release: 'backup@2.0',
      environment: 'staging',
      user_id: 'u-1',
      tags: { host: 'db-1' },
    })
    await expectAllAccounted(project)
  })
})
