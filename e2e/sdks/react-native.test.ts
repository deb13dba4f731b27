import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installIn } from '../../scripts/runtimes.mjs'
import { Terminal } from '../cli/terminal.ts'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { countsOf, issuesOf, latestOf } from './issues.ts'
import { isLong } from './long.ts'

const execute = promisify(execFile)
const shop = fileURLToPath(new URL('../../examples/expo', import.meta.url))
/** Sockets kept alive for later requests would delay jest's exit. */
const quietly = ['--runInBand', '--forceExit', '--testTimeout=120000']
const jpeg =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q=='

/** `npm run test:expo`: React Native, Expo and Hermes take half a gigabyte, installed only in the example. */
describe.runIf(isLong)('the React Native SDK', () => {
  let server: BuiltServer
  let account: Account
  let scratch: string | undefined
  /** Reason for missing packages, if any. */
  let missing: string | undefined

  beforeAll(async () => {
    missing = installIn(shop)
    if (missing !== undefined) return console.warn(`skipped: React Native could not be installed: ${missing}`)
    const client = join(shop, 'node_modules/@bugle/react-native')
    rmSync(client, { recursive: true, force: true })
    cpSync(fileURLToPath(new URL('../../sdks/javascript/react-native/dist', import.meta.url)), client, {
      recursive: true,
    })
    scratch = mkdtempSync(join(tmpdir(), 'bugle-expo-'))
    server = await BuiltServer.install()
    server.start()
    await server.ready()
    account = await register(server.url, 'sdk-native')
  })

  beforeEach(({ skip }) => {
    if (missing !== undefined) skip(`React Native could not be installed: ${missing}`)
  })

  afterAll(async () => {
    await server?.remove()
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
  })

  /** Runs a program of the example's installation; on failure its output is in the error. */
  async function run(command: string, args: string[], env: Record<string, string> = {}, cwd = shop): Promise<string> {
    const all = {
      ...process.env,
      NODE_ENV: undefined,
      VITEST: undefined,
      CI: '1',
      EXPO_OFFLINE: '1',
      EXPO_NO_TELEMETRY: '1',
    }
    return (await execute(command, args, { cwd, env: { ...all, ...env }, maxBuffer: 1e8 })).stdout
  }
  const bin = (name: string) => join(shop, 'node_modules/.bin', name)
  const settings = ({ ingestToken }: Project) => ({
    EXPO_PUBLIC_BUGLE_TOKEN: ingestToken,
    EXPO_PUBLIC_BUGLE_ENDPOINT: server.url,
    BUGLE_TEST_JPEG: jpeg,
  })

  it('reports errors of an app on React, React Native and Expo', async () => {
    const project = await createProject(account, 'jest-expo')
    await run(bin('jest'), [...quietly, 'App.test.js'], settings(project))
    const issues = await issuesOf(account, project, 6)
    expect(countsOf(issues)).toEqual([
      'Message 1',
      'RangeError 1',
      'StockError 1',
      'SyntaxError 1',
      'TypeError 1',
      'TypeError 1',
    ])
    const event = await latestOf(account, issues, 'StockError')
    expect(event).toMatchObject({
      message: 'No stock for A-17',
      platform: 'android',
      level: 'error',
      user_id: 'anon-7',
      mechanism: { type: 'onerror', handled: false },
      sdk: { name: '@bugle/react-native' },
      extra: { error: { code: 'E_STOCK' } },
      // Values of Expo's modules without a phone.
      contexts: { device: { model: 'mock' }, app: { bundle_id: 'mock' }, expo: { runtime_version: 'mock' } },
      release: 'mock@mock',
      dist: 'mock',
    })
    const locations = event.exceptions.map(({ exception_type, frames: [frame] }) => [exception_type, frame!.line])
    expect(locations).toEqual([
      ['StockError', lineOf('throw new StockError')],
      ['TypeError', lineOf('return shelves')],
    ])
    expect(event.exceptions[0]!.frames[0]).toMatchObject({ file: expect.stringContaining('checkout.js'), in_app: true })
    expect(event.breadcrumbs.map(({ category, message }) => [category, message])).toEqual([
      ['cart', 'looked at A-17'],
      ['ui.touch', 'Checkout[testID="pay"]'],
    ])
    const rejected = await latestOf(account, issues, 'RangeError')
    expect(rejected.mechanism).toEqual({ type: 'onunhandledrejection', handled: false })
    const pictured = await latestOf(account, issues, 'SyntaxError')
    expect(pictured.screenshot_url).toEqual(expect.any(String))
    const drawn = issues.filter(({ type }) => type === 'TypeError')
    const mechanisms = await Promise.all(
      drawn.map(async (one) => (await latestOf(account, [one], 'TypeError')).mechanism),
    )
    expect(mechanisms.sort((a, b) => Number(a!.handled) - Number(b!.handled))).toEqual([
      { type: 'react', handled: false },
      { type: 'react', handled: true },
    ])
  })

  it('records the screens of expo-router', async () => {
    const project = await createProject(account, 'expo-router')
    await run(bin('jest'), [...quietly, 'screens.test.js'], settings(project))
    const event = await latestOf(account, await issuesOf(account, project, 1), 'Message')
    expect(event.breadcrumbs.map(({ category, message }) => [category, message])).toContainEqual([
      'navigation',
      'index → orders/[id]',
    ])
    expect(event.contexts).toMatchObject({ screen: { name: 'orders/[id]' } })
    expect(JSON.stringify(event)).not.toContain('secret-7')
  })

  it('is bundled by an Expo export, whose map and code carry the same id', async () => {
    const out = join(String(scratch), 'export')
    await run(bin('expo'), ['export', '--platform', 'android', '--source-maps', '--output-dir', out])
    const folder = join(out, '_expo/static/js/android')
    const files = readdirSync(folder)
    const map = JSON.parse(readFileSync(join(folder, files.find((name) => name.endsWith('.map'))!), 'utf8'))
    const code = readFileSync(join(folder, files.find((name) => name.endsWith('.hbc'))!), 'latin1')
    expect(map.debugId).toMatch(/^[0-9a-f-]{36}$/)
    for (const text of ['__bugleDebugIds', map.debugId, 'No stock for ']) expect(code).toContain(text)
    expect(map.sources.filter((source: string) => /checkout\.js$|@bugle\/react-native/.test(source))).toHaveLength(2)
  })

  it('writes the config plugin’s options into the app', async () => {
    const { extra, ios, _internal } = JSON.parse(await run(bin('expo'), ['config', '--json', '--type', 'introspect']))
    expect(extra.bugle).toEqual({ endpoint: 'http://bugle.local:8080', environment: 'staging' })
    expect(ios.infoPlist.NSAppTransportSecurity.NSExceptionDomains).toEqual({
      'bugle.local': { NSExceptionAllowsInsecureHTTPLoads: true },
    })
    expect(JSON.stringify(_internal.modResults.android)).toContain('"android:usesCleartextTraffic":"true"')
  })

  it('makes native release builds upload their maps, by steps that a second prebuild does not repeat', async () => {
    const app = join(String(scratch), 'native')
    mkdirSync(app)
    for (const file of readdirSync(shop).filter((name) => name !== 'node_modules'))
      cpSync(join(shop, file), join(app, file), { recursive: true })
    symlinkSync(join(shop, 'node_modules'), join(app, 'node_modules'))
    const prebuild = () => run(bin('expo'), ['prebuild', '--no-install', '--platform', 'all'], {}, app)
    await prebuild()
    await prebuild()
    const gradle = readFileSync(join(app, 'android/app/build.gradle'), 'utf8')
    expect(gradle.match(/native\/bugle\.gradle/g)).toHaveLength(1)
    const [project] = readdirSync(join(app, 'ios')).filter((name) => name.endsWith('.xcodeproj'))
    const xcode = readFileSync(join(app, 'ios', project!, 'project.pbxproj'), 'utf8')
    expect(xcode.match(/native\/bugle-xcode\.sh/g)).toHaveLength(1)
    expect(xcode).toContain('export SOURCEMAP_FILE=\\"$DERIVED_FILE_DIR/main.jsbundle.map\\"\\n')
  })

  it('reports from bytecode in Hermes, and the map of the bundle leads to the source', async () => {
    const project = await createProject(account, 'hermes')
    const printed = await runInHermes()
    expect(printed).toEqual(expect.arrayContaining(['HANDLED TypeError false', 'FLUSHED true']))
    const sent = printed.filter((line) => line.startsWith('SENT ')).map((line) => JSON.parse(line.slice(5)))
    const paths = ['/ingest', '/ingest', '/ingest', '/ingest/sessions']
    expect(sent.map(({ url, token }) => [url, token]).sort()).toEqual(
      paths.map((path) => [`http://bugle.test${path}`, 'TOKEN']),
    )
    for (const { url, body } of sent) {
      const headers = { 'Content-Type': 'application/json', 'X-Service-Token': project.ingestToken }
      const here = url.replace('http://bugle.test', server.url)
      expect((await fetch(here, { method: 'POST', headers, body })).status).toBe(202)
    }
    const issues = await issuesOf(account, project, 3)
    const event = await latestOf(account, issues, 'StockError')
    expect(event).toMatchObject({ platform: 'android', contexts: { runtime: { name: 'hermes' } } })
    const [frame] = event.exceptions[1]!.frames
    expect(frame).toMatchObject({ function: 'readShelf', file: 'index.android.bundle', line: 1, in_app: true })
    expect(original(frame!.column!)).toEqual({ source: 'checkout.js', line: lineOf('return shelves') })
    const left = await latestOf(account, issues, 'TypeError')
    expect(left.mechanism).toEqual({ type: 'onerror', handled: false })
    expect(left.exceptions[0]!.frames[0]).toMatchObject({ function: 'leave' })
    const rejected = await latestOf(account, issues, 'RangeError')
    expect(rejected.mechanism).toEqual({ type: 'onunhandledrejection', handled: false })
    expect(JSON.parse(sent[0]!.body).debug_meta.images).toEqual([
      { type: 'sourcemap', code_file: 'index.android.bundle', debug_id: mapOf().debugId },
    ])

    // The composed map has no id: the command finds it in the bytecode.
    const terminal = new Terminal()
    try {
      Object.assign(terminal.env, { BUGLE_URL: server.url, BUGLE_TOKEN: account.token, BUGLE_PROJECT: project.id })
      const release = join(String(scratch), 'release')
      mkdirSync(release)
      cpSync(join(String(scratch), 'index.android.bundle'), join(release, 'index.android.bundle'))
      cpSync(join(String(scratch), 'composed.map'), join(release, 'index.android.bundle.map'))
      expect(await terminal.json(['sourcemaps', 'check', release, '--strict'])).toEqual([])
      const [uploaded] = await terminal.json(['sourcemaps', 'upload', release])
      expect(uploaded.files).toMatchObject([{ state: 'accepted', debug_id: mapOf().debugId }])
      const readable = await latestOf(account, issues, 'StockError')
      expect(readable.exceptions[1]!.frames[0]!.symbolication).toMatchObject({
        state: 'resolved',
        by: 'debug_id',
        function: 'readShelf',
        line: lineOf('return shelves'),
        file: expect.stringMatching(/checkout\.js$/),
      })
      expect((await terminal.run(['doctor', readable.id])).stdout).toMatch(/✓ event .*checkout\.js:/)
    } finally {
      terminal.remove()
    }
  })

  it('is proven by bugle doctor, from its build to a resolved frame of bytecode', async () => {
    const project = await createProject(account, 'prove')
    const terminal = new Terminal()
    const began = performance.now()
    try {
      Object.assign(terminal.env, { BUGLE_URL: server.url, BUGLE_TOKEN: account.token, BUGLE_PROJECT: project.id })
      await buildForHermes('expo')
      const dist = join(String(scratch), 'dist')
      mkdirSync(dist)
      cpSync(join(String(scratch), 'index.android.bundle'), join(dist, 'index.android.bundle'))
      cpSync(join(String(scratch), 'composed.map'), join(dist, 'index.android.bundle.map'))
      await terminal.done(['sourcemaps', 'upload', dist])
      const token = ['--ingest-token', project.ingestToken]
      const doctor = terminal.start(['doctor', '--prove', '--timeout', '100', ...token])
      await doctor.until(/Cause an error in your program now/)
      const [line] = (await runBuilt()).filter((one) => one.startsWith('SENT '))
      const headers = { 'Content-Type': 'application/json', 'X-Service-Token': project.ingestToken }
      await fetch(`${server.url}/ingest`, { method: 'POST', headers, body: JSON.parse(line!.slice(5)).body })
      expect(await doctor.ended).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/✓ real event .*checkout\.js:/),
      })
      console.log(`Expo: from a project to a resolved frame in ${Math.round((performance.now() - began) / 1000)} s`)
    } finally {
      terminal.remove()
    }
  })

  it('without Expo, a bundle has an id of its own, by which its errors are symbolicated', async () => {
    const project = await createProject(account, 'bare')
    const printed = await runInHermes('bare')
    const [sent] = printed.filter((line) => line.startsWith('SENT ')).map((line) => JSON.parse(line.slice(5)))
    const terminal = new Terminal()
    try {
      Object.assign(terminal.env, { BUGLE_URL: server.url, BUGLE_TOKEN: account.token, BUGLE_PROJECT: project.id })
      // As Gradle leaves them: bundle and map in folders of their own.
      const generated = join(String(scratch), 'generated')
      const bundle = join(generated, 'assets/createBundleReleaseJsAndAssets')
      const maps = join(generated, 'sourcemaps/react/release')
      for (const folder of [bundle, maps]) mkdirSync(folder, { recursive: true })
      cpSync(join(String(scratch), 'index.android.bundle'), join(bundle, 'index.android.bundle'))
      cpSync(join(String(scratch), 'composed.map'), join(maps, 'index.android.bundle.map'))
      const [uploaded] = await terminal.json(['sourcemaps', 'upload', generated])
      const { debug_id } = JSON.parse(sent.body).debug_meta.images[0]
      expect(uploaded.files).toMatchObject([{ state: 'accepted', debug_id }])
      const headers = { 'Content-Type': 'application/json', 'X-Service-Token': project.ingestToken }
      expect((await fetch(`${server.url}/ingest`, { method: 'POST', headers, body: sent.body })).status).toBe(202)
      const issues = await issuesOf(account, project, 1)
      const { exceptions } = await latestOf(account, issues, 'StockError')
      expect(exceptions[1]!.frames[0]!.symbolication).toMatchObject({
        state: 'resolved',
        by: 'debug_id',
        function: 'readShelf',
        line: lineOf('return shelves'),
      })
    } finally {
      terminal.remove()
    }
  })

  /** Bundles, compiles and runs the app; returns the printed lines. */
  async function runInHermes(kind = 'expo'): Promise<string[]> {
    await buildForHermes(kind)
    return runBuilt()
  }

  const hermes = (name: string) => join(shop, 'node_modules/hermes-engine-cli/linux64-bin', name)

  /** Runs the bytecode; returns the printed lines. */
  async function runBuilt(): Promise<string[]> {
    return (await run(hermes('hermes'), ['-b', 'index.android.bundle'], {}, scratch)).split('\n')
  }

  /** Bundles the app and compiles it to bytecode, with its composed map. */
  async function buildForHermes(kind: string): Promise<void> {
    const file = (name: string) => join(String(scratch), name)
    await run(process.execPath, ['vm/bundle.js', String(scratch), kind])
    // The compiler writes its own map under the bundler's name.
    renameSync(file('index.android.bundle.map'), file('packager.map'))
    await run(hermes('hermesc'), [
      ...['-w', '-emit-binary', '-O', '-output-source-map'],
      ...['-out', file('index.android.bundle'), file('index.android.bundle.js')],
    ])
    await run(process.execPath, [
      'node_modules/react-native/scripts/compose-source-maps.js',
      ...[file('packager.map'), file('index.android.bundle.map'), '-o', file('composed.map')],
    ])
  }

  const mapOf = () => JSON.parse(readFileSync(join(String(scratch), 'packager.map'), 'utf8'))

  /** Resolves a column, counted from 1, to its source. */
  function original(column: number): { source: string; line: number } {
    const tracing = createRequire(join(shop, 'package.json'))('@jridgewell/trace-mapping')
    const map = new tracing.TraceMap(readFileSync(join(String(scratch), 'composed.map'), 'utf8'))
    const { source, line } = tracing.originalPositionFor(map, { line: 1, column: column - 1 })
    return { source: String(source).split('/').at(-1)!, line }
  }

  const lineOf = (text: string) =>
    readFileSync(join(shop, 'checkout.js'), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
})
