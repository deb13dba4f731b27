import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseDetails } from '@bugle/protocol'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { afterAll, describe, expect, it } from 'vitest'
import { newReporter, type Reporter } from './reporter.ts'
import { SentryCli, sentryCliVersions } from './sentry-cli.ts'
import { startServer } from './start-server.ts'

// Runs the real sentry-cli, of both major versions in use, against the server: only the URL and the token change.

const server = await startServer({ digest: true })
const { files, stacks } = readBuilt('esbuild', 'cart')
const built = files[0]!
const frames = stacks[0]!.filter(({ file }) => file === 0)

const artifactsOf = async (app: Reporter) =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/artifacts`)).body.artifacts
const releaseOf = async (app: Reporter, version: string): Promise<ReleaseDetails> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/releases/${version}`)).body.release

describe.each(sentryCliVersions)('sentry-cli %s', (version) => {
  const cli = new SentryCli(server, version)
  afterAll(() => cli.remove())
  const isRun = cli.program !== undefined

  it.skipIf(!isRun)('injects and uploads source maps whose frames then resolve', { timeout: 120_000 }, async () => {
    const app = await newReporter(server)
    const dist = mkdtempSync(join(cli.folder, 'dist-'))
    const code = built.code!
    writeFileSync(
      join(dist, 'cart.js'),
      `${code.replace(/\n*\/\/# sourceMappingURL=.*\n?$/, '')}\n//# sourceMappingURL=cart.js.map\n`,
    )
    writeFileSync(join(dist, 'cart.js.map'), built.map)
    await cli.succeed(app, ['sourcemaps', 'inject', dist])
    await cli.succeed(app, ['sourcemaps', 'upload', '--wait', '--release', '1.4.2', dist])
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
    await cli.succeed(app, ['sourcemaps', 'upload', '--wait', '--release', '1.4.2', dist])
    expect(await artifactsOf(app)).toHaveLength(2)
  })

  it.skipIf(!isRun)('manages releases and deploys', { timeout: 120_000 }, async () => {
    const app = await newReporter(server)
    const release = (...args: string[]) => cli.succeed(app, ['releases', ...args])
    await release('new', '2.0.0')
    await release('finalize', '2.0.0')
    expect((await releaseOf(app, '2.0.0')).released_at).not.toBeNull()
    expect(await release('list')).toContain('2.0.0')
    await release('info', '2.0.0')
    const deploy = version.startsWith('2.')
      ? ['releases', 'deploys', '2.0.0', 'new', '--env', 'production']
      : ['deploys', 'new', '--release', '2.0.0', '--env', 'production']
    await cli.succeed(app, deploy)
    expect((await releaseOf(app, '2.0.0')).deploys).toMatchObject([{ environment: 'production' }])
    await release('delete', '2.0.0')
    expect(await releaseOf(app, '2.0.0')).toBeUndefined()
  })

  it.skipIf(!isRun)('reports why a project is refused', { timeout: 120_000 }, async () => {
    const app = await newReporter(server)
    const stranger = await newReporter(server)
    const dist = mkdtempSync(join(cli.folder, 'dist-'))
    writeFileSync(join(dist, 'a.js'), 'n(1)\n//# sourceMappingURL=a.js.map\n')
    writeFileSync(join(dist, 'a.js.map'), built.map)
    const project = ['--project', stranger.project.id]
    const { code, output } = await cli.run(app, ['sourcemaps', 'upload', ...project, '--release', '1', dist])
    expect(code).not.toBe(0)
    expect(output).toContain('There is no project')
    expect(await artifactsOf(stranger)).toEqual([])
  })
})
