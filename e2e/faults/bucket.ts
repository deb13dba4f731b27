import pg from 'pg'
import { startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { runAdmin } from '../harness/admin.ts'
import type { BuiltServer } from '../harness/built-server.ts'

/** A bucket on a PostgreSQL of its own, beside that of the accounts. */
export interface Bucket {
  /** Settings of a server that has it. */
  environment: Record<string, string>
  url: string
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

const name = 'second'

export async function startBucket(): Promise<Bucket> {
  const { url, kill, restart, stop } = await startDebianPostgres()
  return { environment: { BUGLE_BUCKETS: `${name}=${url}` }, url, kill, restart, stop }
}

/** Lets the bucket take new projects of a running server: the next one goes to the emptier of the two, or to the main one. */
export async function addBucket(
  server: BuiltServer,
  { environment }: Bucket,
  settings: Record<string, string> = {},
): Promise<void> {
  const { status, stdout, stderr } = await runAdmin(server, ['bucket', 'add', name], { ...settings, ...environment })
  if (status !== 0) throw new Error(`bucket add: ${stdout}${stderr}`)
}

/** Returns the numbers of the projects that have events on a database server. */
export async function projectsWithEvents(url: string): Promise<number[]> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ id: number }>('select distinct e.project_id::int as id from events e order by 1'),
  )
  return rows.map(({ id }) => id)
}

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
