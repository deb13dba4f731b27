import { access, chmod, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { startEmbeddedDatabase } from './index.ts'
import { serverProcesses } from './processes.ts'
import { run } from './run.ts'
import {
  connect,
  copyOfPackage,
  dataDirectory,
  listDatabaseFolder,
  memoryLog,
  scratchFolder,
  selectColumn,
  spawnBugle,
  startInProcess,
  usedDirectory,
} from './testing/scratch.ts'

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

describe('a first start and the next', () => {
  it('keep the data and the connection, and leave nothing else', async () => {
    const data = await dataDirectory()
    const first = await startInProcess(data)
    await selectColumn(first.connection, 'create table kept as select 42 as answer')
    await first.stop()
    await first.stop() // a second stop does nothing
    expect(await first.exited).toEqual({ expected: true })
    expect(await listDatabaseFolder(data)).toEqual(['cluster', 'password'])
    expect(await readdir(join(data, 'postgres', 'cluster'))).not.toContain('postmaster.pid')
    expect(await serverProcesses(join(data, 'postgres', 'cluster'))).toEqual([])

    const second = await startInProcess(data)
    expect(second.connection).toEqual(first.connection)
    expect(await selectColumn(second.connection, 'select answer from kept')).toEqual([42])
  })

  it('keep the password and the data private', async () => {
    const data = await usedDirectory()
    const { connection } = await startInProcess(data)
    expect(connection.password).toMatch(/^[\w-]{32}$/)
    expect(await modeOf(join(data, 'postgres', 'password'))).toBe('600')
    expect(await modeOf(join(data, 'postgres', 'cluster'))).toBe('700')
    await expect(selectColumn({ ...connection, password: 'guessed' }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    )
    expect(await selectColumn(connection, 'show listen_addresses')).toEqual([''])
  })

  it('keep full durability, and sort alike on every machine', async () => {
    const { connection } = await startInProcess(await usedDirectory())
    const wanted = {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      autovacuum: 'on',
      server_encoding: 'UTF8',
      shared_buffers: '128MB',
      io_method: 'sync',
      TimeZone: 'UTC',
    }
    const names = Object.keys(wanted).map((name) => `'${name}'`)
    const rows = await selectColumn(
      connection,
      `select name, current_setting(name) from pg_settings where name in (${names})`,
    )
    expect(Object.fromEntries(rows as [string, string][])).toEqual(wanted)
    const locale = 'select datlocprovider, datlocale from pg_database where datname = current_database()'
    expect(await selectColumn(connection, locale)).toEqual([['b', 'C.UTF-8']])
  })

  it('provide a role that is not a superuser and has the needed rights', async () => {
    const { connection } = await startInProcess(await usedDirectory())
    expect(await selectColumn(connection, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      false,
    ])
    await selectColumn(connection, 'create database a_copy template bugle')
    await selectColumn(connection, 'create extension pg_trgm')
    await selectColumn(connection, 'checkpoint')
    // Letters beyond ASCII count as letters; otherwise a search for them would find every row.
    const trigrams = "select array_length(show_trgm('Жук'), 1), lower('ŽÜ')"
    expect(await selectColumn(connection, trigrams)).toEqual([[4, 'žü']])
  })

  it('use a short name if the path is too long for a socket, the same one after a crash', async () => {
    const data = await dataDirectory(join(await scratchFolder(), 'long'.repeat(30)))
    const killed = spawnBugle(data)
    const { host } = (await killed.event('ready')).connection!
    expect(Buffer.byteLength(`${host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(103)
    await killed.kill()

    const database = await startInProcess(data)
    expect(database.connection.host).toBe(host)
    expect(await selectColumn(database.connection, 'select 1')).toEqual([1])
    await database.stop()
    await expect(access(host)).rejects.toThrow('ENOENT')
  })

  it('apply changed settings', async () => {
    const data = await usedDirectory()
    const log = memoryLog()
    const database = await startEmbeddedDatabase({ dataDirectory: data, sharedBuffersMb: 16, log })
    expect(await selectColumn(database.connection, 'show shared_buffers')).toEqual(['16MB'])
    await database.stop()
    expect(await selectColumn((await startInProcess(data)).connection, 'show shared_buffers')).toEqual(['128MB'])
  })
})

describe('the server’s log', () => {
  it('is passed on from WARNING upwards, without values of rows', async () => {
    const log = memoryLog()
    const { connection } = await startInProcess(await usedDirectory(), { log })
    const client = await connect(connection)
    await client.query("do $$ begin raise warning 'careful'; raise notice 'never mind'; end $$")
    await client.query('create table person (email text primary key)')
    await client.query("insert into person values ('secret@example.com')")
    await expect(client.query("insert into person values ('secret@example.com')")).rejects.toThrow(/duplicate key/)
    await vi.waitFor(() => expect(log.lines.join('\n')).toContain('PostgreSQL: duplicate key value'))
    expect(log.lines.join('\n')).toContain('PostgreSQL: careful')
    expect(log.lines.join('\n')).not.toMatch(/never mind|secret@example/)
  })
})

describe('a first start that was killed', () => {
  it('in the middle of initdb starts over', async () => {
    const data = await dataDirectory()
    const unfinished = join(data, 'postgres', 'cluster.new')
    const killed = spawnBugle(data)
    await vi.waitFor(() => access(join(unfinished, 'global', 'pg_control')), { timeout: 20_000, interval: 5 })
    await killed.kill()
    await access(unfinished)

    const database = await startInProcess(data)
    expect(await selectColumn(database.connection, 'select 1')).toEqual([1])
    expect(await listDatabaseFolder(data)).toEqual(['cluster', 'lock', 'password'])
  })

  it('before it created our role and database is completed', async () => {
    const data = await usedDirectory()
    const first = await startInProcess(data)
    const superuser = await connect(first.connection, { user: 'postgres', database: 'postgres' })
    await superuser.query('drop database bugle')
    await superuser.query('drop role bugle')
    await superuser.end()
    await first.stop()
    expect(await selectColumn((await startInProcess(data)).connection, 'select current_user')).toEqual(['bugle'])
  })
})

describe('a data directory that was tampered with', () => {
  it('repairs the mode after a recursive chmod', async () => {
    const data = await usedDirectory()
    const first = await startInProcess(data)
    await selectColumn(first.connection, 'create table kept as select 42 as answer')
    await first.stop()
    const paths = ['.', ...(await readdir(join(data, 'postgres'), { recursive: true }))]
    for (const path of paths) await chmod(join(data, 'postgres', path), 0o777)

    expect(await selectColumn((await startInProcess(data)).connection, 'select answer from kept')).toEqual([42])
    expect(await modeOf(join(data, 'postgres', 'password'))).toBe('600')
    expect(await modeOf(join(data, 'postgres', 'cluster'))).toBe('700')
    expect(await modeOf(join(data, 'postgres', 'cluster', 'base'))).toBe('700')
    expect(await modeOf(join(data, 'postgres', 'cluster', 'PG_VERSION'))).toBe('600')
  })

  it('does not touch a cluster of another major version', async () => {
    const data = await usedDirectory()
    const cluster = join(data, 'postgres', 'cluster')
    await writeFile(join(cluster, 'PG_VERSION'), '17\n')
    await writeFile(join(cluster, 'postgresql.conf'), '# of the other version\n')
    await expect(startInProcess(data)).rejects.toThrow(/created by PostgreSQL 17.*includes PostgreSQL 18/)
    expect(await readFile(join(cluster, 'postgresql.conf'), 'utf8')).toBe('# of the other version\n')
    await writeFile(join(cluster, 'PG_VERSION'), '18\n')
    await startInProcess(data)
  })

  it('does not touch a folder that is not a cluster', async () => {
    const data = await dataDirectory()
    const stranger = join(data, 'postgres', 'cluster', 'thesis.txt')
    await mkdir(join(stranger, '..'), { recursive: true })
    await writeFile(stranger, 'years of work')
    await expect(startInProcess(data)).rejects.toThrow(/is not a database of Bugle/)
    expect(await readFile(stranger, 'utf8')).toBe('years of work')
  })

  it('sets a new password if its file is missing', async () => {
    const data = await usedDirectory()
    const first = await startInProcess(data)
    await selectColumn(first.connection, 'create table kept as select 42 as answer')
    await first.stop()
    await rm(join(data, 'postgres', 'password'))
    const second = await startInProcess(data)
    expect(second.connection.password).not.toBe(first.connection.password)
    expect(await selectColumn(second.connection, 'select answer from kept')).toEqual([42])
  })

  it('explains that the password belongs to another database', async () => {
    const data = await usedDirectory()
    await writeFile(join(data, 'postgres', 'password'), 'x'.repeat(32))
    await expect(startInProcess(data)).rejects.toThrow(/Delete the file `postgres\/password`/)
    expect(await serverProcesses(join(data, 'postgres', 'cluster'))).toEqual([])
  })

  it('quotes PostgreSQL if it cannot start', async () => {
    const data = await usedDirectory()
    await rm(join(data, 'postgres', 'cluster', 'global', 'pg_control'))
    await expect(startInProcess(data)).rejects.toThrow(/^PostgreSQL stopped while it was starting: .*pg_control/)
  })

  it('explains why a data directory cannot be created', async () => {
    const file = join(await scratchFolder(), 'file')
    await writeFile(file, '')
    await expect(startInProcess(join(file, 'data'))).rejects.toMatchObject({
      name: 'EmbeddedDatabaseError',
      message: expect.stringContaining('could not be started: ENOTDIR'),
    })
  })
})

describe('the programs', () => {
  it('are reported as missing on a platform without them, with the remedy', async () => {
    await expect(findBinaries('sunos', 'x64')).rejects.toMatchObject({
      name: 'EmbeddedDatabaseError',
      message: expect.stringMatching(/No PostgreSQL is installed for this platform \(sunos x64.*Set DATABASE_URL/),
    })
    const data = await dataDirectory()
    await expect(startInProcess(data, { findBinaries: () => findBinaries('sunos', 'x64') })).rejects.toThrow(
      /DATABASE_URL/,
    )
    await expect(access(data)).rejects.toThrow('ENOENT')
  })

  it.runIf(process.platform === 'linux')(
    'run without the links of the install script, and without writing into the package',
    async () => {
      const data = await dataDirectory()
      const folder = await scratchFolder()
      const bare = await copyOfPackage(folder, { withLinks: false })
      const before = await readdir(folder, { recursive: true })
      const account = { name: '', uid: 0, gid: 0, spawn: {} }
      const alone = await run(join(bare.native, 'bin', 'initdb'), ['--version'], { account, cwd: '/', environment: {} })
      expect(alone.output).toContain('cannot open shared object file')

      for (let starts = 0; starts < 2; starts += 1) {
        const database = await startInProcess(data, { findBinaries: async () => bare, copyFolders: [] })
        expect(await selectColumn(database.connection, 'select 1')).toEqual([1])
        expect(await readlink(`/proc/${database.pid}/exe`)).toBe(join(bare.native, 'bin', 'postgres'))
        await database.stop()
      }
      expect(await readdir(folder, { recursive: true })).toEqual(before)
    },
  )
})

describe('stop', () => {
  it('does not wait indefinitely for an unresponsive session', async () => {
    const data = await usedDirectory()
    const database = await startInProcess(data, { timeouts: { fastMs: 300, immediateMs: 300 } })
    const client = await connect(database.connection)
    const { rows } = await client
      .query('create table kept as select 42 as answer; select pg_backend_pid() as pid')
      .then((results) => (results as unknown as { rows: { pid: number }[] }[])[1]!)
    process.kill(rows[0]!.pid, 'SIGSTOP')
    await database.stop()
    expect(await database.exited).toEqual({ expected: true })
    expect(await serverProcesses(join(data, 'postgres', 'cluster'))).toEqual([])
    expect(await readdir(join(data, 'postgres', 'cluster'))).not.toContain('postmaster.pid')
    expect(await selectColumn((await startInProcess(data)).connection, 'select answer from kept')).toEqual([42])
  })
})
