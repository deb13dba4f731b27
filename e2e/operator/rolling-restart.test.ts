import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, listIssues, type Project, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { type ExternalDatabase, hasPostgres, makeExternalDatabase } from '../harness/external-database.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { type ReverseProxy, startNginx, textIn } from './proxy.ts'

const intervalMs = 20

/** A program that sends an event every few milliseconds, once each, as an SDK does that never tries again. */
class Sender {
  readonly #responses: Promise<number>[] = []
  #isDone = false
  readonly #ended: Promise<void>

  constructor(send: (index: number) => Promise<Response>) {
    const loop = async () => {
      while (!this.#isDone) {
        const sent = send(this.#responses.length).then(
          async (response) => {
            await response.arrayBuffer()
            return response.status
          },
          () => 0,
        )
        this.#responses.push(sent)
        await pause(intervalMs)
      }
    }
    this.#ended = loop()
  }

  /** Waits until it has sent that many more. */
  async more(count: number): Promise<void> {
    const until = this.#responses.length + count
    while (this.#responses.length < until) await pause(intervalMs)
  }

  /** Returns how often each status came; 0 stands for none. */
  async end(): Promise<Record<number, number>> {
    this.#isDone = true
    await this.#ended
    const counts: Record<number, number> = {}
    for (const status of await Promise.all(this.#responses)) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
}

describeWithTool('nginx', 'two ingest machines behind nginx', (nginx) => {
  let database: ExternalDatabase
  let machines: BuiltServer[]
  let worker: BuiltServer
  let proxy: ReverseProxy
  let project: Project

  beforeAll(async () => {
    if (!hasPostgres) return
    database = await makeExternalDatabase()
    const settings = {
      DATABASE_URL: database.url,
      BUGLE_SECRET: randomBytes(32).toString('hex'),
      BUGLE_TRUST_PROXY: '1',
    }
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => BuiltServer.installEmpty(settings)))
    machines = [first!, second!]
    worker = third!
    worker.start({}, ['--role', 'worker'])
    for (const machine of machines) {
      machine.start({}, ['--role', 'http'])
      await machine.ready()
    }
    proxy = await startNginx(nginx, textIn('text', 'upstream bugle'), ...machines.map(({ port }) => port))
    project = await createProject(await register(proxy.url, 'rolling'), 'shop')
  })

  afterAll(async () => {
    await proxy?.stop()
    for (const one of [...(machines ?? []), ...(worker === undefined ? [] : [worker])]) await one.remove()
    await database?.remove()
  })

  it('lose and refuse nothing while each is restarted, and the worker too', async ({ skip }) => {
    if (!hasPostgres) return skip('there is no PostgreSQL beside the embedded one')
    const { owner } = project
    const { dsn } = await request(owner, 'POST', `/api/projects/${project.id as `prj_${string}`}/dsn-keys`, {
      label: 'x',
    })
    const { username: key, pathname } = new URL(dsn)
    const ownEvents = new Sender(() =>
      fetch(`${proxy.url}/ingest`, {
        method: 'POST',
        headers: { 'x-service-token': project.ingestToken },
        body: JSON.stringify({
          exception_type: 'OwnError',
          message: 'x',
          platform: 'node',
          app_id: project.app_id,
          event_id: randomUUID(),
        }),
      }),
    )
    const envelopes = new Sender(() => {
      const event_id = randomUUID().replaceAll('-', '')
      const event = { event_id, platform: 'node', exception: { values: [{ type: 'SentryError', value: 'x' }] } }
      const body = [{ event_id, sent_at: new Date().toISOString() }, { type: 'event' }, event].map((line) =>
        JSON.stringify(line),
      )
      return fetch(`${proxy.url}/api${pathname}/envelope/?sentry_key=${key}`, { method: 'POST', body: body.join('\n') })
    })
    for (const machine of machines) {
      await Promise.all([ownEvents.more(30), envelopes.more(30)])
      await machine.stop()
      await Promise.all([ownEvents.more(30), envelopes.more(30)])
      machine.start({}, ['--role', 'http'])
      await machine.ready()
    }
    await worker.stop()
    await Promise.all([ownEvents.more(30), envelopes.more(30)])
    worker.start({}, ['--role', 'worker'])
    const [own, sentry] = await Promise.all([ownEvents.end(), envelopes.end()])
    expect([Object.keys(own), Object.keys(sentry)]).toEqual([['202'], ['200']])
    const counts = async () =>
      Object.fromEntries((await listIssues(owner, project)).map(({ type, count }) => [type, count]))
    await expect.poll(counts).toEqual({ OwnError: own[202], SentryError: sentry[200] })
  })
})
