import { join } from 'node:path'
import { expect, it } from 'vitest'
import { installNpm, openDoorStage, programs, run } from './door-stage.ts'
import { expectShown } from './expect-shown.ts'

// A program that hangs is reported by a second thread of its SDK, which reads the stack of the first.

const stage = openDoorStage()

it('a program that hangs is reported while it does, with the call that holds it up', async ({ skip }) => {
  const installed = installNpm('node-10.78.0', { '@sentry/node': '10.78.0' })
  if ('missing' in installed) return skip(installed.missing)
  const project = await stage.newProject('hang')
  const ran = await run(process.execPath, [join(programs, 'hang.mjs')], {
    SENTRY_DSN: project.dsn,
    SDK: installed.directory,
  })
  const [sent] = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
  expect(sent, ran.output).toBeDefined()
  const event = await project.eventOf(sent!.event_id)
  expectShown(sent!, event)
  expect(event.exception_type).toBe('ApplicationNotResponding')
  expect(event.exceptions[0]?.frames[0]).toMatchObject({ function: 'countTheTill', in_app: true })
})
