import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, register } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer } from '../harness/built-server.ts'

interface Report {
  status: string
  version: string
  checks: { name: string; status: string; text: string; advice?: string }[]
}

let server: BuiltServer

beforeAll(async () => {
  server = await BuiltServer.install()
  server.start()
  await server.ready()
  const ann = await register(server.url, 'ann')
  const { ingestToken } = await createProject(ann, 'shop')
  await fetch(`${server.url}/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': ingestToken },
    body: JSON.stringify({ exception_type: 'E', message: 'x', platform: 'node', app_id: 'com.example.shop' }),
  })
})
afterAll(() => server.remove())

async function examine(environment: Record<string, string> = {}) {
  const { status, stdout } = await runAdmin(server, ['doctor', '--json'], environment)
  const report: Report = JSON.parse(stdout)
  const of = (name: string) => report.checks.find((check) => check.name === name)
  const failing = report.checks.filter((check) => check.status === 'fail').map(({ name }) => name)
  return { code: status, report, of, failing }
}

it('finds only the missing mail server on a running server', async () => {
  const { code, report, of, failing } = await examine()
  expect([code, failing]).toEqual([0, []])
  const looked = ['version', 'settings', 'data', 'secret', 'database', 'durability', 'connections', 'clock', 'schema']
  const names = [...looked, 'queue', 'jobs', 'disk', 'encryption', 'server', 'mail']
  expect(report.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  expect(of('database')?.text).toMatch(/^PostgreSQL 18\S*, embedded, running$/)
  expect(of('mail')).toMatchObject({ status: 'warn', advice: expect.stringContaining('BUGLE_SMTP_URL') })
  for (const { status, advice } of report.checks) expect(status === 'ok').toBe(advice === undefined)
})

it('prints readable lines, each with a remedy', async () => {
  const { status, stdout } = await runAdmin(server, ['doctor'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^(?:ok {4}|warn {2})version +Bugle \S+, Node \S+$/m)
  expect(stdout).toMatch(/^warn {2}mail +no mail server is set.*\n +→ Set BUGLE_SMTP_URL/m)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('It works; see the lines marked «warn».')
})

it('reports files that others may read', async () => {
  const outbox = join(server.dataDirectory, 'outbox')
  mkdirSync(outbox, { mode: 0o755, recursive: true })
  chmodSync(outbox, 0o755)
  const { code, of } = await examine()
  expect([code, of('rights')]).toEqual([1, expect.objectContaining({ status: 'fail', text: 'others may read outbox' })])
  chmodSync(outbox, 0o700)
  expect((await examine()).failing).toEqual([])
})

it('reports a secret that others may read, and an unreachable mail server', async () => {
  const secret = join(server.dataDirectory, 'secret')
  chmodSync(secret, 0o644)
  const { port } = await BuiltServer.installEmpty()
  const { code, report, of, failing } = await examine({
    BUGLE_SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
    BUGLE_MAIL_FROM: 'bugle@example.com',
  })
  chmodSync(secret, 0o600)
  expect([code, report.status, failing]).toEqual([1, 'fail', ['secret', 'mail']])
  expect(of('secret')?.advice).toContain('chmod 600')
  expect(of('mail')?.text).toContain('ECONNREFUSED')
})

it('reports settings that contradict each other', async () => {
  const { of } = await examine({ BUGLE_URL: 'https://bugle.example.com' })
  expect(of('settings')).toMatchObject({ status: 'warn', advice: expect.stringContaining('BUGLE_TRUST_PROXY') })
  const open = await examine({ BUGLE_URL: 'http://bugle.example.com' })
  expect(open.of('settings')?.advice).toContain('TLS')
})

it('reports names that are no settings, as the start does', async () => {
  const misspelled = { BUGLE_REGISTRATON: 'closed' }
  const says = 'BUGLE_REGISTRATON is not a setting and is ignored. Did you mean BUGLE_REGISTRATION?'
  const { code, of } = await examine(misspelled)
  expect([code, of('settings')]).toMatchObject([0, { status: 'warn', text: says }])
  const other = await BuiltServer.install(misspelled)
  other.start()
  await other.ready()
  expect(other.output).toContain(says)
  await other.remove()
})

it('reports unreachable services', async () => {
  const nowhere = await examine({ DATABASE_URL: 'postgres://bugle:geheim@127.0.0.1:1/bugle' })
  expect(nowhere.failing).toEqual(['database'])
  expect(JSON.stringify(nowhere.report)).not.toContain('geheim')
  const elsewhere = await examine({ BUGLE_DATA: join(server.dataDirectory, 'nowhere') })
  expect(elsewhere.failing).toEqual(['data', 'database'])
})

it('examines a stopped server, and leaves it stopped and unchanged', async () => {
  await server.stop()
  const { code, of } = await examine()
  expect(code).toBe(0)
  expect(of('server')).toMatchObject({ status: 'warn', text: expect.stringContaining('no response') })
  expect(of('database')?.text).toContain('started for this check')
  expect(server.processes()).toEqual([])
})
