import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { createProject, type Project, register } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { type ExternalDatabase, hasPostgres, makeExternalDatabase } from '../harness/external-database.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'

const rules = fileURLToPath(new URL('../../deploy/prometheus-alerts.yml', import.meta.url))

const scrape = async (url: string) => (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text()

/** Returns the values of a metric by labels. */
function seriesOf(text: string, name: string): Map<string, number> {
  const lines = text.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'))
  return new Map([...lines].map(([, labels = '', value]) => [labels, Number(value)]))
}

const sumOf = (text: string, name: string, label = '') =>
  [...seriesOf(text, name)].filter(([labels]) => labels.includes(label)).reduce((sum, [, value]) => sum + value, 0)

async function report(url: string, { ingestToken, app_id }: Project): Promise<number> {
  const response = await fetch(`${url}/ingest`, {
    method: 'POST',
    // One connection each, so that they reach either process.
    headers: { 'content-type': 'application/json', 'x-service-token': ingestToken, connection: 'close' },
    body: JSON.stringify({ exception_type: 'MeasuredError', message: 'x', platform: 'node', app_id }),
  })
  return response.status
}

describe('the metrics of two ingest processes', () => {
  let server: BuiltServer
  let project: Project

  beforeAll(async () => {
    // A store that is away has a metric.
    server = await BuiltServer.install({
      BUGLE_WORKERS: '2',
      BUGLE_OBJECTS: 's3://key:secret@127.0.0.1:1/away?tls=off',
    })
    server.start()
    await server.ready()
    project = await createProject(await register(server.url, 'measured'), 'shop')
  })
  afterAll(() => server.remove())

  it('cover both, whichever responds', async () => {
    const statuses = await Promise.all(Array.from({ length: 200 }, () => report(server.url, project)))
    expect(new Set(statuses)).toEqual(new Set([202]))
    const texts = await Promise.all(Array.from({ length: 12 }, () => scrape(server.url)))
    for (const text of texts) {
      expect(sumOf(text, 'bugle_ingest_responses_total', 'status="202"')).toBe(200)
      expect(sumOf(text, 'bugle_ingest_ack_seconds_count')).toBe(200)
      const shards = [...seriesOf(text, 'bugle_process_resident_memory_bytes').keys()]
      expect(shards.filter((labels) => labels.includes('process="http"'))).toHaveLength(2)
    }
  })

  it('cover every alert rule', async () => {
    await expect.poll(async () => sumOf(await scrape(server.url), 'bugle_digested_events_total')).toBe(200)
    await expect.poll(async () => seriesOf(await scrape(server.url), 'bugle_storage_used_bytes').size).toBe(1)
    const text = await scrape(server.url)
    expect(seriesOf(text, 'bugle_database_up')).toEqual(new Map([['', 1]]))
    expect(seriesOf(text, 'bugle_storage_has_room')).toEqual(new Map([['', 1]]))
    expect(seriesOf(text, 'bugle_digest_failing')).toEqual(new Map([['', 0]]))
    expect(sumOf(text, 'bugle_storage_budget_bytes')).toBe(20 * 1024 ** 3)
    expect(sumOf(text, 'bugle_disk_free_bytes')).toBeGreaterThan(0)
    expect(sumOf(text, 'bugle_api_requests_total', 'route="/api/auth/register",status="201"')).toBe(1)
    expect([...seriesOf(text, 'bugle_build_info').keys()].join()).toMatch(/version="\d+\.\d+\.\d+/)
    const others = ['bugle_queue_oldest_seconds', 'bugle_jobs_oldest_seconds', 'bugle_database_waiting']
    for (const name of [...others, 'bugle_database_connections', 'bugle_api_request_seconds_count'])
      expect([name, seriesOf(text, name).size]).toEqual([name, expect.toSatisfy((size: number) => size > 0)])
  })

  it('count a killed and restarted process', async () => {
    const [killed] = server.processes().filter(({ role }) => role === 'http')
    process.kill(killed!.pid, 'SIGKILL')
    await expect.poll(async () => sumOf(await scrape(server.url), 'bugle_restarts_total', 'of="http"')).toBe(1)
  })

  it('leave out a process that does not respond, and none of the others', async () => {
    const ingestProcesses = () => server.processes().filter(({ role }) => role === 'http')
    await expect.poll(() => ingestProcesses().length).toBe(2)
    const stopped = ingestProcesses()[0]!.pid
    process.kill(stopped, 'SIGSTOP')
    try {
      // Connections that the stopped process accepts get no response.
      const text = await Promise.any(Array.from({ length: 8 }, () => scrape(server.url)))
      expect(seriesOf(text, 'bugle_restarts_total').size).toBe(3)
      expect(seriesOf(text, 'bugle_digested_events_total').size).toBe(1)
    } finally {
      process.kill(stopped, 'SIGCONT')
    }
  })

  describeWithTool('promtool', 'Prometheus', (promtool) => {
    it('accepts them', async () => {
      const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], {
        input: await scrape(server.url),
        encoding: 'utf8',
      })
      expect([status, `${stdout}${stderr}`]).toEqual([0, ''])
    })

    it('accepts the example alerts, and every metric in them exists', async () => {
      const { status, stdout } = spawnSync(promtool, ['check', 'rules', rules], { encoding: 'utf8' })
      expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')])
      const text = await scrape(server.url)
      const unknown = [...readFileSync(rules, 'utf8').matchAll(/\bbugle_\w+/g)].filter(
        ([name]) => !text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `),
      )
      expect(unknown).toEqual([])
    })
  })
})

describe.runIf(hasPostgres)('a separate worker', () => {
  let database: ExternalDatabase
  let http: BuiltServer
  let worker: BuiltServer
  let status: string
  const secret = 'the same for all who share the database'

  beforeAll(async () => {
    database = await makeExternalDatabase()
    const shared = { DATABASE_URL: database.url, BUGLE_SECRET: secret }
    const workerPort = await freePort()
    status = `http://127.0.0.1:${workerPort}`
    http = await BuiltServer.install(shared)
    worker = await BuiltServer.install({ ...shared, BUGLE_WORKER_PORT: String(workerPort) })
    http.start({}, ['--role', 'http'])
    await http.ready()
    worker.start({}, ['--role', 'worker'])
  })
  afterAll(async () => {
    await Promise.all([http.remove(), worker.remove()])
    await database.remove()
  })

  /** Runs the doctor with the settings of the roles and a data directory that neither needs. */
  const examine = async () => {
    const settings = { DATABASE_URL: database.url, BUGLE_SECRET: secret, BUGLE_DATA: join(http.dataDirectory, 'none') }
    const doctor = await runAdmin(http, ['doctor', '--json'], settings)
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; status: string }[] }
    return { code: doctor.status, failing: checks.filter((one) => one.status === 'fail').map(({ name }) => name) }
  }

  const response = async (path: string) => {
    const response = await fetch(`${status}${path}`).catch(() => undefined)
    return response && { status: response.status, text: await response.text() }
  }

  it('reports its status on a port of its own', async () => {
    await expect.poll(async () => (await response('/readyz'))?.status).toBe(200)
    expect(await response('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    const project = await createProject(await register(http.url, 'measured'), 'shop')
    expect(await report(http.url, project)).toBe(202)
    await expect.poll(async () => sumOf(await scrape(status), 'bugle_digested_events_total')).toBe(1)
    expect(sumOf(await scrape(status), 'bugle_database_up')).toBe(1)
    const proxied = await fetch(`${status}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(proxied.status).toBe(404)
    expect(await examine()).toEqual({ code: 0, failing: [] })
  })

  it('is not ready while digest fails, and ingest reports it and continues', async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query('alter table group_stats rename to group_stats_away')
    const project = await createProject(await register(http.url, 'failing'), 'shop')
    expect(await report(http.url, project)).toBe(202)
    await expect.poll(() => response('/readyz')).toEqual({ status: 503, text: expect.stringContaining('failing') })
    const readiness = await fetch(`${http.url}/readyz`)
    expect([readiness.status, await readiness.json()]).toEqual([200, { status: 'ready', digest: 'failing' }])
    expect(await examine()).toEqual({ code: 1, failing: ['queue'] })
    expect(await report(http.url, project)).toBe(202)
    await client.query('alter table group_stats_away rename to group_stats')
    await client.end()
    await expect.poll(async () => (await response('/readyz'))?.status).toBe(200)
  })
})
