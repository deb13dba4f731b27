import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { chromiumTool } from '../harness/chromium.ts'
import { crashInBrowser } from './browser.ts'
import { describeWithTool } from './describe-with-tool.ts'
import { readEvent, readIssue, readScreenshot, summarize } from './read-back.ts'
import { type Reported, runProgram } from './run-program.ts'

let server: BuiltServer
let account: Account

beforeAll(async () => {
  server = await BuiltServer.install()
  server.start()
  await server.ready()
  account = await register(server.url, 'programs')
}, 120_000)

afterAll(() => server?.remove())

const newProject = (name: string): Promise<Project> => createProject(account, name, 'com.example.programs')

/** Checks that an event reads back as sent, whatever the program's language. */
async function expectReadBack(reported: Reported): Promise<void> {
  const { sent, response } = reported
  expect(reported.status).toBe(202)
  const event = await readEvent(account, response.event_id)
  expect(event).toMatchObject({
    id: response.event_id,
    issue_id: response.issue_id,
    exception_type: sent.exception_type,
    message: sent.message,
    level: sent.level ?? 'error',
    environment: sent.environment ?? 'production',
    release: sent.release,
    platform: sent.platform,
    mechanism: sent.mechanism,
    breadcrumbs: sent.breadcrumbs,
    tags: sent.tags,
    user_id: (sent.user as { id: string } | undefined)?.id ?? sent.user_id_anon,
    ...(sent.extra === undefined ? {} : { extra: sent.extra }),
    ...(sent.contexts === undefined ? {} : { contexts: sent.contexts }),
  })
  // Causes in the stack's text follow.
  const { exception_type, message, stack } = sent
  expect(event.exceptions[0]).toMatchObject({ exception_type, message, stack })
}

const readFrames = async ({ response }: Reported) => (await readEvent(account, response.event_id)).exceptions[0]!.frames

describe('a Node program', () => {
  let reports: Reported[]

  beforeAll(async () => {
    reports = await runProgram(process.execPath, './node-program.mjs', server.url, await newProject('node'))
  })

  const at = (site: string) => reports.filter((report) => report.site === site)

  it('reads back what it sent', async () => {
    expect(reports.map(({ site }) => site)).toEqual([
      'readPrice',
      'chargeOrder',
      'chargeOrder',
      'chargeOrder',
      'reserve',
    ])
    for (const report of reports) await expectReadBack(report)
  })

  it('makes an issue for each throwing line', async () => {
    expect(new Set(reports.map(({ response }) => response.issue_id)).size).toBe(3)
    expect(summarize(await readIssue(account, at('readPrice')[0]!.response.issue_id))).toEqual({
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      level: 'error',
      platform: 'node',
      status: 'unresolved',
      count: 1,
      users: 1,
    })
    const reserve = await readIssue(account, at('reserve')[0]!.response.issue_id)
    expect(summarize(reserve)).toMatchObject({ type: 'InventoryConflictError', level: 'fatal', count: 1 })
  })

  it('counts one line with varying numbers as one issue', async () => {
    const ids = at('chargeOrder').map(({ response }) => response.issue_id)
    expect(new Set(ids).size).toBe(1)
    expect(await readIssue(account, ids[0]!)).toMatchObject({ type: 'RangeError', count: 3, users: 1 })
  })

  it('shows the frames of its stack', async () => {
    const frames = await readFrames(at('readPrice')[0]!)
    expect(frames[0]).toMatchObject({ function: 'readPrice', line: 11, column: 21, in_app: true })
    expect(frames[0]!.file).toMatch(/e2e\/programs\/node-program\.mjs$/)
    expect(frames.at(-1)).toMatchObject({ in_app: false })
  })
})

describeWithTool(chromiumTool, 'a page in Chromium', (chromium) => {
  let report: Reported & { sent: { screenshot: string } }

  beforeAll(async () => {
    report = await crashInBrowser(chromium, `${server.url}/api/ingest`, await newProject('browser'))
  })

  it('reads back what it sent across origins', () => expectReadBack(report))

  it('becomes an issue with the frames of the page', async () => {
    const issue = await readIssue(account, report.response.issue_id)
    expect(summarize(issue)).toMatchObject({ type: 'TypeError', platform: 'web', count: 1, users: 1 })
    const frames = await readFrames(report)
    expect(frames.map((frame) => frame.function).slice(0, 2)).toEqual(['totalOf', 'checkOut'])
    expect(frames[0]).toMatchObject({ line: 5, in_app: true })
    expect(frames[0]!.file).toMatch(/\/shop\.js$/)
  })

  it('keeps its screenshot byte for byte', async () => {
    const { type, bytes } = await readScreenshot(account, report.response.event_id)
    expect(type).toBe('image/jpeg')
    expect(bytes.toString('base64')).toBe(report.sent.screenshot)
  })
})

describeWithTool('php', 'a PHP program', (php) => {
  it('becomes two issues, by curl and by stream', async () => {
    const reports = await runProgram(php, './php-program.php', server.url, await newProject('php'))
    expect(reports.map(({ site }) => site)).toEqual(['render', 'divide'])
    for (const report of reports) await expectReadBack(report)
    const [render, divide] = await Promise.all(reports.map(({ response }) => readIssue(account, response.issue_id)))
    expect(summarize(render!)).toEqual({
      type: 'Shop\\Billing\\InvoiceError',
      message: 'Invoice 88 has no address — naïve café',
      level: 'warning',
      platform: 'php',
      status: 'unresolved',
      count: 1,
      users: 1,
    })
    expect(summarize(divide!)).toMatchObject({ type: 'DivisionByZeroError', count: 1 })
  })
})

describeWithTool('python3', 'a Python program', (python) => {
  it('becomes two issues', async () => {
    const reports = await runProgram(python, './python_program.py', server.url, await newProject('python'))
    expect(reports.map(({ site }) => site)).toEqual(['reserve', 'parse'])
    for (const report of reports) await expectReadBack(report)
    const [reserve, parse] = await Promise.all(reports.map(({ response }) => readIssue(account, response.issue_id)))
    expect(summarize(reserve!)).toMatchObject({ type: 'StockError', message: 'no nut on shelf 1', platform: 'python' })
    expect(summarize(parse!)).toMatchObject({ type: 'ValueError', count: 1 })
    const { exceptions } = await readEvent(account, reports[0]!.response.event_id)
    expect(exceptions.map(({ exception_type, frames }) => [exception_type, frames[0]?.function])).toEqual([
      ['StockError', 'reserve'],
      ['KeyError', 'pick'],
    ])
  })
})
