import { setTimeout as pause } from 'node:timers/promises'
import type { SentrySettings } from '@bugle/protocol'
import { inBucket, mainBucket } from '../../db/buckets.ts'
import { currentTime } from '../../db/clock.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'
import { type Billing, ingestEndsAt, type SubscriptionRecord } from '../accounts/index.ts'
import { type ClosedToken, closeTokens } from './closed-token-store.ts'
import type { IngestToken } from './ingest-token.ts'
import { sentryColumns } from './sentry-settings-store.ts'

/** A token as ingest needs it. */
export interface FoundIngestToken {
  tokenId: number
  projectId: number
  appIds: string[]
  /** Whether the project has source maps. */
  hasArtifacts: boolean
  organizationId: string
  groupingVersion: number
  /** The number of the project at another service, by which programs in use name it. */
  formerNumber: number | null
  /** Pages that may send by it; all if there are none. */
  allowedOrigins: string[]
  /** Data that is kept of events of Sentry's SDKs. */
  sentry: SentrySettings
  /** When it ends by itself after a regeneration, in epoch milliseconds; undefined for the current one. */
  liveUntil: number | undefined
  /** From when on events are refused, because the subscription of the organization's billing owner ended. */
  refuseAfter: number | undefined
  state: 'live' | 'revoked' | 'project_deleted'
  /** Where the events of the project are. */
  bucket: string
  /** Whether nothing can be stored just now: the project moves, or the server of its bucket does not respond. */
  isPaused: boolean
}

type Row = Omit<FoundIngestToken, 'hasArtifacts' | 'isPaused' | 'liveUntil' | 'refuseAfter' | 'sentry'> &
  SentrySettings & { ordinal: number; expiresAt: Date | null; isMoving: boolean } & {
    [Key in keyof SubscriptionRecord]: SubscriptionRecord[Key] | null
  }

/** Returns the tokens with these sha256 of their text, dead or alive, in their order: lookups by a unique index. */
export async function findIngestTokens(
  db: Queryable,
  hashes: readonly Buffer[],
  billing: Billing,
): Promise<(FoundIngestToken | undefined)[]> {
  const found = new Array<FoundIngestToken | undefined>(hashes.length)
  const rows = await rowsOf(
    db,
    sql<Row>`
      select wanted.ordinal::int4 - 1 as ordinal, ingest_tokens.id as "tokenId",
        projects.id as "projectId", projects.app_ids as "appIds",
        projects.organization_id as "organizationId", projects.grouping_version as "groupingVersion",
        projects.bucket, coalesce(projects.paused_until > now(), false) as "isMoving",
        ingest_tokens.former_number as "formerNumber", ingest_tokens.allowed_origins as "allowedOrigins",
        ${sentryColumns},
        least(ingest_tokens.expires_at, ingest_tokens.valid_until) as "expiresAt",
        case
          when projects.deleted_at is not null then 'project_deleted'
          when ingest_tokens.revoked_at is not null or least(ingest_tokens.expires_at, ingest_tokens.valid_until) <= now() then 'revoked'
          else 'live'
        end as state,
        owner.trial_ends_at as "trialEndsAt", owner.subscription_status as "subscriptionStatus",
        owner.subscription_changed_at as "subscriptionChangedAt", owner.subscription_ends_at as "subscriptionEndsAt",
        owner.plan
      from unnest(${hashes}::bytea[]) with ordinality as wanted (hash, ordinal)
      join ingest_tokens on ingest_tokens.token_hash = wanted.hash
      join projects on projects.id = ingest_tokens.project_id
      join organizations on organizations.id = projects.organization_id
      left join lateral (
        -- The owner who answers for the subscription; the oldest owner while an account that did is gone.
        select users.* from memberships join users on users.id = memberships.user_id
        where memberships.organization_id = projects.organization_id and memberships.role = 'owner'
        order by users.id is distinct from organizations.billing_user_id, memberships.created_at, memberships.user_id
        limit 1
      ) as owner on true`,
  )
  const artifacts = new Map<string, Set<number> | undefined>()
  const buckets = [...new Set(rows.map(({ bucket }) => bucket))]
  const idsIn = (name: string) => rows.filter(({ bucket }) => bucket === name).map(({ projectId }) => projectId)
  await Promise.all(buckets.map(async (name) => artifacts.set(name, await findWithArtifactsIn(name, db, idsIn(name)))))
  for (const { ordinal, isMoving, ...row } of rows) {
    const withArtifacts = artifacts.get(row.bucket)
    const hasArtifacts = withArtifacts?.has(row.projectId) ?? false
    found[ordinal] = toFound({ ...row, hasArtifacts, isPaused: isMoving || withArtifacts === undefined }, billing)
  }
  return found
}

