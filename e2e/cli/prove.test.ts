import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import type { Project } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { isLong } from '../sdks/long.ts'
import { openStage } from '../sdks/stage.ts'
import { serveFolder } from './programs.ts'
import { Terminal } from './terminal.ts'

// The way of somebody who has a project and no Bugle yet: install its packages from the server, write the lines of the
// documentation, build, and let `bugle doctor --prove` say that a real error leads to its source. Prints the seconds.

const stage = openStage('cli-prove', 'com.example.shop')
const terminal = new Terminal()

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
})
afterAll(() => terminal.remove())

/** A project as its framework makes it, with its dependencies installed. */
function create(name: string, dependencies: Record<string, string>, files: Record<string, string>): string {
  const folder = join(stage.host.directory, name)
  const manifest = { name, version: '1.0.0', private: true, type: 'module', dependencies }
  write(folder, { 'package.json': JSON.stringify(manifest), ...files })
  install(folder, [])
  return folder
}

function write(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

function install(folder: string, packages: string[]): void {
  const urls = packages.map((name) => `${stage.server.url}/sdk/npm/bugle-${name}.tgz` as const)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...urls], { cwd: folder, stdio: 'pipe' })
}

const initOf = (sdk: string, { ingestToken }: Project) =>
  `import { init } from '@bugle/${sdk}'
init({ token: '${ingestToken}', endpoint: '${stage.server.url}', appId: 'com.example.shop' })
`

/** Measures from the first command to the proof. */
async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await work()
  console.log(
    `${name}: from an empty project to a resolved frame in ${Math.round((performance.now() - began) / 1000)} s`,
  )
}

/** Opens a page, runs the doctor for it, and types the line that it prints into the console. */
async function provePage(chromium: string, url: string, project: Project): Promise<void> {
  const browser = await launchChromium(chromium)
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    const doctor = terminal.start(['doctor', url, '--project', project.id, '--prove', '--timeout', '100'])
    const [line] = await doctor.until(/^dispatchEvent.*$/m)
    await page.evaluate(line)
    expect(await doctor.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ real event .* leads to /) })
  } finally {
    await browser.close()
  }
}

const environmentOf = (project: Project) => ({
  BUGLE_URL: stage.server.url,
  BUGLE_TOKEN: stage.account.token,
  BUGLE_PROJECT: project.id,
})

describe.runIf(isLong)('bugle doctor --prove, from an empty project', () => {
  it('of Node', async () => {
    const folder = create('node', { esbuild: '0.28.2' }, { 'main.ts': `setInterval(() => {}, 1000)\n` })
    const project = await stage.newProject('node')
    await timed('Node', async () => {
      install(folder, ['node', 'bundler'])
      write(folder, {
        'main.ts': `${initOf('node', project)}
function pay(prices: number[]): number {
  if (prices.length === 0) throw new RangeError('the cart is empty')
  return prices.length
}
process.stdin.once('data', () => pay([]))
`,
        'build.mjs': `import { build } from 'esbuild'
import { bugle } from '@bugle/bundler/esbuild'
await build({
  entryPoints: ['main.ts'], outfile: 'dist/main.mjs', bundle: true, minify: true, platform: 'node', format: 'esm',
  packages: 'external', sourcemap: true, plugins: [bugle({ strict: true })],
})
`,
      })
      const built = await stage.host.run([join(folder, 'build.mjs')], environmentOf(project), folder)
      expect(built).toMatchObject({ code: 0 })
      const arguments_ = [
        'doctor',
        '--dir',
        join(folder, 'dist'),
        '--project',
        project.id,
        '--prove',
        '--timeout',
        '100',
      ]
      const doctor = terminal.start(arguments_)
      await doctor.until(/Cause an error in your program now/)
      const shop = `${JSON.stringify(process.execPath)} ${JSON.stringify(join(folder, 'dist/main.mjs'))}`
      expect(await terminal.paste(`echo pay | ${shop}`)).toMatchObject({ code: 1 })
      expect(await doctor.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ real event .*main\.ts:5/) })
    })
  })

  describeWithTool(chromiumTool, 'with Chromium', (chromium) => {
    it('of Vite', async () => {
      const html = '<!doctype html><title>Shop</title><script type="module" src="/main.js"></script>'
      const folder = create('vite', { vite: '8.3.8' }, { 'index.html': html, 'main.js': 'document.title += "!"\n' })
      const project = await stage.newProject('vite')
      await timed('Vite', async () => {
        install(folder, ['browser', 'bundler'])
        write(folder, {
          'main.js': `${initOf('browser', project)}document.title += '!'\n`,
          'vite.config.js': `import { bugle } from '@bugle/bundler/vite'

export default { plugins: [bugle({ strict: true })] }
`,
        })
        const vite = join(folder, 'node_modules/vite/bin/vite.js')
        const built = await stage.host.run([vite, 'build'], environmentOf(project), folder)
        expect(built).toMatchObject({ code: 0 })
        const site = await serveFolder(join(folder, 'dist'))
        await provePage(chromium, site.url, project)
        site.close()
      })
    })

    it('of Next.js', async () => {
      const folder = create(
        'next',
        { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
        {
          'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>\n',
          'app/page.js': "'use client'\nexport default function Page() {\n  return <h1>Shop</h1>\n}\n",
        },
      )
      const project = await stage.newProject('next')
      await timed('Next.js', async () => {
        install(folder, ['browser'])
        write(folder, {
          'instrumentation-client.js': initOf('browser', project),
          'next.config.mjs': 'export default { productionBrowserSourceMaps: true }\n',
        })
        const next = join(folder, 'node_modules/next/dist/bin/next')
        const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
        expect(await stage.host.run([next, 'build'], env, folder)).toMatchObject({ code: 0 })
        const upload = 'bugle sourcemaps inject .next && bugle sourcemaps upload .next --delete-after'
        const pasted = await terminal.paste(upload, { directory: folder, env: environmentOf(project) })
        expect(pasted).toMatchObject({ code: 0 })
        const port = await freePort()
        const program = stage.host.start([next, 'start', '-H', '127.0.0.1', '-p', String(port)], env, folder)
        await program.line(/Ready/)
        await provePage(chromium, `http://127.0.0.1:${port}`, project)
        program.stop('SIGTERM')
        await program.ended
      })
    })
  })
})
