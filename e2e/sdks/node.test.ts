import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cases, expectAsDescribed } from '../../sdks/javascript/core/src/testing/conformance.ts'
import type { Project } from '../harness/account.ts'
import { faultStories, sdks, steadyProgram } from './fault-stories.ts'
import { frameworkStories } from './framework-stories.ts'
import type { Ended } from './host.ts'
import { countsOf, eventsOf, issuesOf, latestOf } from './issues.ts'
import { openRecorder } from './recorder.ts'
import { setUpStories } from './set-up-stories.ts'
import { openStage } from './stage.ts'

const stage = openStage('sdk-node', 'com.example.desk')
let shop: string
/** Per SDK, a program that reports while the server is killed. It waits for its server while the other stories run. */
const killed = new Map<string, { project: Project; ended: Promise<Ended> }>()

beforeAll(async () => {
  shop = stage.host.example('node/shop.mjs')
  stage.host.phone()
  const reporting = sdks.map(async (one) => {
    const project = await stage.newProject('killed')
    const program = stage.host.start([steadyProgram(stage, one)], stage.settings(project))
    killed.set(one.sdk, { project, ended: program.ended })
    await program.line(/^10$/m)
  })
  await Promise.all(reporting)
  await stage.server.kill()
  stage.server.start()
  await stage.server.ready()
})

