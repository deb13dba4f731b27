import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'

const run = promisify(execFile)
const bin = '/usr/lib/postgresql/15/bin'

/** Debian's PostgreSQL in a directory of its own, listening on a Unix socket there and nowhere else. */
export async function startDebianDatabase(): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'bugle-test-'))
  const account = await postgresAccount()
  if (account !== undefined) await chown(directory, account.uid, account.gid)
  const data = join(directory, 'data')
  const options = { ...account, cwd: directory }
  await run(
    `${bin}/initdb`,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8'],
    options,
  )
  const settings = `-h '' -k ${directory} -c max_connections=300`
  await run(`${bin}/pg_ctl`, ['-D', data, '-l', join(directory, 'log'), '-o', settings, '-w', 'start'], options)
  return {
    connection: { host: directory, user: 'postgres', database: 'postgres' },
    stop: async () => {
      await run(`${bin}/pg_ctl`, ['-D', data, '-m', 'immediate', '-w', 'stop'], options)
      await rm(directory, { recursive: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
async function postgresAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}
