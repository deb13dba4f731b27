import { describe, expect, it } from 'vitest'
import { expectShown, listOf } from './expect-shown.ts'
import { families } from './families.ts'
import { expectAllAccounted, openSentryStage, type SentryProject } from './stage.ts'

// Sentry's SDKs in programs of their languages, sending by their DSN alone. Their events are compared with what is shown.

const stage = openSentryStage()

describe.each(families)('$name', ({ name, run: report }) => {
  it('is shown as it was sent', async ({ skip }) => {
    const project: SentryProject = await stage.newProject(name)
    const ran = await report('report', { SENTRY_DSN: project.dsn })
    if ('missing' in ran) return skip(ran.missing)
    const events = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
    expect(events.length, ran.output).toBeGreaterThan(4)
    for (const sent of events) expectShown(sent, await project.eventOf(sent.event_id))
    // Each program has an error with a cause.
    expect(Math.max(...events.map(({ exception }) => listOf(exception).length))).toBeGreaterThan(1)
    const crash = events.find((sent) =>
      JSON.stringify(sent.exception ?? sent.message ?? '').includes('crash at the end'),
    )
    expect(crash, ran.output).toBeDefined()
    await expectAllAccounted(project)
  })
})
