import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { hasDebianPostgres, startDebianPostgres } from '../../scripts/debian-postgres.mjs'

/** A database on a PostgreSQL that is not Bugle's own. */
export interface ExternalDatabase {
  url: string
  remove(): Promise<void>
}

export const hasPostgres = Boolean(process.env.DATABASE_URL) || hasDebianPostgres

/** Creates an empty one, on the server of DATABASE_URL or on a newly started Debian PostgreSQL. */
export async function makeExternalDatabase(): Promise<ExternalDatabase> {
  const { DATABASE_URL: given } = process.env
  if (!given) {
    const { url, stop } = await startDebianPostgres()
    return { url, remove: stop }
  }
  const name = `bugle_restored_${randomBytes(6).toString('hex')}`
  await onServer(given, `create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => onServer(given, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
