import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Host } from './host.ts'
import { issuesOf, latestOf } from './issues.ts'

let server: BuiltServer
let account: Account
let host: Host
let shop: string

beforeAll(async () => {
  host = new Host()
  shop = host.example('node/shop.mjs')
  server = await BuiltServer.install()
  server.start()
  await server.ready()
  account = await register(server.url, 'sdk-node')
}, 120_000)

afterAll(async () => {
  await server?.remove()
  host?.remove()
})

/** Where the example says this. */
const lineOf = (text: string) =>
  readFileSync(shop, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

const newProject = (name: string) => createProject(account, name, 'com.example.desk')

function settings(project: Project, endpoint = server.url): Record<string, string> {
  return { BUGLE_TOKEN: project.ingestToken, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: join(host.directory, project.id) }
}

it('reports what a program catches, with all that is known', async () => {
  const project = await newProject('caught')
  expect(await host.run([shop], settings(project))).toEqual({ code: 0, stdout: 'desk is open\n', stderr: '' })
  const issues = await issuesOf(account, project, 2, 3)
  expect(issues.map(({ type, count, users }) => ({ type, count, users }))).toEqual(
    expect.arrayContaining([
      { type: 'StockError', count: 2, users: 1 },
      { type: 'Message', count: 1, users: 1 },
    ]),
  )
  const event = await latestOf(account, issues, 'StockError')
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
  // With the lines of the source around it, of causes as well.
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
  // In their order, without the query, and without the other order, which ran at the same time.
  expect(event.breadcrumbs.map(({ category, message }) => `${category} ${message}`)).toEqual([
    'console desk is open',
    'http GET http://127.0.0.1/price',
    `order took order ${event.tags.order}`,
  ])
  expect(JSON.stringify(event)).not.toMatch(/hunter2|4111|key=secret/)
})

it.each([
  ['crash', 'TypeError', 'the desk fell over', 'onuncaughtexception', 1],
  ['reject', 'RangeError', 'nobody waits for this', 'onunhandledrejection', 1],
])('ends by %s as it would without, and reports it', async (how, type, message, mechanism, code) => {
  const project = await newProject(how)
  // The same program, with nothing of ours in it: what Node itself says.
  const bare = join(host.directory, 'bare')
  mkdirSync(join(bare, 'node_modules/@bugle/node'), { recursive: true })
  writeFileSync(join(bare, 'node_modules/@bugle/node/index.mjs'), hollow)
  writeFileSync(join(bare, 'node_modules/@bugle/node/package.json'), '{ "exports": "./index.mjs" }')
  cpSync(shop, join(bare, 'node-shop.mjs'))
  const without = await host.run([join(bare, 'node-shop.mjs'), how], {})
  const withUs = await host.run([shop, how], settings(project))
  expect(withUs).toEqual({ ...without, stderr: without.stderr.replaceAll(`${bare}/`, `${host.directory}/`) })
  expect(withUs.code).toBe(code)
  const issues = await issuesOf(account, project, 2, 3)
  const event = await latestOf(account, issues, type)
  expect(event).toMatchObject({ message, level: 'fatal', mechanism: { type: mechanism, handled: false } })
  // Read while the program ended.
  expect(event.exceptions[0]!.frames[0]).toMatchObject({ context_line: expect.stringContaining(message) })
})

/** A module with our names in which everything does nothing. */
const hollow = `export const init = () => {}
export { init as addBreadcrumb, init as captureException, init as captureMessage, init as setTag, init as setUser }
export const withScope = (work) => work({ setTag: init, setContext: init })`

it('sends what was captured right before process.exit', async () => {
  const project = await newProject('exit')
  expect(await host.run([shop, 'exit'], settings(project))).toMatchObject({ code: 3, stderr: '' })
  const issues = await issuesOf(account, project, 2, 3)
  expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['Error 1', 'StockError 2'])
})

