/// <reference lib="dom" />
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EventView, Issue } from '@bugle/protocol'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Project, request } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { installNpm } from '../sentry/installs.ts'
import { servePage } from '../sentry/page-site.ts'
import { eventsOf, issuesOf } from './issues.ts'
import { openStage } from './stage.ts'

// The same program with Sentry's SDK and with ours: the pages Releases, Monitors, Feedback and Issues show the same of both,
// but for the differences that are listed here with their reasons.

const stage = openStage('side-by-side', 'com.example.shop')
const programs = fileURLToPath(new URL('side-by-side', import.meta.url))
const version = '11.12.0'

/** The shop as a page at `?token=…&endpoint=…`, with our SDK: an entry that only the built package has. */
const pageWithBugle = `import * as bugle from '@bugle/browser'
import { attachments } from '@bugle/browser/attachments'
import { trackerOf } from './bugle.mjs'
import { openPage } from './page.mjs'

const { token, endpoint } = Object.fromEntries(new URLSearchParams(location.search))
bugle.init({
  ...{ token, endpoint, appId: 'com.example.shop', integrations: [attachments()] },
  ...{ release: 'shop@4.2.0', dist: '7', environment: 'staging' },
})
openPage(trackerOf(bugle, false))
`

beforeAll(() => {
  cpSync(programs, stage.host.directory, { recursive: true })
  stage.host.program('page-bugle.mjs', pageWithBugle)
})

type Facts = Record<string, unknown>

/** Differences that are meant: the names of the facts, and the reason. */
type Intended = readonly (readonly [names: RegExp, reason: string])[]

const inAll: Intended = [
  [/^issue Message: innermost frame$/, 'Sentry attaches the stack of the call; our message is identified by its text'],
  [/: mechanism$/, 'The names of mechanisms are each SDK’s own'],
]

async function dsnOf(project: Project): Promise<string> {
  return (await request(stage.account, 'POST', `/api/projects/${project.id}/dsn-keys`, { label: 'Sentry' })).dsn
}

/** Reads from the API what the pages show of a project, once it has as much of everything as two runs of the program send. */
async function factsOf(project: Project, expected: { issues: number; events: number; monitors: number }) {
  const { account } = stage
  const path = `/api/projects/${project.id}` as const
  const issues = await issuesOf(account, project, expected.issues, expected.events)
  await expect.poll(async () => (await request(account, 'GET', `${path}/release-health`)).releases[0]?.sessions).toBe(2)
  const linked = async () =>
    (await request(account, 'GET', `${path}/feedback`)).feedback.filter(({ issue_id }) => issue_id !== null)
  await expect.poll(async () => (await linked()).length).toBe(2)
  const ended = async () =>
    (await request(account, 'GET', `${path}/monitors`)).monitors
      .flatMap(({ check_ins }) => check_ins)
      .filter(({ status }) => status !== 'in_progress')
  await expect.poll(async () => (await ended()).length).toBe(2 * expected.monitors)

  const { releases } = await request(account, 'GET', `${path}/release-health`)
  const facts: Facts = {}
  for (const { release, environment, ...health } of releases) {
    for (const name of ['sessions', 'errored', 'unhandled', 'abnormal', 'crashed', 'users'] as const)
      facts[`release ${release} ${environment} ${name}`] = health[name]
    for (const name of ['crash_free_sessions', 'crash_free_users'] as const)
      facts[`release ${release} ${environment} ${name}`] = health[name]
  }
  for (const { slug, ...monitor } of (await request(account, 'GET', `${path}/monitors`)).monitors) {
    for (const name of ['schedule', 'timezone', 'margin_minutes', 'max_runtime_minutes'] as const)
      facts[`monitor ${slug} ${name}`] = monitor[name]
    facts[`monitor ${slug} environments`] = monitor.environments.map((one) => `${one.environment} ${one.last_status}`)
    facts[`monitor ${slug} check-ins`] = monitor.check_ins.map((one) => one.status)
  }
  const { feedback } = await request(account, 'GET', `${path}/feedback`)
  // Each run of the program says the same.
  for (const { message, name, email, url, issue_id } of feedback) {
    const issue = issues.find(({ id }) => id === issue_id)
    Object.assign(facts, prefixed('feedback', { message, name, email, url, 'is about': issue?.type }))
  }
  for (const issue of issues) Object.assign(facts, await issueFactsOf(issue))
  return facts
}

