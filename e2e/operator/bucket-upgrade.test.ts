import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDebianPostgres, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { type Account, createProject, listIssues, type Project, register } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { lastRelease } from '../harness/last-release.ts'
import { hasCommit, OldCode } from '../harness/old-code.ts'
import { TcpProxy } from '../harness/tcp-proxy.ts'
import { databaseOf } from './upgrade/rows.ts'

// Data of three servers, made by the last release, under this code: one server is there at the start, another one returns later, and
// one is too new. Each is an installation of its own at first, because the last release may know no buckets: the same project is made
// on all, and has events on one.

describe.runIf(hasDebianPostgres && (hasCommit(lastRelease) || process.env.CI === 'true'))(
  'an upgrade of several servers',
  () => {
    let postgres: Awaited<ReturnType<typeof startDebianPostgres>>
    let proxy: TcpProxy
    let server: BuiltServer
    let old: OldCode
    let account: Account
    const projects: Record<string, Project> = {}
    const places: Record<string, pg.ClientConfig> = {}
    let environment: Record<string, string>

    beforeAll(async () => {
      postgres = await startDebianPostgres()
      const { port } = postgres
      const place = (database: string) => ({ host: '127.0.0.1', port, user: 'bugle', database })
      await run(place('postgres'), 'create database second')
      await run(place('postgres'), 'create database third')
      Object.assign(places, { second: place('second'), third: place('third') })
      proxy = await TcpProxy.to(port)
      environment = {
        BUGLE_BUCKETS: `second=${urlOf({ ...place('second'), port: proxy.port })},third=${urlOf(place('third'))}`,
        BUGLE_LOG_LEVEL: 'info',
      }
      server = await BuiltServer.installEmpty(environment)
      await makeData()
    }, 5 * 60_000)
    afterAll(async () => {
      await server.remove()
      old.remove()
      await proxy.close()
      await postgres.stop()
    })

    /** Makes three projects on each server by the last release, and an issue of the one that will be there. */
    async function makeData(): Promise<void> {
      old = await OldCode.build(lastRelease, server)
      for (const bucket of ['third', 'second', 'main']) {
        await old.start(bucket === 'main' ? {} : { DATABASE_URL: urlOf(places[bucket]!) })
        account = await register(server.url, 'upgrader')
        for (const name of ['main', 'second', 'third']) projects[name] = await createProject(account, name)
        expect(await report(bucket)).toBe(202)
        while ((await countIn(bucket)) < 1) await pause(100)
        await old.stop()
      }
    }

    /** Names the buckets in the directory, once this code has made it, while nothing runs that remembers where projects are. */
    async function placeProjects(): Promise<void> {
      await run(databaseOf(server), `insert into buckets (name) values ('second'), ('third')`)
      for (const bucket of ['second', 'third'])
        await run(databaseOf(server), `update projects set bucket = '${bucket}' where name = '${bucket}'`)
    }

    const report = async (bucket: string) => {
      const { ingestToken, app_id } = projects[bucket]!
      const response = await fetch(`${server.url}/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-token': ingestToken },
        body: JSON.stringify({ exception_type: 'UpgradeError', message: bucket, platform: 'node', app_id }),
      })
      await response.arrayBuffer()
      return response.status
    }
    const countIn = async (bucket: string) =>
      (await listIssues(account, projects[bucket]!)).reduce((sum, { count }) => sum + count, 0)
    const migrationsIn = async (bucket: string) => {
      const { rows } = await run(
        bucket === 'main' ? databaseOf(server) : places[bucket]!,
        'select name from kysely_migration order by name',
      )
      return rows.map(({ name }) => name as string)
    }

    it('migrates one after the other; a server that is away when it is back, while the others work', async () => {
      const before = await migrationsIn('second')
      await proxy.close()
      server.start()
      await server.ready()
      await placeProjects()
      await server.stop()
      server.start()
      await server.ready()
      const now = await migrationsIn('main')
      expect(now.length).toBeGreaterThan(before.length)
      expect(await migrationsIn('third')).toEqual(now)
      expect(await migrationsIn('second')).toEqual(before)
      for (const bucket of ['main', 'third']) {
        expect(await countIn(bucket)).toBe(1)
        expect(await report(bucket)).toBe(202)
        await expect.poll(() => countIn(bucket)).toBe(2)
      }
      expect(await report('second')).toBe(503)
      const { stdout } = await runAdmin(server, ['doctor'], environment)
      expect(stdout).toMatch(/^fail {2}bucket second/m)

      await proxy.open()
      await expect.poll(() => report('second')).toBe(202)
      expect(await migrationsIn('second')).toEqual(now)
      await expect.poll(() => countIn('second').catch(() => 0)).toBeGreaterThanOrEqual(2)

      const file = join(server.dataDirectory, '..', 'backup')
      expect(await runAdmin(server, ['backup', file], environment)).toMatchObject({ status: 0, stderr: '' })
      await server.stop()
      await expect(old.admin('restore', file, '--replace')).rejects.toThrow(
        /This backup is from Bugle \S+, which is newer: it contains 0\d+_.* Restore it with that release\./,
      )
    })

    it('is refused for a server whose tables are of a newer release, at the start and when it is back', async () => {
      await run(
        places.second!,
        `insert into kysely_migration (name, timestamp) values ('9999_breaks_older_code', '2030-01-01')`,
      )
      await run(
        places.second!,
        `create or replace function oldest_code() returns text[] language sql immutable
       as $$ select array['9999_breaks_older_code', '7.0.0'] $$`,
      )
      server.start()
      expect(await server.exited).toMatchObject({ code: 1 })
      expect(server.output).toContain(
        'The bucket second: These tables are those of a newer Bugle and need 7.0.0 or later. Nothing was changed.',
      )

      await proxy.close()
      server.start()
      await server.ready()
      await proxy.open()
      await expect.poll(() => server.output).toContain('a bucket cannot be used')
      expect(await report('second')).toBe(503)
      await expect(countIn('second')).rejects.toMatchObject({ status: 503 })
      for (const bucket of ['main', 'third']) {
        expect(await report(bucket)).toBe(202)
        await expect.poll(() => countIn(bucket)).toBe(3)
      }
      await server.stop()
    })
  },
)

async function run(place: pg.ClientConfig, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(place)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

function urlOf({ host, port, user, database }: pg.ClientConfig): string {
  return `postgres://${user}@${host}:${port}/${database}`
}
