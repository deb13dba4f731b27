import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appId } from '../faults/marked-event.ts'
import { type Note, Sender } from '../faults/sender.ts'
import { verify } from '../faults/verify.ts'
import type { Wire } from '../faults/wire.ts'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { hasPostgres, makeExternalDatabase } from '../harness/external-database.ts'
import { seededRandom } from '../harness/random.ts'

const seed = Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const directory = mkdtempSync(join(tmpdir(), 'bugle-backups-'))
const file = join(directory, 'bugle.backup')

let server: BuiltServer
let account: Account
let projects: Project[]
/** State when the backup began: later events may be in it or not. */
let notes: Note[]
let wire: Wire

beforeAll(async () => {
  server = await BuiltServer.install({ BUGLE_INGEST_RATE: '1000000' })
  server.start()
  await server.ready()
  account = await register(server.url, 'operator')
  projects = [await createProject(account, 'first', appId), await createProject(account, 'second', appId)]
  const sender = new Sender({ port: server.port, projects, random })
  wire = sender.wire
  sender.start(150)
  while (sender.notes.filter(({ outcome }) => outcome === 'acknowledged').length < 600) await pause(50)
  const acknowledged = new Map(sender.notes.map((note) => [note, { ...note }]))
  const backup = await runAdmin(server, ['backup', file])
  expect(backup).toMatchObject({ status: 0, stderr: '' })
  expect(backup.stdout).toContain('The file contains the secret')
  await pause(200)
  await sender.finish()
  notes = sender.notes.map((note) => {
    const then = acknowledged.get(note)
    return then?.outcome === 'acknowledged'
      ? { ...then, complaints: note.complaints }
      : { ...note, outcome: 'unanswered' }
  })
  // The machine is lost with everything on it.
  await server.remove()
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Checks the backup's promises, and that former credentials still work. */
async function expectRestored(restored: BuiltServer): Promise<void> {
  const there = { ...account, url: restored.url }
  const { faults, read } = await verify(there, projects, { notes, wire }, random, 1e9)
  expect(faults, `seed ${seed}`).toEqual([])
  expect(read).toBeGreaterThanOrEqual(600)
  const event = { exception_type: 'AfterError', message: 'x', platform: 'node', app_id: appId }
  for (const { ingestToken } of projects) {
    const response = await fetch(`${restored.url}/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': ingestToken },
      body: JSON.stringify(event),
    })
    expect(response.status).toBe(202)
  }
}

describe('a backup made under load', () => {
  it('restores everything acknowledged before it into an empty directory', async () => {
    const target = await BuiltServer.installEmpty()
    try {
      const dry = await runAdmin(target, ['restore', file, '--dry-run'])
      expect(dry).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/complete\.\nA new database would be created/),
      })
      expect(existsSync(join(target.dataDirectory, 'postgres', 'cluster'))).toBe(false)

      const { status, stdout, stderr } = await runAdmin(target, ['restore', file, '--keep-sessions'])
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toContain('Restored.')
      expect(target.processes()).toEqual([])
      target.start()
      await target.ready()
      await expectRestored(target)

      const running = await runAdmin(target, ['restore', file, '--replace'])
      expect(running).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop it first') })
      await target.stop()
      const again = await runAdmin(target, ['restore', file])
      expect(again).toMatchObject({ status: 1, stderr: expect.stringMatching(/Add --replace to discard it\.\n$/) })
    } finally {
      await target.remove()
    }
  })

  it('restores into an external PostgreSQL, with the secret', async ({ skip }) => {
    skip(!hasPostgres, 'no other PostgreSQL is installed here to move to')
    const target = await BuiltServer.installEmpty()
    const database = await makeExternalDatabase()
    try {
      const settings = { DATABASE_URL: database.url, PGSSLMODE: 'disable' }
      const restored = await runAdmin(target, ['restore', file, '--keep-sessions'], settings)
      expect(restored).toMatchObject({ status: 0, stderr: '' })
      expect(readFileSync(join(target.dataDirectory, 'secret'), 'utf8')).toMatch(/^[\w-]{43}$/)
      target.start(settings)
      await target.ready()
      expect(await runAdmin(target, ['restore', file, '--replace'], settings)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('Bugle is using this database'),
      })
      await expectRestored(target)
    } finally {
      await target.remove()
      await database.remove()
    }
  })

  it('changes nothing if it is truncated or belongs to another secret', async () => {
    const target = await BuiltServer.installEmpty()
    try {
      const cut = join(directory, 'cut.backup')
      const whole = readFileSync(file)
      writeFileSync(cut, whole.subarray(0, whole.length - 1000))
      const refused = await runAdmin(target, ['restore', cut])
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('is truncated') })
      const other = { BUGLE_SECRET: 'another secret, of another server altogether' }
      const wrong = await runAdmin(target, ['restore', file], other)
      expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('BUGLE_SECRET is not the secret') })
      expect(existsSync(join(target.dataDirectory, 'postgres', 'cluster'))).toBe(false)
      expect(existsSync(join(target.dataDirectory, 'secret'))).toBe(false)
    } finally {
      await target.remove()
    }
  })
})