async function issueFactsOf(issue: Issue): Promise<Facts> {
  const events = await eventsOf(stage.account, issue)
  const [event] = events as [EventView]
  const name = `issue ${issue.type}`
  await expect
    .poll(async () => (await request(stage.account, 'GET', `/api/issues/${issue.id}/tags`)).tags.length)
    .toBeGreaterThanOrEqual(Object.keys(event.tags).length)
  const facts = prefixed(name, {
    title: `${issue.type}: ${issue.message}`,
    count: issue.count,
    users: issue.users,
    level: event.level,
    platform: event.platform,
    release: event.release,
    environment: event.environment,
    dist: event.dist,
    user: event.user_id,
    handled: event.mechanism?.handled,
    mechanism: event.mechanism?.type,
    'tag plan': event.tags.plan,
    'other tags': Object.keys({ ...event.tags, ...event.derived_tags })
      .filter((key) => key !== 'plan')
      .sort(),
    'context cart': event.contexts.cart,
    'named contexts': ['browser', 'os', 'runtime'].map(
      (one) => (event.contexts[one] as { name?: string })?.name ?? '–',
    ),
    'own breadcrumbs': event.breadcrumbs.filter((one) => one.category === 'order').map((one) => one.message),
    causes: event.exceptions.map(({ exception_type, message }) => `${exception_type}: ${message}`),
    'innermost frame': frameOf(event),
    attachments: event.attachments?.map((one) => `${one.name} ${one.content_type} ${one.bytes} bytes`) ?? [],
  })
  return { [name]: 'reported', ...facts }
}

/** The function of the program that the page of an issue names, with its line of source where it has one. */
function frameOf({ exceptions }: EventView): string {
  const frame = exceptions[0]?.frames.find(({ in_app }) => in_app)
  return frame === undefined ? 'none' : `${frame.function} in_app, ${frame.context_line?.trim() ?? 'no source line'}`
}

function prefixed(name: string, facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [`${name}: ${key}`, value]))
}

/** Prints both sides, and expects that they differ where a reason is given, and nowhere else. */
function compare(family: string, sentry: Facts, ours: Facts, intended: Intended): void {
  const isShared = (name: string) => {
    const [issue = ''] = name.split(': ')
    return issue === name || !issue.startsWith('issue ') || (issue in sentry && issue in ours)
  }
  const names = [...new Set([...Object.keys(sentry), ...Object.keys(ours)])].filter(isShared).sort()
  const textOf = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value))
  const rows = names.map((name) => {
    const isSame = textOf(sentry[name]) === textOf(ours[name])
    const reason = intended.find(([names]) => names.test(name))?.[1]
    return { name, sentry: textOf(sentry[name]), ours: textOf(ours[name]), isSame, reason }
  })
  const lines = rows.map(({ name, sentry, ours, isSame, reason }) =>
    isSame ? `| ${name} | ${sentry} | the same | |` : `| ${name} | ${sentry} | ${ours} | ${reason ?? 'NO REASON'} |`,
  )
  console.info([`| ${family} | Sentry | Bugle | reason |`, '|---|---|---|---|', ...lines].join('\n'))
  const differing = rows.filter(({ isSame }) => !isSame)
  expect(differing.filter(({ reason }) => reason === undefined)).toEqual([])
  // A reason that explains nothing is out of date.
  const used = new Set(differing.map(({ reason }) => reason))
  expect(intended.filter(([, reason]) => !used.has(reason))).toEqual([])
}

