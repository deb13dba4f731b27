import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DocumentedUrl } from '@bugle/api-client'
import type { BugleEvent } from '@bugle/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cases, expectAsDescribed } from '../../sdks/javascript/core/src/testing/conformance.ts'
import { Terminal } from '../cli/terminal.ts'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { mountSmallDisk, noSmallDisk } from '../harness/small-disk.ts'
import { readScreenshot } from '../programs/read-back.ts'
import { Dart, dartDirectory, findDart } from './dart.ts'
import { compiledPrograms, expectSymbolicated } from './dart-symbols.ts'
import { expectAccepted } from './expect-accepted.ts'
import { eventsOf, issuesOf, latestOf } from './issues.ts'
import { exampleOf } from './page-example.ts'
import { type Fate, openWay } from './way.ts'

const found = findDart()
const missing = 'missing' in found ? found.missing : undefined
const conformance = join(dartDirectory, '../../conformance')
const shop = join(dartDirectory, 'core/example/bugle_example.dart')

/** Without the VM the tests are skipped as one, or fail if CI=true. */
if (missing !== undefined && process.env.CI !== 'true') it('the Dart SDK', ({ skip }) => skip(missing))
else describe('the Dart SDK', stories)

/** A package in a pub repository. */
interface Listing {
  latest: {
    version: string
    archive_url: string
    archive_sha256: string
    pubspec: { name: string } & Record<string, unknown>
  }
  versions: unknown[]
}