it('folds a loop into few events that count as many', async () => {
  const project = await newProject('loop')
  await host.run([shop, 'loop'], settings(project))
  const issues = await issuesOf(account, project, 2, 502)
  expect(issues.find(({ type }) => type === 'SyntaxError')?.count).toBe(500)
  expect((await latestOf(account, issues, 'SyntaxError')).repeat).toBe(497)
})

it('keeps what it could not send, and the next start sends it once', async () => {
  const project = await newProject('away')
  const away = settings(project, 'http://127.0.0.1:9')
  expect(await host.run([shop, 'crash'], away)).toMatchObject({ code: 1, stdout: 'desk is open\n' })
  expect(await host.run([shop, 'crash'], away)).toMatchObject({ code: 1 })
  await host.run([shop], settings(project))
  await host.run([shop], settings(project))
  const issues = await issuesOf(account, project, 3, 12)
  expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual([
    'Message 2',
    'StockError 8',
    'TypeError 2',
  ])
})

it('counts every event once while the server is killed and comes back', async () => {
  const project = await newProject('killed')
  let restarted: Promise<unknown> | undefined
  const restart = async () => {
    await server.kill()
    server.start()
    await server.ready()
  }
  const ended = await host.run([host.example('node/steady.mjs')], settings(project), (said) => {
    if (said.includes('\n10\n')) restarted ??= restart()
  })
  await restarted
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('all arrived') })
  // A fingerprint leaves numbers out: they are one issue.
  const [issue] = await issuesOf(account, project, 1, 50)
  expect(issue).toMatchObject({ type: 'Error', count: 50 })
})

it('reports with the lines of its page in docs, as they stand there', async () => {
  const page = readFileSync(new URL('../../docs/sdk-node.md', import.meta.url), 'utf8')
  const project = await newProject('page')
  const lines = /```js\n(.*?)```/s
    .exec(page)![1]!
    .replace('bgl_live_…', project.ingestToken)
    .replace('http://127.0.0.1:8080', server.url)
    .replace('com.example.shop', project.app_id)
  const file = join(host.directory, 'page.mjs')
  writeFileSync(file, lines)
  expect(await host.run([file], { TMPDIR: host.directory })).toEqual({ code: 0, stdout: '', stderr: '' })
  const [issue] = await issuesOf(account, project, 1)
  expect(issue).toMatchObject({ type: 'Error', message: 'Hello, Bugle', count: 1 })
})

it('reports what the program itself listens for, and leaves the rest to it', async () => {
  const project = await newProject('listeners')
  const file = join(host.directory, 'listeners.mjs')
  writeFileSync(
    file,
    `import { init } from '@bugle/node'
     const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
     init({ token, endpoint, storeDirectory, appId: 'com.example.desk' })
     process.on('unhandledRejection', (reason) => console.log('rejected', reason.message))
     process.on('uncaughtException', (error) => console.log('thrown', error.message))
     Promise.reject(new RangeError('one'))
     setTimeout(() => { throw new TypeError('two') })`,
  )
  expect(await host.run([file], settings(project))).toEqual({
    code: 0,
    stdout: 'rejected one\nthrown two\n',
    stderr: '',
  })
  const issues = await issuesOf(account, project, 2)
  expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['RangeError 1', 'TypeError 1'])
})

it('is loaded by require as well, and is off without a token', async () => {
  const file = join(host.directory, 'off.cjs')
  writeFileSync(
    file,
    `const { captureException, flush, init } = require('@bugle/node')
     init({ endpoint: 'http://127.0.0.1:9' })
     console.log(captureException(new Error('x')), process.listenerCount('uncaughtExceptionMonitor'))
     flush().then((done) => console.log(done))`,
  )
  expect(await host.run([file], {})).toEqual({
    code: 0,
    stdout: 'undefined 0\ntrue\n',
    stderr: '[bugle] off: init needs token, appId\n',
  })
})
