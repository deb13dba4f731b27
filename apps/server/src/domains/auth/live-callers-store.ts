import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { hasRestedTooLong, type IdleLimits, type LiveToken } from './access-token.ts'
import { organizationsOf, restedMs } from './access-token-store.ts'

/** A caller whose request lasts, such as a stream. */
export type LastingCaller = Pick<LiveToken, 'tokenId' | 'kind'>

/** Distinguishes callers: sessions and API tokens have separate numbers. */
export function callerKey({ tokenId, kind }: LastingCaller): string {
  return kind === 'api' ? `api ${tokenId}` : `session ${tokenId}`
}

/** Returns those of these callers whose token is alive, by callerKey, each with the organizations it may act in now. */
export async function findLiveCallers(
  db: Kysely<Schema>,
  idle: IdleLimits,
  callers: readonly LastingCaller[],
): Promise<Map<string, string[]>> {
  const ids = (isApi: boolean) => [
    ...new Set(callers.filter(({ kind }) => (kind === 'api') === isApi).map(({ tokenId }) => tokenId)),
  ]
  const [sessions, programs] = await Promise.all([findSessions(db, idle, ids(false)), findPrograms(db, ids(true))])
  return new Map([...sessions, ...programs])
}

type Live = [key: string, organizationIds: string[]][]

async function findSessions(db: Kysely<Schema>, idle: IdleLimits, ids: number[]): Promise<Live> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; kind: keyof IdleLimits; restedMs: number; organizationIds: string[] }>`
    select access_tokens.id, access_tokens.kind, ${restedMs} as "restedMs",
      ${organizationsOf('access_tokens.user_id')} as "organizationIds"
    from access_tokens
    where access_tokens.id = any(${ids}::int8[]) and access_tokens.revoked_at is null`.execute(db)
  const live = rows.filter((row) => !hasRestedTooLong(row, idle))
  return live.map(({ id, kind, organizationIds }) => [callerKey({ tokenId: id, kind }), organizationIds])
}

async function findPrograms(db: Kysely<Schema>, ids: number[]): Promise<Live> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; organizationIds: string[] }>`
    select api_tokens.id, ${organizationsOf('api_tokens.user_id')} as "organizationIds"
    from api_tokens join users on users.id = api_tokens.user_id and users.disabled_at is null
    where api_tokens.id = any(${ids}::int8[])`.execute(db)
  return rows.map(({ id, organizationIds }) => [callerKey({ tokenId: id, kind: 'api' }), organizationIds])
}