/** Finds the line of the example with this text. */
const lineOf = (text: string) =>
  readFileSync(shop, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

describe.concurrent('a program', () => {
  it('reports caught errors with all automatic data, and no secrets', async () => {
    const project = await stage.newProject('caught')
    const settings = { ...stage.settings(project), API_KEY_OF_ANOTHER: 'hidden-environment' }
    const ended = await stage.host.run([shop, 'hidden-argument'], settings)
    expect(ended).toEqual({ code: 0, stdout: 'desk is open\n', stderr: '' })
    const issues = await issuesOf(stage.account, project, 2, 3)
    expect(issues.map(({ type, count, users }) => ({ type, count, users }))).toEqual(
      expect.arrayContaining([
        { type: 'StockError', count: 2, users: 1 },
        { type: 'Message', count: 1, users: 1 },
      ]),
    )
    const event = await latestOf(stage.account, issues, 'StockError')
    expect(event).toMatchObject({
      message: 'No stock for A-17',
      level: 'error',
      platform: 'node',
      release: 'desk@1.4.0',
      environment: 'staging',
      app_id: 'com.example.desk',
      user_id: 'anon-7',
      mechanism: { type: 'generic', handled: true },
      tags: { region: 'eu', order: event.tags.order },
      extra: { sku: 'A-17', password: '[scrubbed]', error: { code: 'E_STOCK' } },
      sdk: { name: '@bugle/node' },
      trimmed: [],
    })
    expect(event.exceptions.map(({ exception_type, frames }) => [exception_type, frames[0]?.function])).toEqual([
      ['StockError', 'reserve'],
      ['TypeError', 'readShelf'],
    ])
    // With source lines around it, also for causes.
    expect(event.exceptions[1]!.frames[0]).toMatchObject({
      line: lineOf('[sku].count'),
      in_app: true,
      pre_context: expect.arrayContaining(['function readShelf(sku) {']),
      context_line: "  return { 'A-17': undefined }[sku].count",
      post_context: expect.arrayContaining(['function reserve(sku) {']),
    })
    expect(event.exceptions[0]!.frames[0]).toMatchObject({
      context_line: expect.stringContaining('throw new StockError'),
    })
    expect(event.contexts).toMatchObject({
      order: { items: 2, card_number: '[scrubbed]' },
      os: { name: expect.any(String) },
      runtime: { name: 'node', version: process.versions.node },
      app: { bundle_id: 'com.example.desk', version: 'desk@1.4.0' },
    })
    // In order, without queries, and without the other order, which ran concurrently.
    const noted = event.breadcrumbs.map(({ category, message }) => `${category} ${message.replace(/:\d+\//, '/')}`)
    expect(noted).toEqual([
      'console desk is open',
      'http GET http://127.0.0.1/price',
      'http POST http://127.0.0.1/quote',
      `order took order ${event.tags.order}`,
    ])
    const whole = JSON.stringify(event)
    expect(whole).not.toMatch(/hunter2|4111 1111|hidden/)
    expect(whole).not.toContain(os.hostname())
  })

  it.each([
    ['crash', 'TypeError', 'the desk fell over', 'onuncaughtexception', 1],
    ['reject', 'RangeError', 'nobody waits for this', 'onunhandledrejection', 1],
  ])('ends by %s as it would without, and reports it', async (how, type, message, mechanism, code) => {
    const project = await stage.newProject(how)
    const withUs = await stage.host.run([shop, how], stage.settings(project))
    expect(withUs).toEqual(await stage.host.without([shop, how]))
    expect(withUs.code).toBe(code)
    const issues = await issuesOf(stage.account, project, 2, 3)
    const event = await latestOf(stage.account, issues, type)
    expect(event).toMatchObject({ message, level: 'fatal', mechanism: { type: mechanism, handled: false } })
    // Read while the program ended.
    expect(event.exceptions[0]!.frames[0]).toMatchObject({ context_line: expect.stringContaining(message) })
  })

  it('keeps a rejection’s reason that is no error, ends as it would without, and separates different reasons', async () => {
    const project = await stage.newProject('reasons')
    const file = stage.host.program(
      'reasons.mjs',
      `import { init } from '@bugle/node'
       const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
       init({ token, endpoint, storeDirectory, appId: 'com.example.desk', exitTimeoutMs: 60_000 })
       Promise.reject(JSON.parse(process.argv[2]))`,
    )
    for (const reason of ['"db is down"', '"payment failed"', '{"code":42,"reason":"card declined"}', 'null']) {
      const withUs = await stage.host.run([file, reason], stage.settings(project))
      expect(withUs).toEqual(await stage.host.without([file, reason]))
      expect(withUs.code).toBe(1)
    }
    const issues = await issuesOf(stage.account, project, 4, 4)
    expect(issues.map(({ type, message }) => `${type} ${message}`).sort()).toEqual([
      'NonError db is down',
      'NonError null',
      'NonError payment failed',
      'NonError {"code":42,"reason":"card declined"}',
    ])
    const event = await latestOf(stage.account, issues, 'NonError')
    expect(event).toMatchObject({ level: 'fatal', mechanism: { type: 'onunhandledrejection', handled: false } })
    const object = issues.find(({ message }) => message.startsWith('{'))!
    expect((await eventsOf(stage.account, object))[0]!.extra).toEqual({ thrown: { code: 42, reason: 'card declined' } })
  })

  it('sends events captured right before process.exit', async () => {
    const project = await stage.newProject('exit')
    expect(await stage.host.run([shop, 'exit'], stage.settings(project))).toMatchObject({ code: 3, stderr: '' })
    expect(countsOf(await issuesOf(stage.account, project, 2, 3))).toEqual(['Error 1', 'StockError 2'])
  })

  it('folds a loop into few events with the same count', async () => {
    const project = await stage.newProject('loop')
    await stage.host.run([shop, 'loop'], stage.settings(project))
    const issues = await issuesOf(stage.account, project, 2, 502)
    expect(issues.find(({ type }) => type === 'SyntaxError')?.count).toBe(500)
    expect((await latestOf(stage.account, issues, 'SyntaxError')).repeat).toBe(497)
  })

  it('counts every error and every user of an outage', async () => {
    const project = await stage.newProject('outage')
    const file = stage.host.program(
      'outage.mjs',
      `import { captureException, flush, init, setTag, setUser } from '@bugle/node'
       const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
       init({ token, endpoint, storeDirectory, appId: 'com.example.desk' })
       for (let i = 0; i < 3000; i += 1) {
         setUser({ id: 'u' + i })
         setTag('request', 'r' + i)
         captureException(new Error('the database is away'))
       }
       console.log(await flush(60_000))`,
    )
    expect(await stage.host.run([file], stage.settings(project))).toEqual({ code: 0, stdout: 'true\n', stderr: '' })
    const [issue] = await issuesOf(stage.account, project, 1, 3000)
    expect(issue).toMatchObject({ count: 3000, users: 3000 })
    expect((await eventsOf(stage.account, issue!)).length).toBeLessThan(40)
  })

  it.each(sdks)(
    'counts everything once while the server is killed and restarted, folded errors included, with the $sdk SDK',
    async ({ sdk }) => {
      const { project, ended } = killed.get(sdk)!
      expect(await ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('all arrived') })
      // Fingerprints ignore numbers: the parcels are one issue.
      const issues = await issuesOf(stage.account, project, 2, 550)
      expect(countsOf(issues)).toEqual(['Error 50', 'RangeError 500'])
      const folded = await eventsOf(stage.account, issues.find(({ type }) => type === 'RangeError')!)
      expect(folded.reduce((sum, { repeat }) => sum + (repeat ?? 1), 0)).toBe(500)
      // Three at first, then one every ten seconds.
      expect(folded.length).toBeLessThan(30)
    },
  )

  it('works with the documentation’s first example, verbatim', async () => {
    const page = readFileSync(new URL('../../docs/sdk-node.md', import.meta.url), 'utf8')
    const project = await stage.newProject('page')
    const lines = /```js\n(.*?)```/s
      .exec(page)![1]!
      .replace('bgl_live_…', project.ingestToken)
      .replace('http://127.0.0.1:8080', stage.server.url)
      .replace('com.example.shop', project.app_id)
    // It would end two seconds later by itself, when a slow machine has sent nothing yet.
    const sent = "\nimport { flush } from '@bugle/node'\nawait flush(60_000)\n"
    const program = stage.host.program('page.mjs', lines + sent)
    const ended = await stage.host.run([program], { TMPDIR: stage.host.directory })
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    const [issue] = await issuesOf(stage.account, project, 1)
    expect(issue).toMatchObject({ type: 'Error', message: 'Hello, Bugle', count: 1 })
  })

  it('reports errors that the program’s own listeners handle, without interfering', async () => {
    const project = await stage.newProject('listeners')
    const file = stage.host.program(
      'listeners.mjs',
      `import { init } from '@bugle/node'
       const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
       init({ token, endpoint, storeDirectory, appId: 'com.example.desk', exitTimeoutMs: 60_000 })
       process.on('unhandledRejection', (reason) => console.log('rejected', reason.message))
       process.on('uncaughtException', (error) => console.log('thrown', error.message))
       Promise.reject(new RangeError('one'))
       setTimeout(() => { throw new TypeError('two') })`,
    )
    expect(await stage.host.run([file], stage.settings(project))).toEqual({
      code: 0,
      stdout: 'rejected one\nthrown two\n',
      stderr: '',
    })
    expect(countsOf(await issuesOf(stage.account, project, 2))).toEqual(['RangeError 1', 'TypeError 1'])
  })

  it.each([
    ['an error', "throw new TypeError('the end')"],
    ['itself', "captureException(new TypeError('the end'))"],
  ])('ends by %s though nobody answers, and its report is kept', async (_, code) => {
    const recorder = await openRecorder()
    const release = recorder.hold()
    const file = stage.host.program(
      `held-${code.length}.mjs`,
      `import { captureException, init } from '@bugle/node'
       const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
       init({ token, endpoint, storeDirectory, appId: 'com.example.desk', exitTimeoutMs: 100 })
       setTimeout(() => { ${code} })`,
    )
    const store = join(stage.host.directory, `held-${code.length}`)
    const settings = { BUGLE_TOKEN: 'x', BUGLE_ENDPOINT: recorder.url, BUGLE_STORE: store }
    expect(await stage.host.run([file], settings)).toEqual(await stage.host.without([file]))
    expect(readdirSync(store).filter((name) => name.endsWith('.json'))).toHaveLength(1)
    release()
    recorder.close()
  })

  it('sends the debug ids of its bundles, detects release and environment, and records failing requests', async () => {
    const recorder = await openRecorder()
    const file = stage.host.program(
      'bundle.mjs',
      `(globalThis.__bugleDebugIds ??= {})[new Error().stack] = '7f1d2c3b-0000-4000-8000-0123456789ab'
       import { createServer } from 'node:http'
       import { captureException, flush, init } from '@bugle/node'
       const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
       init({ token, endpoint, storeDirectory, appId: 'com.example.desk' })
       const broken = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
       await new Promise((resolve) => broken.once('listening', resolve))
       await fetch(\`http://127.0.0.1:\${broken.address().port}/broken?key=hidden\`).catch(() => {})
       broken.close()
       captureException(new Error('of a bundle'))
       await flush(60_000)`,
    )
    const guessed = { GITHUB_SHA: 'c0ffee', NODE_ENV: 'staging' }
    const settings = { BUGLE_TOKEN: 'x', BUGLE_ENDPOINT: recorder.url, BUGLE_STORE: join(stage.host.directory, 'x') }
    expect(await stage.host.run([file], { ...settings, ...guessed })).toMatchObject({ code: 0, stderr: '' })
    recorder.close()
    const code_file = `file://${file}`
    expect(recorder.eventsOf('')).toMatchObject([
      {
        debug_meta: { images: [{ type: 'sourcemap', code_file, debug_id: '7f1d2c3b-0000-4000-8000-0123456789ab' }] },
        release: 'c0ffee',
        environment: 'staging',
        breadcrumbs: [
          {
            category: 'http',
            message: expect.stringMatching(/^GET http:\/\/127\.0\.0\.1:\d+\/broken$/),
            data: { error: expect.stringMatching(/./) },
          },
        ],
      },
    ])
  })

  it('passes the conformance situations', async () => {
    const recorder = await openRecorder()
    const runner = stage.host.situations()
    expect(await stage.host.run([runner, recorder.url], {})).toEqual({ code: 0, stdout: '', stderr: '' })
    recorder.close()
    for (const [at, one] of cases.entries()) expectAsDescribed(recorder.eventsOf(`/${at}`), one)
  })

  it('does nothing when loaded, by require as well, without a token, or when disabled', async () => {
    const file = stage.host.program(
      'off.cjs',
      `const state = () => JSON.stringify([
         process.eventNames().filter((name) => process.listenerCount(name) > 0),
         Object.getOwnPropertySymbols(globalThis).filter((symbol) => String(symbol).includes('bugle') && globalThis[symbol]),
         process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate|MessagePort|FS/.test(name)),
         [console.log, console.error].map(String),
       ])
       const before = state()
       const { captureException, flush, init } = require('@bugle/node')
       console.log(state() === before)
       init({ endpoint: 'http://127.0.0.1:9' })
       init({ token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', enabled: false })
       console.log(captureException(new Error('x')), state() === before)
       flush().then((done) => console.log(done))`,
    )
    expect(await stage.host.run([file], {})).toEqual({
      code: 0,
      stdout: 'true\nundefined true\ntrue\n',
      stderr: '[bugle] off: init needs token, appId\n',
    })
  })
})

faultStories(stage)
frameworkStories(stage)
setUpStories(stage)
