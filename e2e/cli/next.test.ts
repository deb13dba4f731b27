import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameView } from '@bugle/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { isLong } from '../sdks/long.ts'
import { openStage } from '../sdks/stage.ts'
import { Terminal } from './terminal.ts'

// The lines of docs/frameworks/nextjs.md, after a build by each bundler of Next.js.

const stage = openStage('cli-next', 'com.example.desk')
const terminal = new Terminal()
let app: ReturnType<typeof stage.host.app>

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
  if (isLong) app = stage.host.app('next')
})
afterAll(() => terminal.remove())

const own = (frames: FrameView[]) =>
  frames.flatMap(({ symbolication: one }) =>
    one?.in_app && one.file?.includes('app/') ? `${one.by} ${one.file} ${one.function}:${one.line}` : [],
  )

describe.runIf(isLong)('Next.js', () => {
  describeWithTool(chromiumTool, 'built by', (chromium) => {
    it.each(['turbopack', 'webpack'])('%s: errors of server and browser lead to their source', async (bundler) => {
      if (app.missing !== undefined) throw new Error(`Next.js could not be installed: ${app.missing}`)
      const { directory } = app
      const project = await stage.newProject(bundler)
      const next = join(directory, 'node_modules/next/dist/bin/next')
      const env = {
        ...stage.settings(project),
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_ENV: 'production',
        NEXT_PUBLIC_BUGLE_TOKEN: project.ingestToken,
        NEXT_PUBLIC_BUGLE_ENDPOINT: stage.server.url,
      }
      expect(await stage.host.run([next, 'build', `--${bundler}`], env, directory)).toMatchObject({ code: 0 })
      const pasted = await terminal.paste(
        'bugle sourcemaps inject .next && bugle sourcemaps upload .next --delete-after',
        {
          directory,
          env: { BUGLE_PROJECT: project.id },
        },
      )
      expect(pasted).toMatchObject({ code: 0 })
      const maps = readdirSync(join(directory, '.next/static'), { recursive: true, encoding: 'utf8' })
      expect(maps.filter((name) => name.endsWith('.map'))).toEqual([])
      const port = await freePort()
      const program = stage.host.start([next, 'start', '-H', '127.0.0.1', '-p', String(port)], env, directory)
      await program.line(/Ready/)
      const browser = await launchChromium(chromium)
      try {
        expect((await fetch(`http://127.0.0.1:${port}/broken`)).status).toBe(500)
        const page = await browser.newPage()
        await page.goto(`http://127.0.0.1:${port}/shop`)
        await page.waitForLoadState('networkidle')
        await page.click('button')
        const issues = await issuesOf(stage.account, project, 2)
        const ofServer = (await latestOf(stage.account, issues, 'TypeError')).exceptions[0]!.frames
        expect(own(ofServer)[0]).toMatch(/^debug_id .*app\/broken\/page\.js Broken:6$/)
        const ofBrowser = (await latestOf(stage.account, issues, 'RangeError')).exceptions[0]!.frames
        expect(own(ofBrowser).slice(0, 2)).toEqual([
          expect.stringMatching(/^debug_id .*app\/shop\/cart\.js Cart\.total:6$/),
          expect.stringMatching(/^debug_id .*app\/shop\/page\.js (?:Shop\.)?pay:5$/),
        ])
      } finally {
        await browser.close()
        program.stop('SIGTERM')
        await program.ended
      }
    })
  })
})
