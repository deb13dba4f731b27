import pg from 'pg'
import { startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { runAdmin } from '../harness/admin.ts'
import type { BuiltServer } from '../harness/built-server.ts'

/** A bucket on a PostgreSQL of its own, beside that of the accounts. */
export interface Bucket {
  name: string
  /** Settings of a server that has it. */
  environment: Record<string, string>
  url: string
  kill(): Promise<void>
  /** Whether it was killed, or ended by itself. */
  hasEnded(): boolean
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface BucketPlace {
  name?: string
  /** Added to the environment of its PostgreSQL. */
  environment?: Record<string, string>
  /** The folder in which its PostgreSQL gets a directory. */
  directory?: string
}

export async function startBucket({ name = 'second', environment, directory }: BucketPlace = {}): Promise<Bucket> {
  const { url, ...server } = await startDebianPostgres(environment, [], undefined, directory)
  return { name, environment: settingOf([{ name, url }]), url, ...server }
}

/** Returns the setting of a server that has these buckets. */
export function settingOf(buckets: readonly Pick<Bucket, 'name' | 'url'>[]): Record<string, string> {
  return { BUGLE_BUCKETS: buckets.map(({ name, url }) => `${name}=${url}`).join() }
}

/** Runs work with a second bucket, or without one. */
export async function withBucket<T>(
  hasBucket: boolean,
  work: (bucket: Bucket | undefined) => Promise<T>,
  place?: BucketPlace,
): Promise<T> {
  const bucket = hasBucket ? await startBucket(place) : undefined
  try {
    return await work(bucket)
  } finally {
    await bucket?.stop()
  }
}

/** Lets a bucket take new projects of a running server: the next one goes to the emptiest, or to the main one. */
export async function addBucket(
  server: BuiltServer,
  { name, environment }: Pick<Bucket, 'name' | 'environment'>,
  settings: Record<string, string> = {},
): Promise<void> {
  const { status, stdout, stderr } = await runAdmin(server, ['bucket', 'add', name], { ...environment, ...settings })
  if (status !== 0) throw new Error(`bucket add: ${stdout}${stderr}`)
}

/** Kills everything at once, with the server of a second bucket, and starts it again; resolves once it is ready. */
export async function killAll(server: BuiltServer, bucket: Bucket | undefined): Promise<void> {
  await bucket?.kill()
  await server.kill()
  server.start()
  await bucket?.restart()
  await server.ready()
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
