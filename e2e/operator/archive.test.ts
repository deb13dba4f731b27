import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appId } from '../faults/marked-event.ts'
import { Sender } from '../faults/sender.ts'
import { verify } from '../faults/verify.ts'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { seededRandom } from '../harness/random.ts'

const random = seededRandom(Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000))
const archive = mkdtempSync(join(tmpdir(), 'bugle-archive-'))
const settings = { BUGLE_ARCHIVE: archive, BUGLE_INGEST_RATE: '1000000' }

let account: Account
let projects: Project[]
let sender: Sender
/** A second between the first events and what came later. */
let moment: string

beforeAll(async () => {
  const server = await BuiltServer.install(settings)
  server.start()
  await server.ready()
  account = await register(server.url, 'operator')
  projects = [await createProject(account, 'first', appId), await createProject(account, 'second', appId)]
  while (bases().length === 0) await pause(50)
  sender = new Sender({ port: server.port, projects, random })
  sender.start(150)
  while (sender.notes.filter(({ outcome }) => outcome === 'acknowledged').length < 300) await pause(50)
  await sender.finish()
  await pause(1100)
  moment = `${new Date().toISOString().slice(0, 19)}Z`
  await pause(1100)
  await createProject(account, 'late', appId)
  await archived(server)
  // The machine is lost with everything on it.
  await server.kill()
  await server.remove()
})
afterAll(() => rmSync(archive, { recursive: true }))

describe('the archive of a lost machine', () => {
  it('restores a second, and goes on from there', async () => {
    const target = await BuiltServer.installEmpty(settings)
    try {
      const dry = await runAdmin(target, ['restore', '--to', moment, '--dry-run'], settings)
      expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('nothing was changed') })
      expect(existsSync(join(target.dataDirectory, 'postgres', 'cluster'))).toBe(false)

      const restored = await runAdmin(target, ['restore', '--to', moment, '--keep-sessions'], settings)
      expect([restored.status, restored.stderr]).toEqual([0, ''])
      expect(restored.stdout).toContain(`as of ${new Date(moment).toISOString()}`)
      expect(target.processes()).toEqual([])
      target.start()
      await target.ready()
      const there = { ...account, url: target.url }
      expect(await namesOf(there)).toEqual(['first', 'second'])
      const { faults, read } = await verify(there, projects, sender, random, 1e9)
      expect(faults).toEqual([])
      expect(read).toBeGreaterThanOrEqual(300)

      const running = await runAdmin(target, ['restore', '--to', 'latest', '--replace'], settings)
      expect(running).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop it first') })

      // The new history is archived beside the one that once followed the same second.
      await expect.poll(() => bases(), { timeout: 30_000 }).toHaveLength(2)
      await createProject(there, 'third', appId)
      await target.stop()
      const kept = await runAdmin(target, ['restore', '--to', 'latest'], settings)
      expect(kept).toMatchObject({ status: 1, stderr: expect.stringContaining('Add --replace') })
      const latest = await runAdmin(target, ['restore', '--to', 'latest', '--replace', '--keep-sessions'], settings)
      expect([latest.status, latest.stderr]).toEqual([0, ''])
      expect(latest.stdout).toMatch(/is now .*cluster\.before-\w+; delete it/)
      target.start()
      await target.ready()
      expect(await namesOf(there)).toEqual(['first', 'second', 'third'])
    } finally {
      await target.remove()
    }
  })

  it('says why it cannot restore a moment', async () => {
    const target = await BuiltServer.installEmpty(settings)
    const restore = async (args: string[], environment: Record<string, string> = settings) => {
      const { status, stderr } = await runAdmin(target, ['restore', ...args], environment)
      expect(stderr).not.toMatch(/\n\s+at /)
      return status === 1 ? stderr : 'restored'
    }
    try {
      expect(await restore([])).toContain('Name the file of a backup, or a moment with --to')
      expect(await restore(['--to', 'yesterday'])).toContain('2027-01-31T12:00Z')
      expect(await restore(['--to', 'latest'], {})).toContain('Set BUGLE_ARCHIVE')
      expect(await restore(['--to', '2020-01-01'])).toContain('reaches back to')
      expect(await restore(['--to', 'latest'], { BUGLE_ARCHIVE: target.dataDirectory })).toContain('no complete base')
      expect(existsSync(join(target.dataDirectory, 'postgres', 'cluster'))).toBe(false)
      expect(await restore(['--to', '2100-01-01'])).toContain('The archive does not reach 2100')
      // It did not become a database of some other moment.
      target.start()
      expect(await target.exited).toMatchObject({ code: 1 })
      expect(target.output).toContain('A restore from the archive did not come to its end')

      const part = join(archive, 'bases', bases().at(-1)!, '1.br')
      const whole = readFileSync(part)
      writeFileSync(part, whole.subarray(0, whole.length - 1))
      expect(await restore(['--to', 'latest', '--replace'])).toContain(
        `The archive is damaged: bases/${bases().at(-1)}/`,
      )
      writeFileSync(part, whole)
      const segments = readdirSync(join(archive, 'wal')).filter((name) => /^[0-9A-F]{24}\.br$/.test(name))
      const contents = new Map(
        segments.map((name) => [join(archive, 'wal', name), readFileSync(join(archive, 'wal', name))]),
      )
      for (const [file, bytes] of contents) writeFileSync(file, bytes.subarray(0, -1))
      expect(await restore(['--to', 'latest', '--replace'])).toContain('The archive is damaged: wal/')
      for (const [file, bytes] of contents) writeFileSync(file, bytes)
      expect(await restore(['--to', 'latest', '--replace'])).toBe('restored')
    } finally {
      await target.remove()
    }
  })

  it('is not another installation’s', async () => {
    const other = await BuiltServer.installEmpty(settings)
    try {
      other.start()
      await other.ready()
      await expect.poll(() => other.output).toContain('BUGLE_ARCHIVE holds the archive of another installation')
      const refused = await runAdmin(other, ['doctor'], settings)
      expect(refused.stdout).toMatch(/^fail {2}archive/m)
    } finally {
      await other.remove()
    }
  })
})

/** The complete bases, oldest first. */
function bases(): string[] {
  if (!existsSync(join(archive, 'bases'))) return []
  const names = readdirSync(join(archive, 'bases')).filter((name) => name.endsWith('.json'))
  return names.map((name) => name.slice(0, -'.json'.length)).sort()
}

async function namesOf(there: Account): Promise<string[]> {
  const { projects: found } = await request(there, 'GET', '/api/projects')
  return found.map(({ name }) => name).sort()
}

/** Waits until everything that was written is archived; by itself that takes a minute. */
async function archived(server: BuiltServer): Promise<void> {
  const own = join(server.dataDirectory, 'postgres')
  const password = readFileSync(join(own, 'password'), 'utf8').trim()
  const client = new pg.Client({ host: join(own, 'cluster'), user: 'postgres', database: 'postgres', password })
  await client.connect()
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as segment')
  await client.end()
  const segment = (rows as [{ segment: string }])[0].segment
  while (!existsSync(join(archive, 'wal', `${segment}.br`))) await pause(50)
}
