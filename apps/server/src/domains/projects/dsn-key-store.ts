import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { type ClosedToken, closeTokens } from './closed-token-store.ts'
import { type TokenTraffic, withTraffic } from './ingest-token-store.ts'

/** A key that lives, and what came by it. */
export interface DsnKeyRecord extends TokenTraffic {
  id: number
  key: string
  label: string
  formerNumber: number | null
  allowedOrigins: string[]
  createdAt: Date
}

/** Returns the live keys of a project, oldest first. */
export async function findDsnKeys(db: Queryable, projectId: number): Promise<DsnKeyRecord[]> {
  const keys = await rowsOf(
    db,
    sql<Omit<DsnKeyRecord, keyof TokenTraffic>>`
      select ingest_tokens.id, ingest_tokens.public_key as key, coalesce(ingest_tokens.label, '') as label,
        ingest_tokens.former_number as "formerNumber", ingest_tokens.allowed_origins as "allowedOrigins",
        ingest_tokens.created_at as "createdAt"
      from ingest_tokens
      where ingest_tokens.project_id = ${projectId} and ingest_tokens.kind = 'dsn' and ingest_tokens.revoked_at is null
      order by ingest_tokens.id`,
  )
  return withTraffic(db, projectId, keys)
}

export async function countDsnKeys(db: Queryable, projectId: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql<{ n: number }>`
      select count(*)::int as n from ingest_tokens
      where ingest_tokens.project_id = ${projectId} and ingest_tokens.kind = 'dsn' and ingest_tokens.revoked_at is null`,
  )
  return rows[0]!.n
}

/** @returns the id of the key, or undefined if the key is in use */
export async function insertDsnKey(
  tx: Tx,
  {
    projectId,
    label,
    key,
    hash,
    formerNumber,
    allowedOrigins,
  }: {
    projectId: number
    label: string
    key: string
    hash: Buffer
    formerNumber: number | undefined
    allowedOrigins: string[]
  },
): Promise<number | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ id: number }>`
      insert into ingest_tokens (project_id, token_hash, last4, kind, public_key, label, former_number, allowed_origins)
      values (${projectId}, ${hash}, ${key.slice(-4)}, 'dsn', ${key}, ${label}, ${formerNumber ?? null}, ${allowedOrigins}::text[])
      on conflict (token_hash) do nothing
      returning id`,
  )
  return rows[0]?.id
}

/** Changes what is given. @returns whether the key is live */
export async function updateDsnKey(
  tx: Tx,
  projectId: number,
  id: number,
  { label, allowedOrigins }: { label: string | undefined; allowedOrigins: string[] | undefined },
): Promise<boolean> {
  const found = await execute(
    tx,
    sql`
      update ingest_tokens set label = coalesce(${label ?? null}, ingest_tokens.label),
        allowed_origins = coalesce(${allowedOrigins ?? null}::text[], ingest_tokens.allowed_origins)
      where ingest_tokens.project_id = ${projectId} and ingest_tokens.id = ${id} and ingest_tokens.kind = 'dsn'
        and ingest_tokens.revoked_at is null
      returning id`,
  )
  return found > 0
}

/** @returns whether the key was live */
export async function markDsnKeyRevoked(tx: Tx, projectId: number, id: number): Promise<boolean> {
  const revoked = await rowsOf(
    tx,
    sql<ClosedToken>`
      update ingest_tokens set revoked_at = now()
      where ingest_tokens.project_id = ${projectId} and ingest_tokens.id = ${id} and ingest_tokens.kind = 'dsn'
        and ingest_tokens.revoked_at is null
      returning project_id as "projectId", id as "tokenId", revoked_at as at`,
  )
  await closeTokens(tx, revoked)
  return revoked.length > 0
}
