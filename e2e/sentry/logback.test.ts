import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listIssues } from '../harness/account.ts'
import { isLong } from '../sdks/long.ts'
import { expectShown } from './expect-shown.ts'
import { installMavenTree } from './installs.ts'
import { expectAllAccounted, hasCommand, openSentryStage, programs, run } from './stage.ts'

// Programs of the JVM often report by their log alone: messages have a template, and the values that fill it.

const stage = openSentryStage()
const artifacts = ['io.sentry:sentry-logback:8.53.0', 'ch.qos.logback:logback-classic:1.5.38']

it.runIf(isLong)(
  'what the appender of Logback sends is shown, and messages are grouped by their template',
  async ({ skip }) => {
    if (!hasCommand('mvn', '--version')) return skip('no mvn')
    const installed = installMavenTree('sentry-logback', artifacts)
    if ('missing' in installed) return skip(installed.missing)
    const project = await stage.newProject('logback')
    const ran = await run('java', ['-cp', join(installed.directory, '*'), join(programs, 'Logback.java')], {
      SENTRY_DSN: project.dsn,
    })
    const events = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
    expect(events, ran.output).toHaveLength(3)
    const shown = await Promise.all(events.map((sent) => project.eventOf(sent.event_id)))
    for (const [index, sent] of events.entries()) expectShown(sent, shown[index]!)
    for (const event of shown)
      expect(event).toMatchObject({ platform: 'java', tags: { logger: 'shop.mail', order: 'o-7' } })
    expect(shown.map(({ message }) => message)).toEqual([
      'mail to list failed after 3 tries',
      'mail to customers failed after 5 tries',
      'no server for list',
    ])
    expect(shown[2]).toMatchObject({ other: { sentry: { message: 'mail to list failed' } } })
    expect(shown[0]!.breadcrumbs.map(({ message }) => message)).toContain('mail to list begins')
    const issues = await listIssues(stage.account, project)
    expect(issues.map(({ type, count }) => [type, count]).toSorted()).toEqual([
      ['Message', 2],
      ['java.lang.IllegalStateException', 1],
    ])
    await expectAllAccounted(project)
  },
)
