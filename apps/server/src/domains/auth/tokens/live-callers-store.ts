import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import { type IdleLimits, isIdleTooLong, type LiveToken } from './access-token.ts'
import { idleMs } from './access-token-store.ts'

/** A caller whose request lasts, such as a stream. */
export type LastingCaller = Pick<LiveToken, 'tokenId' | 'kind'>

/** Distinguishes callers: sessions and API tokens have separate numbers. */
export function callerKey({ tokenId, kind }: LastingCaller): string {
  return kind === 'api' ? `api ${tokenId}` : `session ${tokenId}`
}

/** Returns the keys of those of these callers whose token is alive. */
export async function findLiveCallers(
  db: Queryable,
  idle: IdleLimits,
  callers: readonly LastingCaller[],
): Promise<Set<string>> {
  const ids = (isApi: boolean) => [
    ...new Set(callers.filter(({ kind }) => (kind === 'api') === isApi).map(({ tokenId }) => tokenId)),
  ]
  const [sessions, apiTokens] = await Promise.all([findSessions(db, idle, ids(false)), findApiTokens(db, ids(true))])
  return new Set([...sessions, ...apiTokens])
}

async function findSessions(db: Queryable, idle: IdleLimits, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(
    db,
    sql<{ id: number; kind: keyof IdleLimits; idleMs: number }>`
      select access_tokens.id, access_tokens.kind, ${idleMs} as "idleMs"
      from access_tokens
      where access_tokens.id = any(${ids}::int8[]) and access_tokens.revoked_at is null`,
  )
  const live = rows.filter((row) => !isIdleTooLong(row, idle))
  return live.map(({ id, kind }) => callerKey({ tokenId: id, kind }))
}

async function findApiTokens(db: Queryable, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select api_tokens.id from api_tokens left join users on users.id = api_tokens.user_id
      where users.disabled_at is null and api_tokens.id = any(${ids}::int8[])
        and (api_tokens.expires_at is null or api_tokens.expires_at > now())`,
  )
  return rows.map(({ id }) => callerKey({ tokenId: id, kind: 'api' }))
}