/** A bucket that takes longer to respond than this is taken for one that is away: tokens of others wait for it. */
const awayMs = 500

/** The same in a bucket; undefined while the server of one beside the main bucket is away. */
async function findWithArtifactsIn(
  bucket: string,
  db: Queryable,
  ids: readonly number[],
): Promise<Set<number> | undefined> {
  const found = inBucket(bucket, () => findWithArtifacts(db, ids))
  if (bucket === mainBucket) return found
  const away = pause(awayMs, undefined, { ref: false })
  return Promise.race([found.catch(() => undefined), away])
}

/** Returns those of these projects that have source maps. */
async function findWithArtifacts(db: Queryable, projectIds: readonly number[]): Promise<Set<number>> {
  if (projectIds.length === 0) return new Set()
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select w.id from unnest(${[...new Set(projectIds)]}::int8[]) as w (id)
       where exists (select 1 from artifacts where artifacts.project_id = w.id)`,
  )
  return new Set(rows.map(({ id }) => id))
}

function toFound(
  row: Omit<Row, 'ordinal' | 'isMoving'> & { hasArtifacts: boolean; isPaused: boolean },
  billing: Billing,
): FoundIngestToken {
  const { trialEndsAt, subscriptionStatus, subscriptionChangedAt, subscriptionEndsAt, plan, ...rest } = row
  const { keep_user_fields, keep_request_body, drop_vars, sensitive_keys, require_app_id, expiresAt, ...found } = rest
  const sentry = { keep_user_fields, keep_request_body, drop_vars, sensitive_keys, require_app_id }
  const token = { ...found, sentry, liveUntil: expiresAt?.getTime() }
  // Without an owner the project is on its way out.
  const isOwned = trialEndsAt !== null && subscriptionStatus !== null && subscriptionChangedAt !== null && plan !== null
  if (!isOwned) return { ...token, refuseAfter: undefined }
  const subscription = { trialEndsAt, subscriptionStatus, subscriptionChangedAt, subscriptionEndsAt, plan }
  return { ...token, refuseAfter: ingestEndsAt(subscription, billing)?.getTime() }
}

/** The requests that came by a token. */
export interface TokenTraffic {
  requests24h: number
  /** Hour of the latest. */
  lastUsedAt: Date | null
}

/** Adds to tokens of a project the requests of the last day and the hour of the latest. */
export async function withTraffic<Token extends { id: number }>(
  db: Queryable,
  projectId: number,
  tokens: readonly Token[],
): Promise<(Token & TokenTraffic)[]> {
  const rows = await rowsOf(
    db,
    sql<TokenTraffic & { id: number }>`
      select token_hourly.token_id as id, max(token_hourly.hour) as "lastUsedAt", coalesce(
          sum(token_hourly.request_count) filter (where token_hourly.hour > now() - interval '24 hours'), 0)::int8 as "requests24h"
        from token_hourly
       where token_hourly.project_id = ${projectId} and token_hourly.token_id = any(${tokens.map(({ id }) => id)}::int8[])
       group by 1`,
  )
  const traffic = new Map(rows.map(({ id, ...one }) => [id, one]))
  return tokens.map((token) => ({ ...token, ...(traffic.get(token.id) ?? { requests24h: 0, lastUsedAt: null }) }))
}

/** An ingest token that lives, and what came by it. */
export interface LiveToken extends TokenTraffic {
  id: number
  last4: string
  createdAt: Date
  endsAt: Date | null
  /** Whether it is the present one, and not one that was replaced. */
  isCurrent: boolean
}

/** Returns the live tokens of a project, the current one first. Their counts are up to a second old. */
export async function findLiveTokens(db: Queryable, projectId: number): Promise<LiveToken[]> {
  const tokens = await rowsOf(
    db,
    sql<Omit<LiveToken, keyof TokenTraffic>>`
      select ingest_tokens.id, ingest_tokens.last4, ingest_tokens.created_at as "createdAt",
        least(ingest_tokens.expires_at, ingest_tokens.valid_until) as "endsAt", ingest_tokens.expires_at is null as "isCurrent"
      from ingest_tokens
      where ingest_tokens.project_id = ${projectId} and ingest_tokens.kind = 'service' and ingest_tokens.revoked_at is null
        and coalesce(least(ingest_tokens.expires_at, ingest_tokens.valid_until) > now(), true)
      order by ingest_tokens.expires_at desc nulls first`,
  )
  return withTraffic(db, projectId, tokens)
}

/** @returns the number of the token */
export async function insertIngestToken(
  tx: Tx,
  projectId: number,
  token: IngestToken,
  validUntil: Date | null = null,
): Promise<number> {
  const [inserted] = await rowsOf(
    tx,
    sql<{ id: number }>`
      insert into ingest_tokens (project_id, token_hash, last4, valid_until)
      values (${projectId}, ${token.hash}, ${token.last4}, ${validUntil})
      returning ingest_tokens.id`,
  )
  return inserted!.id
}

/** @returns the project of the token, which was alive until now */
export async function revokeIngestToken(tx: Tx, hash: Buffer): Promise<number | undefined> {
  const rows = await rowsOf(
    tx,
    sql<ClosedToken>`
      update ingest_tokens set revoked_at = now()
      where token_hash = ${hash} and revoked_at is null and coalesce(least(expires_at, valid_until) > now(), true)
      returning project_id as "projectId", id as "tokenId", revoked_at as at`,
  )
  await closeTokens(tx, rows)
  return rows[0]?.projectId
}

/**
 * Ends the tokens of a project to make room for a new one: the current one after the grace, one that is in
 * its grace already at once. The project's row must be locked.
 *
 * @returns when the current one ends; now when an operator has ended it before
 */
export async function retireIngestTokens(tx: Tx, projectId: number, graceSeconds: number): Promise<Date> {
  const revoked = await rowsOf(
    tx,
    sql<ClosedToken>`
      update ingest_tokens set revoked_at = now()
      where project_id = ${projectId} and kind = 'service' and revoked_at is null and expires_at is not null
      returning project_id as "projectId", id as "tokenId", revoked_at as at`,
  )
  const retired = await rowsOf(
    tx,
    sql<ClosedToken>`
      update ingest_tokens
      set expires_at = now() + make_interval(secs => ${graceSeconds}),
        revoked_at = case when ${graceSeconds}::int = 0 then now() end
      where project_id = ${projectId} and kind = 'service' and revoked_at is null and expires_at is null
      returning project_id as "projectId", id as "tokenId", expires_at as at`,
  )
  await closeTokens(tx, [...revoked, ...retired])
  return retired[0]?.at ?? new Date(await currentTime(tx))
}

/** Returns a live token of a project, by which events of Bugle's own are appended, and the project's bundle. */
export async function findSender(
  db: Queryable,
  projectId: number,
): Promise<{ tokenId: number; appId: string } | undefined> {
  const rows = await rowsOf<{ tokenId: number; appId: string }>(
    db,
    sql`select t.id as "tokenId", p.app_id as "appId"
       from ingest_tokens t join projects p on p.id = t.project_id
      where t.project_id = ${projectId} and t.revoked_at is null and t.expires_at is null and coalesce(t.valid_until > now(), true)
        and p.deleted_at is null
      order by t.kind desc, t.id limit 1`,
  )
  return rows[0]
}
