import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArtifactPage, ReleaseDetails } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { installRuntime } from '../../../scripts/runtimes.mjs'
import { readBuilt } from './built-programs.ts'
import { newReporter, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'

// Runs the real sentry-cli, of both major versions in use, against the server: only the URL and the token change.

const server = await startServer({ digest: true })
const folder = mkdtempSync(join(tmpdir(), 'bugle-sentry-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const versions = ['2.58.6', '3.8.0']
const { files, stacks } = readBuilt('esbuild', 'cart')
const built = files[0]!
const frames = stacks[0]!.filter(({ file }) => file === 0)

/** The exit code, and what the tool printed if it failed. */
interface Ran {
  code: number | null
  output: string
}

/** Runs a command as a build does that reported to Sentry before. */
async function run(program: string, app: Reporter, args: string[]): Promise<Ran> {
  const { token } = (
    await app.session.request('POST', '/api/me/api-tokens', {
      body: { name: 'Build', scopes: ['artifact:write', 'project:read'] },
    })
  ).body
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: folder, SENTRY_URL: server.url, SENTRY_AUTH_TOKEN: token as string },
    ...{ SENTRY_ORG: 'ours', SENTRY_PROJECT: app.project.id.toLowerCase(), SENTRY_DISABLE_UPDATE_CHECK: '1' },
    ...{ SENTRY_ALLOW_FAILURE: '0', NO_COLOR: '1' },
  }
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }))
  })
}

/** Runs a command that must succeed. */
async function succeed(program: string, app: Reporter, args: string[]): Promise<string> {
  const { code, output } = await run(program, app, args)
  if (code !== 0) throw new Error(`${args.join(' ')} → ${code}\n${output}`)
  return output
}

const artifactsOf = async (app: Reporter) =>
  (await app.session.request<ArtifactPage>('GET', `/api/projects/${app.project.id}/artifacts`)).body.artifacts
const releaseOf = async (app: Reporter, version: string): Promise<ReleaseDetails> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/releases/${version}`)).body.release

describe.each(versions)('sentry-cli %s', (version) => {
  const runtime = installRuntime({ name: '@sentry/cli-linux-x64', version, bin: 'bin/sentry-cli' })
  const program = 'path' in runtime ? runtime.path : undefined
  // Skipped where there is no such binary: on other systems, and while npm cannot be reached.
  const isRun = program !== undefined && process.platform === 'linux' && process.arch === 'x64'

  it.skipIf(!isRun)('injects and uploads source maps whose frames then resolve', { timeout: 120_000 }, async () => {
    const app = await newReporter(server)
    const dist = mkdtempSync(join(folder, 'dist-'))
    const code = built.code!
    writeFileSync(
      join(dist, 'cart.js'),
      `${code.replace(/\n*\/\/# sourceMappingURL=.*\n?$/, '')}\n//# sourceMappingURL=cart.js.map\n`,
    )
    writeFileSync(join(dist, 'cart.js.map'), built.map)
    await succeed(program!, app, ['sourcemaps', 'inject', dist])
    await succeed(program!, app, ['sourcemaps', 'upload', '--wait', '--release', '1.4.2', dist])
    const artifacts = await artifactsOf(app)
    expect(artifacts.map(({ kind, url, release, state }) => [kind, url, release, state]).toSorted()).toEqual([
      ['minified_file', '~/cart.js', '1.4.2', 'ready'],
      ['source_map', '~/cart.js', '1.4.2', 'ready'],
    ])
    const injected = readFileSync(join(dist, 'cart.js'), 'utf8')
    const debugId = /debugId=([0-9a-f-]{36})/.exec(injected)![1]!
    expect(artifacts.map(({ debug_id }) => debug_id)).toEqual([debugId, debugId])
    // The snippet before the code moved it down.
    const shift = injected.split('\n').indexOf(code.split('\n')[0]!)
    const moved = frames.map(({ line, column }) => `    at https://shop.example/cart.js:${line + shift}:${column}`)
    const images = [{ type: 'sourcemap', code_file: 'https://shop.example/cart.js', debug_id: debugId }]
    const event = { platform: 'web', stack: ['Error: x', ...moved].join('\n'), debug_meta: { images } }
    const { event_id } = await app.report(event)
    const found = (await app.readEvent(event_id)).exceptions[0]!.frames
    expect(found.map(({ symbolication }) => symbolication?.state)).toEqual(frames.map(() => 'resolved'))
    expect(found[0]!.symbolication).toMatchObject({ by: 'debug_id', line: frames[0]!.expected!.line })
    // A second upload of the same build sends nothing and succeeds.
    await succeed(program!, app, ['sourcemaps', 'upload', '--wait', '--release', '1.4.2', dist])
    expect(await artifactsOf(app)).toHaveLength(2)
  })

  it.skipIf(!isRun)('manages releases and deploys', { timeout: 120_000 }, async () => {
    const app = await newReporter(server)
    const release = (...args: string[]) => succeed(program!, app, ['releases', ...args])
    await release('new', '2.0.0')
    await release('finalize', '2.0.0')
    expect((await releaseOf(app, '2.0.0')).released_at).not.toBeNull()
    expect(await release('list')).toContain('2.0.0')
    await release('info', '2.0.0')
    const deploy = version.startsWith('2.')
      ? ['releases', 'deploys', '2.0.0', 'new', '--env', 'production']
      : ['deploys', 'new', '--release', '2.0.0', '--env', 'production']
    await succeed(program!, app, deploy)
    expect((await releaseOf(app, '2.0.0')).deploys).toMatchObject([{ environment: 'production' }])
    await release('delete', '2.0.0')
    expect(await releaseOf(app, '2.0.0')).toBeUndefined()
  })

  it.skipIf(!isRun)('reports why a project is refused', { timeout: 120_000 }, async () => {
    const app = await newReporter(server)
    const stranger = await newReporter(server)
    const dist = mkdtempSync(join(folder, 'dist-'))
    writeFileSync(join(dist, 'a.js'), 'n(1)\n//# sourceMappingURL=a.js.map\n')
    writeFileSync(join(dist, 'a.js.map'), built.map)
    const project = ['--project', stranger.project.id]
    const { code, output } = await run(program!, app, ['sourcemaps', 'upload', ...project, '--release', '1', dist])
    expect(code).not.toBe(0)
    expect(output).toContain('There is no project')
    expect(await artifactsOf(stranger)).toEqual([])
  })
})
