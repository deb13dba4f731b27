/// <reference lib="dom" />
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Project, request } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { installNpm } from '../sentry/installs.ts'
import { servePage } from '../sentry/page-site.ts'
import { openProxy } from '../sentry/recording-proxy.ts'
import { compare, type Intended, namesOfMechanisms, stackOfMessage } from './side-by-side/compare.ts'
import { factsOf } from './side-by-side/facts.ts'
import { families } from './side-by-side/families.ts'
import { record, replay } from './side-by-side/recording.ts'
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
  stage.host.phone()
})

async function dsnOf(project: Project): Promise<string> {
  return (await request(stage.account, 'POST', `/api/projects/${project.id}/dsn-keys`, { label: 'Sentry' })).dsn
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
      await factsOf(stage.account, theirs, { issues: 4, events: 7, monitors: 2 }),
      await factsOf(stage.account, ours, { issues: 5, events: 9, monitors: 2 }),
      [...ofNode, stackOfMessage, namesOfMechanisms],
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
    compare('Page', await factsOf(stage.account, theirs, expected), await factsOf(stage.account, ours, expected), [
      stackOfMessage,
      namesOfMechanisms,
    ])
  })
})

/** Set by `npm run side-by-side`: a family whose SDK of Sentry runs here, rather than what was recorded of it. */
const live = {
  family: process.env.SIDE_BY_SIDE_FAMILY,
  sentry: process.env.SIDE_BY_SIDE_SENTRY ?? '',
  isRecorded: process.env.SIDE_BY_SIDE_RECORD === '1',
}

for (const family of families)
  describe(`a program of ${family.name}`, () => {
    it('shows the same with Sentry’s SDK and with ours', async ({ skip }) => {
      if (process.env.CI === 'true') expect(family.missing).toBeUndefined()
      if (family.missing !== undefined) return skip(family.missing)
      const [theirs, ours] = await Promise.all([
        stage.newProject(`${family.name} sentry`),
        stage.newProject(`${family.name} bugle`),
      ])
      const dsn = await dsnOf(theirs)
      if (live.family === family.name) await runSentry(family, dsn)
      else await replay(family.name, dsn)
      await family.runOurs(stage, ours)
      compare(
        family.name,
        await factsOf(stage.account, theirs, family.sentry),
        await factsOf(stage.account, ours, family.ours),
        [...family.intended, namesOfMechanisms],
      )
    })
  })

async function runSentry(family: (typeof families)[number], dsn: string): Promise<void> {
  const proxy = await openProxy(stage.server.url)
  try {
    const folders = await family.runSentry(stage, dsn.replace(/@[^/]+/, `@${new URL(proxy.url).host}`), live.sentry)
    if (live.isRecorded) record(family.name, dsn, proxy.exchanges, folders)
  } finally {
    proxy.close()
  }
}
