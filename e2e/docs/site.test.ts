import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rootPath } from '../../scripts/install.mjs'
import { overflowOf } from '../dashboard/readable.ts'
import { expectAccessible } from '../dashboard/window.ts'
import { launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'

// The public site, made from a clone of this checkout in which the last commit is a release, too, and served as GitHub Pages does.

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

describeWithTool('chromium-headless-shell', 'the public site', (chromium) => {
  const parent = mkdtempSync(join(tmpdir(), 'bugle-site-'))
  const [clone, made] = [join(parent, 'clone'), join(parent, 'made')]
  let server: Server
  let browser: Browser
  let root: string

  beforeAll(async () => {
    execFileSync('git', ['clone', '--quiet', rootPath, clone])
    execFileSync('git', ['tag', 'v0.0.9'], { cwd: clone })
    // A release from before the site.
    execFileSync('git', ['tag', 'v0.0.1', firstCommit(clone)], { cwd: clone })
    symlinkSync(join(rootPath, 'node_modules'), join(clone, 'node_modules'))
    const options = { cwd: clone, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync(process.execPath, ['scripts/site.mjs', '--path', '/bugle/', made], options)
    expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://localhost')
      const name = pathname.replace(/^\/bugle\//, '').replace(/(^|\/)$/, '$1index.html')
      const file = [name, `${name}.html`]
        .map((one) => join(made, one))
        .find((one) => extname(one) !== '' && existsSync(one))
      if (file === undefined || !pathname.startsWith('/bugle/')) return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      response.end(readFileSync(file))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bugle/`
    browser = await launchChromium(chromium)
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    rmSync(parent, { recursive: true })
  })

  /** Opens a page; at the end it must have requested nothing from elsewhere and logged nothing. */
  async function inPage(
    options: { colorScheme?: 'light' | 'dark'; width?: number },
    walk: (page: Page) => Promise<void>,
  ) {
    const { colorScheme = 'light', width = 1440 } = options
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => request.url().startsWith(root) || complaints.push(request.url()))
    await walk(page)
    await context.close()
    expect(complaints).toEqual([])
  }

  it('has the versions of the tags that have a site', () => {
    expect(JSON.parse(readFileSync(join(made, 'versions.json'), 'utf8'))).toEqual(['0.0.9'])
    expect(existsSync(join(made, '0.0.9/self-hosting.html'))).toBe(true)
    expect(existsSync(join(made, '0.0.1'))).toBe(false)
    // Links to files lead to the commit of the version.
    expect(readFileSync(join(made, '0.0.9/slo.html'), 'utf8')).toContain('/tree/v0.0.9/e2e/faults')
    expect(readFileSync(join(made, 'slo.html'), 'utf8')).toContain('/tree/main/e2e/faults')
  })

  it.each(['light', 'dark'] as const)('begins with a page for everybody, and on a phone: %s', async (colorScheme) => {
    for (const width of [1440, 390])
      await inPage({ colorScheme, width }, async (page) => {
        await page.goto(root)
        await page.getByRole('heading', { name: 'Three figures that you can repeat' }).waitFor()
        await expect.poll(() => page.locator('.landing img').count()).toBe(2)
        await expectAccessible(page)
        await expect.poll(() => overflowOf(page)).toBe(0)
      })
  })

  it('leads to other versions, and from there back', async () => {
    await inPage({}, async (page) => {
      await page.goto(`${root}comparison`)
      const menu = page.getByRole('combobox', { name: 'Version' })
      await menu.selectOption('0.0.9')
      await page.waitForURL(`${root}0.0.9/`)
      await page.getByRole('link', { name: 'Run it', exact: true }).click()
      await page.waitForURL(`${root}0.0.9/self-hosting`)
      await page.getByRole('heading', { name: 'Running Bugle', level: 1 }).waitFor()
    })
  })
})

function firstCommit(directory: string): string {
  return execFileSync('git', ['rev-list', '--max-parents=0', '--max-count=1', 'HEAD'], {
    cwd: directory,
    encoding: 'utf8',
  }).trim()
}
