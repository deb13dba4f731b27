import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, request } from '../harness/account.ts'
import { openStage } from '../sdks/stage.ts'
import { openBadNetwork } from './bad-network.ts'
import { Terminal } from './terminal.ts'

const stage = openStage('cli-issues', 'com.example.shop')
const terminal = new Terminal()
let project: Project

beforeAll(async () => {
  project = await stage.newProject('Shop')
  const settings = { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token, BUGLE_PROJECT: project.id }
  Object.assign(terminal.env, settings)
})
afterAll(() => terminal.remove())

const send = (...args: string[]) => terminal.json(['send-event', '--ingest-token', project.ingestToken, ...args])

describe('bugle', () => {
  it('sends an event, shows its issue, and triages it', async () => {
    const [sent] = await send('--type', 'TypeError', '--message', 'boom', '--release', 'shop@1', '--level', 'fatal')
    expect(sent).toEqual({
      event_id: expect.stringMatching(/^evt_/),
      issue_id: expect.stringMatching(/^iss_/),
      url: `${stage.server.url}/issues/${sent.issue_id}` as const,
    })
    const [event] = await terminal.json(['events', 'show', sent.event_id])
    expect(event).toMatchObject({
      exception_type: 'TypeError',
      release: 'shop@1',
      level: 'fatal',
      sdk: { name: 'bugle-cli' },
    })
    const [issue] = await terminal.json(['issues', 'list', '--query', 'boom'])
    expect(issue).toMatchObject({ id: sent.issue_id, count: 1 })
    expect(await terminal.done(['issues'])).toMatch(
      new RegExp(`^ID .*\\n${issue.short_id} +1 +.*TypeError: boom$`, 'm'),
    )
    expect(await terminal.done(['issues', 'show', issue.short_id])).toContain(sent.url)
    expect(await terminal.done(['issues', 'open', sent.url])).toBe(`${sent.url}\n`)

    const [resolved] = await terminal.json(['issues', 'resolve', issue.short_id, '--in-release', 'shop@1'])
    expect(resolved).toMatchObject({ status: 'resolved', resolution: { mode: 'release', release: 'shop@1' } })
    expect(await terminal.json(['issues', 'list'])).toEqual([])
    await terminal.done(['issues', 'undo', resolved.undo_id])
    expect(await terminal.json(['issues', 'list'])).toMatchObject([{ status: 'unresolved' }])
    expect(await terminal.json(['issues', 'snooze', issue.short_id, '--for', '3d', '--events', '100'])).toMatchObject([
      { status: 'snoozed', snooze: { until: expect.any(String), events: 101 } },
    ])
    expect(await terminal.json(['issues', 'reopen', issue.short_id])).toMatchObject([{ status: 'unresolved' }])
    expect(await terminal.run(['issues', 'snooze', issue.short_id])).toMatchObject({ code: 2 })
    expect(await terminal.run(['issues', 'show', 'SHOP-999'])).toMatchObject({ code: 4 })
    expect(await terminal.run(['events', 'show', 'evt_nothing'])).toMatchObject({ code: 4 })
    expect(await terminal.json(['releases'])).toMatchObject([{ version: 'shop@1', count: 1 }])
  })

  it('imports the projects of another error tracker with their keys, once', async () => {
    const key = '0123456789abcdef0123456789abcdef'
    const rows = [
      { model: 'sentry.project', pk: 4504, fields: { name: 'Moved', slug: 'moved', platform: 'python' } },
      { model: 'sentry.projectkey', pk: 1, fields: { project: 4504, label: 'Default', public_key: key } },
    ]
    const file = join(terminal.directory, 'export.json')
    writeFileSync(file, JSON.stringify(rows))
    const [moved] = await terminal.json(['projects', 'import', file, '--app-prefix', 'com.example.'])
    expect(moved).toMatchObject({ name: 'Moved', keys: 1, skipped: 0 })
    expect(await terminal.json(['projects', 'import', file])).toMatchObject([
      { project: moved.project, keys: 0, skipped: 1 },
    ])
    // A program that still has the old DSN, at another host.
    const envelope = `{}\n{"type":"event"}\n{"message":"moved"}\n`
    const path = `/api/4504/envelope/?sentry_key=${key}` as const
    expect((await fetch(stage.server.url + path, { method: 'POST', body: envelope })).status).toBe(200)
    expect(await terminal.run(['projects', 'import', 'missing.json'])).toMatchObject({ code: 2 })
    const second = await request(stage.account, 'POST', '/api/organizations', { name: 'Second' })
    expect(await terminal.run(['projects', 'import', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name one'),
    })
    const other = await terminal.json(['projects', 'import', file, '--organization', 'Second', '--app-prefix', 'org.'])
    expect(other).toMatchObject([{ name: 'Moved', keys: 0, skipped: 1 }])
    expect(other[0].project).not.toBe(moved.project)
    const { project: made } = await request(
      stage.account,
      'GET',
      `/api/projects/${other[0].project as `prj_${string}`}`,
    )
    expect(made.organization_id).toBe(second.organization.id)
  })

  it('records a release with its deploys, and shows what is new in it', async () => {
    const released = await stage.newProject('Released')
    const env = { BUGLE_PROJECT: released.id, BUGLE_RELEASE: 'shop@4.2.0' }
    await terminal.done(['releases', 'create', '--commit', 'c0ffee', '--ref', 'main'], { env })
    await terminal.done(['releases', 'finalize'], { env })
    await terminal.done(['releases', 'deploy', 'shop@4.2.0', 'production'], { env })
    await terminal.done(['send-event', '--ingest-token', released.ingestToken, '--type', 'NewError'], { env })
    const shows = () => terminal.json(['releases', 'show', 'shop@4.2.0'], { env })
    await expect.poll(async () => (await shows())[0].new.count).toBe(1)
    expect(await shows()).toMatchObject([
      { commit: 'c0ffee', ref: 'main', released_at: expect.any(String), deploys: [{ environment: 'production' }] },
    ])
    expect(await terminal.done(['releases', 'show'], { env })).toMatch(/New:\n {2}\S+ {2}1 × {2}NewError/)
    expect(await terminal.run(['releases', 'show', 'shop@9'], { env })).toMatchObject({ code: 4 })
  })

  it('sends a file as it is, and prints text of events without control characters', async () => {
    const file = join(terminal.directory, 'event.json')
    const event = { exception_type: 'Evil', message: '\u001b[2Jgone\u0007', platform: 'node', app_id: project.app_id }
    writeFileSync(file, JSON.stringify(event))
    const [{ event_id }] = await send('--file', file)
    const shown = await terminal.done(['events', 'show', event_id])
    expect(shown).toContain('Evil:  [2Jgone')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    expect(JSON.parse(await terminal.done(['events', 'show', event_id, '--raw']))).toEqual(event)
    expect(await terminal.run(['send-event'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('BUGLE_INGEST_TOKEN'),
    })
  })

  it('says what a refusal of an event means', async () => {
    const refused = (...args: string[]) => terminal.run(['send-event', ...args])
    expect(await refused('--ingest-token', 'bgl_live_unknown')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/invalid or revoked\. Copy the one that the project shows under Send events/),
    })
    expect(await refused('--ingest-token', project.ingestToken, '--app-id', 'com.example.other')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/not pinned to the project\. Give the app id of the project/),
    })
    const page = createServer((_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    const other = await refused('--ingest-token', 'bgl_live_x', '--app-id', 'com.example', '--url', url)
    page.close()
    expect(other).toMatchObject({ stderr: expect.stringContaining('Something other than Bugle responds') })
    expect(other.code).not.toBe(0)
  })

  it('follows new events, also after the connection broke, until it is interrupted', async () => {
    const network = await openBadNetwork(stage.server.url, 0)
    const tail = terminal.start(['tail', '--url', network.url])
    await tail.until(/Following Shop/)
    await send('--type', 'FirstError', '--message', 'one')
    await tail.until(/FirstError: one/)
    network.every = 2
    for (const type of ['AlphaError', 'BetaError', 'GammaError']) {
      await send('--type', type, '--message', 'cut')
      await tail.until(new RegExp(`${type}: cut`))
    }
    network.every = 0
    network.cutAll()
    await tail.until(/The connection broke/)
    await send('--type', 'SecondError', '--message', 'two')
    await tail.until(/SecondError: two/)
    tail.stop('SIGINT')
    expect((await tail.ended).code).toBe(130)
    network.close()
  })
})
