import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { createProject, request } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { openStage } from '../sdks/stage.ts'
import { buildNodeProgram, buildPage, failingLine, serveFolder } from './programs.ts'
import { Terminal } from './terminal.ts'

const stage = openStage('cli-doctor', 'com.example.shop')
const terminal = new Terminal()

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
})
afterAll(() => terminal.remove())

const folderOf = (name: string) => join(stage.host.directory, name)

interface Printed {
  check: string
  state: 'passed' | 'failed' | 'skipped'
  fact: string
  remedy: string | null
}

/** Runs the doctor; returns its exit code and its checks by name. */
async function examine(args: string[], env: Record<string, string> = {}) {
  const { code, stdout } = await terminal.run(['doctor', ...args, '--json'], { env })
  const printed: Printed[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { code, checks: Object.fromEntries(printed.map((one) => [one.check, one])) }
}

describe('bugle doctor', () => {
  it('names the fact and the command of each failing check, from an empty set-up to one that works', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    const unreachable = await examine([], { BUGLE_URL: nobody })
    expect(unreachable.code).toBe(1)
    expect(unreachable.checks.server).toMatchObject({ state: 'failed', remedy: `curl ${nobody}/readyz` })
    expect(unreachable.checks.token!.state).toBe('skipped')

    const loggedOut = await examine([], { BUGLE_TOKEN: '' })
    expect(loggedOut.checks.token).toMatchObject({ state: 'failed', remedy: 'bugle login' })
    const body = { name: 'ci', scopes: ['artifact:write'] } as const
    const { token } = await request(stage.account, 'POST', '/api/me/api-tokens', body)
    const narrow = await examine([], { BUGLE_TOKEN: token })
    expect(narrow.checks.token).toMatchObject({ state: 'failed', remedy: expect.stringContaining('project:read') })

    const lost = await examine(['--project', 'nothing'])
    expect(lost.checks.project).toMatchObject({ state: 'failed', remedy: 'bugle projects list' })

    const project = await createProject(stage.account, 'Doctor')
    const other = await createProject(stage.account, 'Other', 'com.example.other')
    const here = ['--project', project.id]
    const foreign = await examine([...here, '--ingest-token', other.ingestToken])
    expect(foreign.checks['ingest token']).toMatchObject({ state: 'failed', remedy: 'bugle projects list' })

    const settings = { token: project.ingestToken, endpoint: stage.server.url, release: 'shop@1' }
    const program = await buildNodeProgram(folderOf('doctor'), settings)
    const dist = join(program, '..')
    const fresh = await examine([...here, '--dir', dist])
    expect(fresh.code).toBe(1)
    expect(fresh.checks['ingest token']).toMatchObject({
      state: 'passed',
      fact: `…${project.ingestToken.slice(-4)} is live and was never used; 0 requests in 24 h.`,
    })
    expect(fresh.checks.uploads).toMatchObject({ state: 'failed', remedy: `bugle sourcemaps upload ${dist}` })
    expect(fresh.checks['built files']).toMatchObject({ state: 'failed', remedy: `bugle sourcemaps inject ${dist}` })
    expect(fresh.checks['ids uploaded']).toMatchObject({ state: 'failed', remedy: `bugle sourcemaps inject ${dist}` })

    await terminal.done(['sourcemaps', 'inject', dist])
    await stage.host.run([program], {})
    // The doctor has sent an event of its own.
    const { id } = await latestOf(stage.account, await issuesOf(stage.account, project, 2), 'RangeError')
    const unsent = await examine([...here, '--dir', dist, id])
    expect(unsent.checks['ids uploaded']).toMatchObject({ state: 'failed', remedy: `bugle sourcemaps upload ${dist}` })
    const upload = expect.stringContaining(`bugle sourcemaps upload ${dist}`)
    expect(unsent.checks.event).toMatchObject({ state: 'failed', remedy: upload })
    expect(unsent.checks['made event']).toMatchObject({ state: 'failed', remedy: upload })
    const explained = await terminal.done(['events', 'explain', id])
    expect(explained).toMatch(/main\.mjs: 0 of \d+ frames resolved/)
    expect(explained).toContain('Try: bugle sourcemaps upload .')
    const otherRelease = await examine([...here, '--release', 'shop@2'])
    expect(otherRelease.checks.releases).toMatchObject({ state: 'failed', remedy: "bugle doctor --release 'shop@1'" })

    await terminal.done(['sourcemaps', 'upload', dist, ...here, '--release', 'shop@1'])
    const good = await examine([...here, '--dir', dist, '--release', 'shop@1', id])
    expect(Object.values(good.checks).filter(({ state }) => state === 'failed')).toEqual([])
    // Uses are counted some seconds later, by the hour: a number of minutes would be made up.
    await expect
      .poll(async () => (await examine([...here, '--dir', dist])).checks['ingest token']!.fact)
      .toMatch(/is live and was last used in the hour from \d{4}-\d\d-\d\d \d\d:00 UTC; \d+ requests? in 24 h\.$/)
    expect(good.code).toBe(0)
    expect(good.checks.event!.fact).toContain(
      `shop.ts:${failingLine}: if (this.prices.length === 0) throw new RangeError`,
    )
    expect(good.checks['made event']!.fact).toMatch(/evt_\w+ leads to .+\.ts:\d+/)

    const unproven = await terminal.run(['doctor', ...here, '--release', 'shop@1'])
    expect(unproven.code).toBe(1)
    expect(unproven.stderr).toContain('no frame was resolved either')
  })

  describeWithTool(chromiumTool, 'with Chromium', (chromium) => {
    it('proves a page by a real error, typed into its console', async () => {
      const project = await createProject(stage.account, 'Prove', 'com.example.shop')
      const settings = { token: project.ingestToken, endpoint: stage.server.url, release: 'shop@1.4.2' }
      const dist = await buildPage(folderOf('prove'), settings)
      const site = await serveFolder(dist)
      const browser = await launchChromium(chromium)
      try {
        const here = ['--project', project.id]
        const before = await examine([site.url, ...here])
        expect(before.checks['served files']).toMatchObject({ state: 'failed', remedy: 'bugle sourcemaps inject DIR' })
        await terminal.done(['sourcemaps', 'inject', dist])
        const between = await examine([site.url, ...here])
        expect(between.checks['served files']).toMatchObject({ state: 'failed', remedy: 'bugle sourcemaps upload DIR' })
        await terminal.done(['sourcemaps', 'upload', dist, ...here])
        const page = await browser.newPage()
        await page.goto(site.url)
        await page.waitForSelector('html[data-ready]')
        const doctor = terminal.start(['doctor', site.url, ...here, '--prove', '--timeout', '200'])
        const [line] = await doctor.until(/^dispatchEvent.*$/m)
        await page.evaluate(line)
        const { code, stdout } = await doctor.ended
        expect(stdout).toMatch(/✓ served files .*1 script/)
        expect(stdout).toMatch(/✓ made event /)
        expect(stdout).toMatch(/✓ real event {4}evt_\w+ leads to .+:\d+/)
        expect(code).toBe(0)
      } finally {
        await browser.close()
        site.close()
      }
    })
  })

  it('proves a program by the next error that it sends, and gives up after the time that it was given', async () => {
    const project = await createProject(stage.account, 'Next')
    const settings = { token: project.ingestToken, endpoint: stage.server.url }
    const program = await buildNodeProgram(folderOf('next'), settings)
    const dist = join(program, '..')
    await terminal.done(['sourcemaps', 'inject', dist])
    await terminal.done(['sourcemaps', 'upload', dist, '--project', project.id])
    writeFileSync(
      join(terminal.directory, 'bugle.json'),
      JSON.stringify({ project: project.id, sourcemaps: { include: [dist] } }),
    )
    const silent = await terminal.run(['doctor', '--prove', '--timeout', '1'])
    expect(silent.code).toBe(1)
    expect(silent.stdout).toContain('✗ real event    No event arrived within 1 s.')
    const doctor = terminal.start(['doctor', '--prove', '--timeout', '200'])
    await doctor.until(/Cause an error in your program now/)
    await stage.host.run([program], {})
    expect(await doctor.ended).toMatchObject({ code: 0, stdout: expect.stringContaining(`shop.ts:${failingLine}`) })
  })
})
