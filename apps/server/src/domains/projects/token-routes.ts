import { IngestTokens, RegenerateBody, RegenerateResponse } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, endpoint, originOf } from '../../http/index.ts'
import { auditActorOf } from '../organizations/index.ts'
import { findLiveTokens, type LiveToken } from './ingest-token-store.ts'
import { regenerateToken } from './manage-projects.ts'

/** Mounts the routes of ingest tokens, by which Bugle's own SDKs send. */
export function mountTokenRoutes(app: App, { db, now }: { db: Database; now: () => Date }): void {
  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/regenerate',
    summary: 'Replace the ingest token',
    description:
      'The old token is refused at once, or after `grace_seconds`. A token already in its grace period ends now.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    addsRecords: true,
    body: RegenerateBody,
    response: RegenerateResponse,
    handler: async ({ caller, projectId, body, request }) => {
      const auditActor = auditActorOf(caller, originOf(request))
      const { ingestToken, previousExpiresAt } = await regenerateToken(db, caller, auditActor, projectId, body, now())
      return { ingest_token: ingestToken, previous_expires_at: previousExpiresAt.toISOString() }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/ingest-tokens',
    summary: 'List live ingest tokens with their traffic',
    description:
      'After a regeneration with a grace there are two: the old one can end when nothing comes by it any more.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: IngestTokens,
    handler: async ({ projectId }) => ({ ingest_tokens: (await findLiveTokens(db, projectId)).map(toIngestToken) }),
  })
}

function toIngestToken({ last4, createdAt, endsAt, isCurrent, requests24h, lastUsedAt }: LiveToken) {
  return {
    last4,
    created_at: createdAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
    is_current: isCurrent,
    requests_24h: requests24h,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
