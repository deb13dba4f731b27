import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installRuntime } from '../../scripts/runtimes.mjs'
import { isLong } from '../sdks/long.ts'
import { expectShown } from './expect-shown.ts'
import { bunOf } from './families.ts'
import { installNpm } from './installs.ts'
import { openSentryStage, programs, run } from './stage.ts'

// A program that hangs is reported by a second thread of its SDK, which in Node reads the stack of the first.

const stage = openSentryStage()

const versions = [
  '@sentry/node 10.78.0',
  ...(isLong
    ? [
        '@sentry/node 7.120.4',
        '@sentry/node 8.55.0',
        '@sentry/node 9.47.1',
        '@sentry/node 11.8.0',
        '@sentry/bun 11.8.0',
      ]
    : []),
]

describe.each(versions)('%s', (sdk) => {
  const [name, version] = sdk.split(' ') as [string, string]

  it('a program that hangs is reported while it does, in Node with the call that holds it up', async ({ skip }) => {
    const installed = installNpm(`${name.replace('@sentry/', '')}-${version}`, { [name]: version })
    if ('missing' in installed) return skip(installed.missing)
    const runtime = name === '@sentry/bun' ? installRuntime(bunOf) : { path: process.execPath }
    if ('missing' in runtime) return skip(runtime.missing)
    const project = await stage.newProject(sdk)
    const ran = await run(runtime.path, [join(programs, 'hang.mjs')], {
      SENTRY_DSN: project.dsn,
      SDK: installed.directory,
      SDK_NAME: name,
    })
    const [sent] = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
    expect(sent, ran.output).toBeDefined()
    const event = await project.eventOf(sent!.event_id)
    expectShown(sent!, event)
    expect(event.exception_type).toBe('ApplicationNotResponding')
    const frame = { function: 'countTheTill', in_app: true }
    expect(event.exceptions[0]!.frames.slice(0, 1)).toMatchObject(name === '@sentry/bun' ? [] : [frame])
  })
})