/** Makes Sentry's package of npm loadable from the programs' folder; returns why it is missing. */
function lendSentry(name: string): string | undefined {
  const installed = installNpm(`side-${name}-${version}`, { [`@sentry/${name}`]: version })
  if ('missing' in installed) return installed.missing
  const target = join(stage.host.directory, 'node_modules/@sentry')
  mkdirSync(target, { recursive: true })
  symlinkSync(join(installed.directory, 'node_modules/@sentry', name), join(target, name))
  return undefined
}

const ofNode: Intended = [
  [/^issue RangeError$/, 'Our withMonitor reports what the job throws; Sentry’s leaves that to the caller'],
  [/^release .* (?:errored|unhandled)$/, 'So the session with the failed job had an error that nobody handled before'],
  [/: named contexts$/, 'Sentry names the distribution, which it reads from files; ours the system that Node names'],
  [/: other tags$/, 'Sentry sends the name of the machine; our SDKs send nothing that identifies one'],
]

describe('a program on Node', () => {
  async function run(env: Record<string, string>): Promise<void> {
    const file = join(stage.host.directory, 'node.mjs')
    expect(await stage.host.run([file], env)).toMatchObject({ code: 0, stderr: '' })
    expect(await stage.host.run([file, 'crash'], env)).toMatchObject({ code: 1 })
  }

  it('shows the same with @sentry/node and with @bugle/node', async ({ skip }) => {
    const missing = lendSentry('node')
    if (process.env.CI === 'true') expect(missing).toBeUndefined()
    if (missing !== undefined) return skip(`@sentry/node could not be installed: ${missing}`)
    const [theirs, ours] = await Promise.all([stage.newProject('node sentry'), stage.newProject('node bugle')])
    const { BUGLE_TOKEN, BUGLE_ENDPOINT, BUGLE_STORE } = stage.settings(ours)
    await run({ SDK: '@sentry/node', DSN: await dsnOf(theirs) })
    await run({ SDK: '@bugle/node', TOKEN: BUGLE_TOKEN!, ENDPOINT: BUGLE_ENDPOINT!, STORE: BUGLE_STORE! })
    compare(
      'Node',
      await factsOf(theirs, { issues: 4, events: 7, monitors: 2 }),
      await factsOf(ours, { issues: 5, events: 9, monitors: 2 }),
      [...ofNode, ...inAll],
    )
  })
})

describeWithTool(chromiumTool, 'a page in Chromium', (chromium) => {
  async function visit(script: string, settings: Record<string, string>): Promise<void> {
    const bundle = await rolldown({
      input: join(stage.host.directory, script),
      cwd: stage.host.directory,
      platform: 'browser',
    })
    const { output } = await bundle.generate({ format: 'iife' })
    await bundle.close()
    const site = await servePage(output[0].code)
    const browser = await launchChromium(chromium)
    try {
      for (const isCrash of [false, true]) {
        const page = await (await browser.newContext()).newPage()
        await page.goto(`${site.origin}/?${new URLSearchParams(settings)}`)
        await page.evaluate(() => (window as unknown as { done: Promise<void> }).done)
        if (isCrash) await page.click('button')
        await page.evaluate(() => (window as unknown as { flush(): Promise<void> }).flush())
        await page.close({ runBeforeUnload: true })
      }
    } finally {
      await browser.close()
      site.close()
    }
  }

  it('shows the same with @sentry/browser and with @bugle/browser', async () => {
    stage.host.lend('@sentry/browser')
    const [theirs, ours] = await Promise.all([stage.newProject('page sentry'), stage.newProject('page bugle')])
    await visit('page-sentry.mjs', { dsn: await dsnOf(theirs) })
    await visit('page-bugle.mjs', { token: ours.ingestToken, endpoint: stage.server.url })
    const expected = { issues: 3, events: 5, monitors: 0 }
    compare('Page', await factsOf(theirs, expected), await factsOf(ours, expected), inAll)
  })
})