function stories() {
  let server: BuiltServer
  let account: Account
  let dart: Dart
  /** The example and the stories below, compiled. */
  let compiled: string
  let program: string

  beforeAll(async () => {
    dart = new Dart('path' in found ? found.path : '/missing/dart')
    const compiling = Promise.all([dart.compile(shop), dart.compile(join(dartDirectory, 'core/test/stories.dart'))])
    server = await BuiltServer.install()
    server.start()
    await server.ready()
    ;[compiled, program] = await compiling
    account = await register(server.url, 'dart')
  })

  afterAll(async () => {
    await server?.remove()
    dart?.remove()
  })

  const newProject = (name: string): Promise<Project> => createProject(account, name)
  const settings = (project: Project): Record<string, string> => ({
    BUGLE_TOKEN: project.ingestToken,
    BUGLE_ENDPOINT: server.url,
    BUGLE_STORE: join(dart.directory, project.id),
  })

  it('reports caught errors with their circumstances, and no secrets', async () => {
    const project = await newProject('caught')
    const ended = await dart.run([shop], settings(project))
    expect(ended).toEqual({ code: 0, stdout: 'shop is open\n', stderr: '' })
    const issues = await issuesOf(account, project, 2)
    expect(issues.map(({ type, count, users }) => ({ type, count, users }))).toEqual(
      expect.arrayContaining([
        { type: 'StockError', count: 1, users: 1 },
        { type: 'Message', count: 1, users: 1 },
      ]),
    )
    const event = await latestOf(account, issues, 'StockError')
    expect(event).toMatchObject({
      message: 'No stock for A-17',
      level: 'error',
      platform: 'linux',
      release: 'shop@4.2.0',
      environment: 'staging',
      user_id: 'anon-7',
      mechanism: { type: 'generic', handled: true },
      tags: { region: 'eu', order: 7 },
      extra: { password: '[scrubbed]', error: { code: 'E_STOCK' } },
      sdk: { name: 'bugle.dart' },
      trimmed: [],
    })
    expect(event.contexts).toMatchObject({
      order: { items: 2, card_number: '[scrubbed]' },
      runtime: { name: 'Dart', version: '3.7.3' },
    })
    expect(event.breadcrumbs.map(({ category, message }) => `${category} ${message}`)).toEqual([
      'console shop is open',
      'order took order 7',
    ])
    const frames = event.exceptions[0]!.frames
    expect(frames[0]).toMatchObject({ function: 'reserve', file: 'file:///example/bugle_example.dart', in_app: true })
    expect(frames.filter(({ file }) => file?.startsWith('dart:')).every(({ in_app }) => !in_app)).toBe(true)
    expect(JSON.stringify(event)).not.toMatch(/hunter2|4111 1111/)
  })

  describe('by its own tests', () => {
    let sent: BugleEvent[][]

    beforeAll(async () => {
      const output = join(dart.directory, 'situations.json')
      const ended = await dart.run([join(dartDirectory, 'core/test/all.dart'), conformance, output])
      expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0, stderr: '' })
      sent = JSON.parse(readFileSync(output, 'utf8'))
    })

    it.each(cases.map((one, index) => ({ ...one, index })))('sends $name as every SDK does', ({ index, ...one }) => {
      expectAsDescribed(sent[index]!, one)
    })

    it('sends events that the server accepts', () => expectAccepted(server.url, account, sent.flat()))
  })

  it('sends sessions, check-ins, feedback and files, and nothing hidden', async () => {
    const project = await createProject(account, 'dart items')
    const ended = await dart.run([program, 'items'], settings(project))
    expect(ended).toEqual({ code: 0, stdout: 'thrown on\nall arrived\n', stderr: '' })
    const path = `/api/projects/${project.id}` as const
    const get = <const Url extends string>(url: DocumentedUrl<'GET', Url>) => request(account, 'GET', url)
    await expect
      .poll(async () => (await get(`${path}/release-health`)).releases)
      .toMatchObject([{ release: 'shop@4.2.0', sessions: 1, errored: 1, crashed: 0, users: 1 }])
    const monitors = async () => (await get(`${path}/monitors`)).monitors
    await expect
      .poll(async () => (await monitors()).map(({ check_ins }) => check_ins.map(({ status }) => status)))
      .toEqual([['ok'], ['error']])
    expect((await monitors()).map(({ slug, schedule, timezone }) => [slug, schedule, timezone])).toEqual([
      ['import', 'every 10 minutes', 'UTC'],
      ['nightly-backup', '0 3 * * *', 'Europe/Berlin'],
    ])
    const event = await latestOf(account, await issuesOf(account, project, 2), 'StateError')
    const feedback = async () => (await get(`${path}/feedback`)).feedback
    await expect
      .poll(feedback)
      .toMatchObject([
        { message: 'The button does nothing, password=[scrubbed]', email: 'ann@example.com', event_id: event.id },
      ])
    await expect
      .poll(async () => (await get(`/api/events/${event.id}`)).event.attachments)
      .toMatchObject([{ name: 'cart.json', content_type: 'application/json', bytes: 11 }])
    expect(JSON.stringify([await monitors(), await feedback(), event])).not.toContain('hidden')
  })

  it('runs the Flutter package on stubs of Flutter', async () => {
    const ended = await dart.run([join(dartDirectory, 'flutter/test/all.dart'), dart.directory])
    expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0, stderr: '' })
    // The server accepts its pictures.
    const project = await newProject('picture')
    const jpeg = readFileSync(join(dart.directory, 'screenshot.jpg'))
    const response = await fetch(`${server.url}/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': project.ingestToken },
      body: JSON.stringify({
        exception_type: 'StateError',
        message: 'with a picture',
        platform: 'android',
        app_id: project.app_id,
        screenshot: jpeg.toString('base64'),
      }),
    })
    expect(response.status).toBe(202)
    const [issue] = await issuesOf(account, project, 1)
    const event = await latestOf(account, [issue!], 'StateError')
    expect((await readScreenshot(account, event.id)).bytes.equals(jpeg)).toBe(true)
  })

  it('has an address in Flutter’s documentation for each member of Flutter that it uses, and lists them', () => {
    const stub = join(dartDirectory, 'testing/flutter_stub')
    const addresses = readdirSync(join(stub, 'lib')).flatMap((file) => {
      const lines = readFileSync(join(stub, 'lib', file), 'utf8').split('\n')
      return lines.flatMap((line, index) => (isMember(line) ? [addressOf(file, line, lines[index - 1]!)] : []))
    })
    const members = addresses.filter((address) => address !== undefined)
    expect(members.length).toBeGreaterThan(100)
    // A member without a stub does not compile; one without a place in the list is missed here.
    const listed = readFileSync(join(stub, 'README.md'), 'utf8').match(/^- .+$/gm)
    expect(listed).toEqual(members.map((address) => `- ${address}`).toSorted())
  })

  it.each([
    ['main', 'StateError', 'Bad state: the shop fell over'],
    ['future', 'StateError', 'Bad state: nobody waits for this'],
    ['timer', 'FormatException', 'no timetable (at character 1)\nx\n^\n'],
  ])('ends by an error of a %s as it would without, and reports it', async (how, type, message) => {
    const project = await newProject(how)
    const secrets = { SHOP_SECRET: 'hidden-variable', HOSTNAME: 'hidden-host', HOME: '/home/hidden-user' }
    const withUs = await dart.run([compiled, how, 'hidden-argument'], { ...settings(project), ...secrets })
    // Without an endpoint Bugle stays off.
    const without = await dart.run([compiled, how])
    expect(withUs.code).toBe(255)
    expect(without.code).toBe(255)
    const words = (text: string) => text.split('\n').slice(0, 2)
    expect(words(withUs.stderr)).toEqual(words(without.stderr))
    const issues = await issuesOf(account, project, 3)
    const event = await latestOf(account, issues, type)
    expect(event).toMatchObject({ message, level: 'fatal', mechanism: { type: 'runZonedGuarded', handled: false } })
    expect(event.exceptions[0]!.frames[0]).toMatchObject({ in_app: true })
    const events = await Promise.all(issues.map((issue) => eventsOf(account, issue)))
    expect(JSON.stringify(events)).not.toContain('hidden')
    // The VM asks the system, and not the environment.
    if (hostname() !== 'localhost') expect(JSON.stringify(events)).not.toContain(hostname())
  })

  it('reports an error that is thrown at once, before anything of the SDK has started', async () => {
    const project = await newProject('at once')
    expect(await dart.run([program, 'fail at once'], settings(project))).toMatchObject({ code: 255 })
    expect(readdirSync(join(dart.directory, project.id))).toEqual([])
    const [issue] = await issuesOf(account, project, 1)
    expect(issue).toMatchObject({ type: 'StateError', message: 'Bad state: at once', count: 1 })
  })

  it.each(compiledPrograms)('reports stacks that symbols resolve to source lines: $name', async (compiledProgram) => {
    const project = await newProject(compiledProgram.name)
    const text = join(dart.directory, `${compiledProgram.name}.txt`)
    writeFileSync(text, compiledProgram.stack)
    expect(await dart.run([program, 'stack', text], settings(project))).toMatchObject({ code: 0, stderr: '' })
    const terminal = new Terminal()
    Object.assign(terminal.env, { BUGLE_URL: server.url, BUGLE_TOKEN: account.token })
    try {
      const read = async () => latestOf(account, await issuesOf(account, project, 1), 'StateError')
      await expectSymbolicated(compiledProgram, project, terminal, read)
    } finally {
      terminal.remove()
    }
  })

  it('keeps the exit code of the program', async () => {
    const project = await newProject('exit')
    expect(await dart.run([compiled, 'exit'], settings(project))).toMatchObject({ code: 3, stderr: '' })
    await issuesOf(account, project, 2)
  })

  it('reports by `init` alone, from isolates too, with the output and end of the VM', async () => {
    const project = await newProject('init')
    const withUs = await dart.run([program, 'init'], settings(project))
    const without = await dart.run([program, 'init'], { BUGLE_TOKEN: '', BUGLE_ENDPOINT: '' })
    expect(withUs).toEqual({ ...without, stdout: 'isolate ended\n' })
    expect(withUs.code).toBe(255)
    const issues = await issuesOf(account, project, 3)
    expect(issues.map(({ type }) => type).sort()).toEqual(['ArgumentError', 'FormatException', 'StateError'])
    expect(await latestOf(account, issues, 'StateError')).toMatchObject({
      message: 'Bad state: in the timer',
      level: 'fatal',
      mechanism: { type: 'onerror', handled: false },
    })
    expect(await latestOf(account, issues, 'FormatException')).toMatchObject({
      level: 'error',
      mechanism: { type: 'isolate', handled: false },
    })
  })

  it('loses and doubles nothing when it is killed and the server is away', async () => {
    const project = await newProject('killed')
    const dead = { ...settings(project), BUGLE_ENDPOINT: 'http://127.0.0.1:9' }
    const first = dart.start([program, 'report', '7', 'hang'], dead)
    await first.line(/^stored$/m)
    first.stop('SIGKILL')
    await first.ended
    // The second sends the first one's events and is killed at a random moment, the third sends the rest.
    const second = dart.start([program, 'report', '5', 'hang'], settings(project))
    await second.line(/^began$/m)
    second.stop('SIGKILL')
    await second.ended
    expect(await dart.run([program, 'report', '1'], settings(project))).toMatchObject({ code: 0 })
    const issues = await issuesOf(account, project, 1, 8)
    const events = (await Promise.all(issues.map((issue) => eventsOf(account, issue)))).flat()
    const messages = events.map(({ message }) => message)
    expect(new Set(messages).size).toBe(messages.length)
    expect(messages.filter((text) => text.endsWith(' of 7'))).toHaveLength(7)
    expect(messages.filter((text) => text.endsWith(' of 1'))).toHaveLength(1)
    expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(messages.length)
    const files = readdirSync(join(dart.directory, project.id))
    expect(files).toEqual([])
  })

  it('loses and doubles nothing when two programs share a store', async () => {
    const project = await newProject('shared')
    const runs = ['11', '12', '13'].map((count) => dart.run([program, 'report', count], settings(project)))
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0, 0])
    const issues = await issuesOf(account, project, 1, 36)
    expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(36)
    expect(readdirSync(join(dart.directory, project.id))).toEqual([])
  })

  it('counts every event once while responses are 429 and 500, and connections are cut', async () => {
    const project = await newProject('network')
    const fates: Fate[] = [429, 'arrives', 500, 'unanswered', 'arrives', 'lost', 'arrives', 'unanswered']
    const way = await openWay(server.url, (count) => fates[count] ?? 'arrives')
    const ended = await dart.run([program, 'steady', '80'], { ...settings(project), BUGLE_ENDPOINT: way.url })
    way.close()
    expect(ended).toEqual({ code: 0, stdout: 'all arrived\n', stderr: '' })
    const [issue] = await issuesOf(account, project, 1, 80)
    expect(issue!.count).toBe(80)
    expect(readdirSync(join(dart.directory, project.id))).toEqual([])
  })

  it.runIf(process.env.BUGLE_LONG === '1')(
    'counts every event once after the server was away for a minute',
    async () => {
      const project = await newProject('away')
      const backAt = performance.now() + 60_000
      const way = await openWay(server.url, () => (performance.now() < backAt ? 'lost' : 'arrives'))
      const ended = await dart.run([program, 'steady', '80'], { ...settings(project), BUGLE_ENDPOINT: way.url })
      way.close()
      const advice = `[bugle] ${way.url}/ingest answered nothing: no Bugle there; check endpoint\n`
      expect(ended).toEqual({ code: 0, stdout: `${advice}all arrived\n`, stderr: '' })
      expect(performance.now()).toBeGreaterThan(backAt)
      const [issue] = await issuesOf(account, project, 1, 80)
      expect(issue!.count).toBe(80)
      expect(readdirSync(join(dart.directory, project.id))).toEqual([])
    },
  )

  it('reduces an event that is too large for a proxy', async () => {
    const project = await newProject('large')
    const way = await openWay(server.url, (_, bytes) => (bytes > 20_000 ? 413 : 'arrives'))
    const ended = await dart.run([program, 'large'], { ...settings(project), BUGLE_ENDPOINT: way.url })
    way.close()
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const event = await latestOf(account, await issuesOf(account, project, 1), 'StateError')
    expect(event.other.shrunk).toEqual(expect.arrayContaining(['extra']))
  })

  it('reports how many events found no room, to the last one', async () => {
    const project = await newProject('flood')
    expect(await dart.run([program, 'flood', '250'], settings(project))).toMatchObject({ code: 0, stderr: '' })
    const [issue] = await issuesOf(account, project, 1, 101)
    const outcomes = await request(account, 'GET', `/api/projects/${project.id}/outcomes`)
    const lost = outcomes.reported.map(({ reason, total }) => ({ reason, total }))
    expect([issue!.count, ...lost]).toEqual([101, { reason: 'queue_full', total: 150 }])
  })

  it('loses nothing when the disk of its store is full', async ({ skip }) => {
    const project = await newProject('full')
    const store = join(dart.directory, project.id)
    const unmount = mountSmallDisk(store, '64k')
    if (unmount === undefined) return skip(noSmallDisk)
    try {
      // A file takes a page of 4 kB at least.
      expect(await dart.run([program, 'report', '60'], settings(project))).toMatchObject({ code: 0, stderr: '' })
      const [issue] = await issuesOf(account, project, 1, 60)
      expect(issue!.count).toBe(60)
      expect(readdirSync(store)).toEqual([])
    } finally {
      unmount()
    }
  })

  it('works with the documentation’s first example, verbatim', async () => {
    const project = await newProject('page')
    const code = exampleOf('docs/sdk-dart.md', 'dart')
      .replace('bgl_live_…', project.ingestToken)
      .replace('https://bugle.example.com', server.url)
      .replace('com.example.shop', project.app_id)
    const example = join(dart.directory, 'page.dart')
    writeFileSync(example, code)
    expect(await dart.run([example], { TMPDIR: dart.directory })).toEqual({ code: 0, stdout: '', stderr: '' })
    const [issue] = await issuesOf(account, project, 1)
    expect(issue).toMatchObject({ type: 'StateError', message: 'Bad state: Hello, Bugle', count: 1 })
  })

  it('comes from the server’s own pub repository, with its dependency', async () => {
    const repository = `${server.url}/sdk/pub` as const
    const list = async (name: string) => {
      const response = await fetch(`${repository}/api/packages/${name}`)
      expect(response.headers.get('content-type')).toMatch(/^application\/vnd\.pub\.v2\+json/)
      return (await response.json()) as Listing
    }
    // As a pub client would: the listing, then the archive, then those of the dependencies.
    const { latest, versions } = await list('bugle_flutter')
    expect(versions).toEqual([latest])
    expect(latest.pubspec).toMatchObject({
      name: 'bugle_flutter',
      version: latest.version,
      environment: { sdk: '>=3.3.0 <4.0.0' },
      dependencies: { bugle: { hosted: repository, version: latest.version }, flutter: { sdk: 'flutter' } },
      platforms: { android: null, ios: null },
    })
    const packages = join(dart.directory, 'packages')
    for (const one of [latest, (await list('bugle')).latest]) {
      const archive = Buffer.from(await (await fetch(one.archive_url)).arrayBuffer())
      expect(createHash('sha256').update(archive).digest('hex')).toBe(one.archive_sha256)
      const target = join(packages, one.pubspec.name)
      mkdirSync(target, { recursive: true })
      execFileSync('tar', ['-xzf', '-', '-C', target], { input: archive })
      expect(readdirSync(target).sort()).toEqual(
        ['CHANGELOG.md', 'LICENSE', 'README.md', 'example', 'lib', 'pubspec.yaml'].sort(),
      )
    }
    const pubspec = readFileSync(join(packages, 'bugle_flutter/pubspec.yaml'), 'utf8')
    expect(pubspec).toMatch(`    hosted: "${repository}"`)
    // And it runs from there.
    const project = await newProject('installed')
    const ended = await dart.run([join(packages, 'bugle/example/bugle_example.dart')], settings(project), packages)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    await issuesOf(account, project, 2)
    expect((await fetch(`${repository}/api/packages/other`)).status).toBe(404)
  })

  it('holds the program for no longer than its work takes', async () => {
    const project = await newProject('idle')
    expect(await dart.run([program, 'loop'], settings(project))).toEqual({ code: 0, stdout: '', stderr: '' })
    // A series of equal errors is open for ten seconds, after which its rest is sent; it ends with the program, and the rest is in
    // the store.
    expect(readdirSync(join(dart.directory, project.id))).toHaveLength(1)
    const [issue] = await issuesOf(account, project, 1, 3)
    expect(issue!.count).toBe(3)
    await dart.run([program, 'start'], settings(project))
    const [after] = await issuesOf(account, project, 1, 10)
    expect(after!.count).toBe(10)
  })
}

/** A public declaration at the top of a file of stubs, or of a class. */
function isMember(line: string): boolean {
  const [, text] = /^(?: {2})?([^\s/@})].*)$/.exec(line) ?? []
  const isPrivate = /^(?:(?:static|final) )+[^=(]*(?:\([^)]*\)>)? _\w+(?: = .*)?;$|^(?:const )?\w+\._\(/
  return text !== undefined && !/^(?:import|library)\b/.test(text) && !isPrivate.test(text)
}

/** Returns the address above a member; undefined where the stub alone has it, or Dart. */
function addressOf(file: string, member: string, above: string): string | undefined {
  const [, address] = /^ *\/\/\/ (https:\/\/api\.flutter\.dev\/flutter\/\S+)$/.exec(above) ?? []
  if (address === undefined && !/^ *\/\/\/ Only in the stub\b|^ *@override$/.test(above))
    throw new Error(`${file}: no address above ${member}`)
  return address
}
