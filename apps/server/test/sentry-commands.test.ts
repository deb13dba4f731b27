import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ReleaseDetails } from '@bugle/protocol'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { afterAll, describe, expect, it } from 'vitest'
import { newReporter, type Reporter, until } from './reporter.ts'
import { SentryCli, sentryCliVersions } from './sentry-cli.ts'
import { startServer } from './start-server.ts'

// Every command of sentry-cli that a build or a release script calls, of both major versions in use: it succeeds, and
// does here what it does there. In the long run; sentry-tools.test.ts has those that nearly every build calls.

const server = await startServer({ digest: true })
const isLong = process.env.BUGLE_LONG === '1'

const { files, stacks } = readBuilt('esbuild', 'cart')
const code = files[0]!.code!.replace(/\n*\/\/# sourceMappingURL=.*\n?$/, '')
const position = stacks[0]![0]!
const debugFiles = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../conformance/debug-files/${name}`, import.meta.url), 'utf8')).cases
const { mapping } = debugFiles('proguard.json')[0] as { mapping: string }
const native: { name: string; file: string }[] = debugFiles('native.json')
const unpacked = (name: string) => gunzipSync(Buffer.from(native.find((one) => one.name === name)!.file, 'base64'))
const metro = readBuilt('metro-hermes', 'cart').files[0]!

const artifactsOf = async (app: Reporter) =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/artifacts`)).body.artifacts
const releaseOf = async (app: Reporter, version: string): Promise<ReleaseDetails> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/releases/${version}`)).body.release
/** Waits until the last upload is indexed; returns kinds and addresses. */
const uploaded = async (app: Reporter, count: number): Promise<string[]> => {
  const found = await until(
    () => artifactsOf(app),
    (all) => all.length >= count && all.every(({ state }) => state === 'ready'),
  )
  return found.map(({ kind, url }) => `${kind} ${url}`).toSorted()
}

describe.each(sentryCliVersions)('sentry-cli %s', (version) => {
  const cli = new SentryCli(server, version)
  afterAll(() => cli.remove())
  const isOld = version.startsWith('2.')
  const when = it.skipIf(cli.program === undefined || !isLong)
  const timeout = 120_000

  /** Writes the files of a build; returns its folder. */
  function build(name: string, contents: Record<string, string | Buffer>): string {
    const folder = join(cli.folder, name)
    mkdirSync(folder, { recursive: true })
    for (const [file, content] of Object.entries(contents)) writeFileSync(join(folder, file), content)
    return folder
  }
  const shop = (name: string) =>
    build(name, { 'cart.js': `${code}\n//# sourceMappingURL=cart.js.map\n`, 'cart.js.map': files[0]!.map })

  when('says who it is, and finds organizations and projects', { timeout }, async () => {
    const app = await newReporter(server)
    expect(await cli.succeed(app, ['info'])).toContain(server.url)
    await cli.succeed(app, ['info', '--config-status-json'])
    await cli.succeed(app, ['login', '--auth-token', (await cli.environment(app)).SENTRY_AUTH_TOKEN!])
    expect(await cli.succeed(app, ['organizations', 'list'])).toContain('bugle')
    expect(await cli.succeed(app, ['projects', 'list'])).toContain(app.project.id.toLowerCase())
    await cli.succeed(app, ['repos', 'list'])
  })

  when('injects, uploads and resolves source maps', { timeout }, async () => {
    const app = await newReporter(server)
    const dist = shop('dist')
    await cli.succeed(app, ['sourcemaps', 'inject', '--dry-run', dist])
    await cli.succeed(app, ['sourcemaps', 'inject', dist])
    const upload = ['sourcemaps', 'upload', '--release', '1.0', '--dist', '7', '--url-prefix', '~/static']
    await cli.succeed(app, [...upload, '--validate', dist])
    expect(await uploaded(app, 2)).toEqual(['minified_file ~/static/cart.js', 'source_map ~/static/cart.js'])
    await cli.succeed(app, [...upload, '--wait-for', '60', '--strict', dist])
    const { line, column } = position
    const at = ['--line', String(line), '--column', String(column)]
    expect(await cli.succeed(app, ['sourcemaps', 'resolve', ...at, join(shop('plain'), 'cart.js.map')])).toContain(
      position.expected!.file,
    )
  })

  when('records releases, their commits and deploys', { timeout }, async () => {
    const app = await newReporter(server)
    const repository = build('repository', { 'a.txt': 'a' })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: repository })
    git('init', '--quiet')
    git('remote', 'add', 'origin', 'https://github.com/shop/shop.git')
    git('add', '.')
    git('commit', '--quiet', '-m', 'Sell things')
    const run = (...args: string[]) => cli.succeed(app, args, repository)
    await run('releases', 'new', '2.0', '--url', 'https://shop.example/2.0')
    await run('releases', 'set-commits', '2.0', '--local', '--initial-depth', '20')
    await run('releases', 'set-commits', '2.0', '--auto')
    await run('releases', 'set-commits', '2.0', '--commit', 'shop/shop@0123456789012345678901234567890123456789')
    await run('releases', 'finalize', '2.0')
    expect(await run('releases', 'info', '2.0', '--show-commits', '--show-projects')).toContain('2.0')
    expect(await run('releases', 'list')).toContain('2.0')
    expect(await run('releases', 'propose-version')).toMatch(/^[0-9a-f]{40}\n/)
    const deploy = ['--release', '2.0', '--env', 'production', '--name', 'blue', '--time', '12']
    await run('deploys', 'new', ...deploy)
    expect(await run('deploys', 'list', '--release', '2.0')).toContain('production')
    if (isOld) await run('releases', 'deploys', '2.0', 'new', '--env', 'staging')
    const release = await releaseOf(app, '2.0')
    expect(release).toMatchObject({ released_at: expect.any(String), url: 'https://shop.example/2.0' })
    expect(release.deploys.map(({ environment }) => environment)).toContain('production')
    expect(release.commits.map(({ message }) => message)).toContain('Sell things')
    await run('releases', 'archive', '2.0')
    await run('releases', 'restore', '2.0')
    await run('releases', 'delete', '2.0')
    expect(await releaseOf(app, '2.0')).toBeUndefined()
  })

  when('says what replaces files of releases, which newer versions no longer have', { timeout }, async () => {
    const app = await newReporter(server)
    await cli.succeed(app, ['releases', 'new', '3.0'])
    const { code: exit, output } = await cli.run(app, ['releases', 'files', '3.0', 'list'])
    expect(exit).not.toBe(0)
    if (isOld) expect(output).toMatch(/sourcemaps upload|unrecognized|unexpected/)
  })

  when('checks and uploads debug files of native programs', { timeout }, async () => {
    const app = await newReporter(server)
    const symbols = build('symbols', {
      'app.debug': unpacked('ELF with DWARF 5'),
      'Shop.dwarf': unpacked('dSYM of arm64'),
    })
    expect(await cli.succeed(app, ['debug-files', 'check', join(symbols, 'app.debug')])).toContain('Usable: yes')
    await cli.succeed(app, ['debug-files', 'upload', '--wait', symbols])
    expect((await uploaded(app, 2)).map((one) => one.split(' ')[0])).toEqual(['native_symbols', 'native_symbols'])
    await cli.succeed(app, ['debug-files', 'upload', '--include-sources', '--no-unwind', symbols])
  })

  when('uploads mappings of Android, and names of Dart', { timeout }, async () => {
    const app = await newReporter(server)
    const outputs = build('outputs', {
      'mapping.txt': mapping,
      'names.json': JSON.stringify(['PaymentDeclined', 'aB']),
      'app.symbols': unpacked('ELF with DWARF 4'),
    })
    const file = join(outputs, 'mapping.txt')
    await cli.succeed(app, ['upload-proguard', file])
    if (!isOld) await cli.succeed(app, ['proguard', 'upload', file])
    await cli.succeed(app, ['dart-symbol-map', 'upload', join(outputs, 'names.json'), join(outputs, 'app.symbols')])
    expect((await uploaded(app, 2)).map((one) => one.split(' ')[0])).toEqual(['dart_names', 'jvm_mapping'])
    await cli.succeed(app, ['debug-files', 'check', '--type', 'proguard', file])
  })

  when('uploads the bundle of React Native in a step of Gradle', { timeout }, async () => {
    const app = await newReporter(server)
    const debugId = '7f1d2c3b-0000-4000-8000-0123456789ab'
    const folder = build('android', {
      'index.android.bundle': `var a=1\n//# debugId=${debugId}\n`,
      'index.android.bundle.map': JSON.stringify({ ...JSON.parse(metro.map), debugId, debug_id: debugId }),
    })
    const paths = [
      '--bundle',
      join(folder, 'index.android.bundle'),
      '--sourcemap',
      join(folder, 'index.android.bundle.map'),
    ]
    await cli.succeed(app, ['react-native', 'gradle', ...paths, '--release', '1.0', '--dist', '7', '--wait'])
    expect((await uploaded(app, 2)).map((one) => one.split(' ')[0])).toEqual(['minified_file', 'source_map'])
    const stack = `Error: x\n    at f (address at index.android.bundle:1:${stacks.length > 0 ? readBuilt('metro-hermes', 'cart').stacks[0]![0]!.column - 1 : 0})`
    const images = [{ type: 'sourcemap', code_file: 'index.android.bundle', debug_id: debugId }]
    const { event_id } = await app.report({ platform: 'android', stack, debug_meta: { images } })
    const [frame] = (await app.readEvent(event_id)).exceptions[0]!.frames
    expect(frame!.symbolication).toMatchObject({ state: 'resolved', by: 'debug_id' })
  })
})
