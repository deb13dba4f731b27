import { type Artifact, ArtifactListQuery, ArtifactPage, ArtifactResponse, toPlainId } from '@bugle/protocol'
import Type from 'typebox'
import type { Database } from '../../../db/database.ts'
import { type App, endpoint, listEndpoint, numberOf, originOf } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import { auditActorOf } from '../../organizations/index.ts'
import {
  type ArtifactRecord,
  findArtifact,
  listArtifacts,
  normalizeDebugId,
  toArtifactReason,
} from '../content/index.ts'
import { deleteArtifact, openOriginal } from '../upload/index.ts'

/** Mounts list and deletion of a project's artifacts. */
export function mountArtifactList(app: App, { db, objects }: { db: Database; objects: ObjectPayloads }): void {
  listEndpoint(app, {
    url: '/api/projects/:id/artifacts',
    summary: 'List artifacts, the latest upload first',
    tag: 'Projects',
    scope: 'project:read',
    query: ArtifactListQuery,
    response: ArtifactPage,
    find: ({ projectId, query }, { after, limit }) => {
      const debugId = query.debug_id === undefined ? null : (normalizeDebugId(query.debug_id) ?? '')
      const { release = null } = query
      return listArtifacts(db, projectId, { before: after?.id ?? null, limit, release, debugId })
    },
    positionOf: ({ id }) => ({ id }),
    show: (artifacts) => ({ artifacts: artifacts.map(toArtifact) }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/artifacts/:artifact_id',
    summary: 'Get an artifact’s state',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: ArtifactResponse,
    handler: async ({ projectId, params }) => {
      const artifact = await findArtifact(db, projectId, numberOf(params.artifact_id))
      if (artifact === undefined) throw new Refusal('not_found')
      return { artifact: toArtifact(artifact) }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/artifacts/:artifact_id/original',
    summary: 'Download an artifact as it was uploaded',
    description:
      'As an attachment that no browser shows; recorded in the history of the account and of the organization. 410 when the original was removed to stay within the disk budget.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: Type.Unknown(),
    produces: 'application/octet-stream',
    refusals: ['payload_unavailable'],
    handler: async ({ request, reply, caller, projectId, params }) => {
      const id = numberOf(params.artifact_id)
      const auditActor = auditActorOf(caller, originOf(request))
      const { name, stream } = await openOriginal({ db, objects }, { projectId, userId: caller.userId }, id, auditActor)
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeRfc8187(name)}`)
        .header('x-content-type-options', 'nosniff')
        .serializer((text: string) => text)
        .send(stream)
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id/artifacts/:artifact_id',
    summary: 'Delete an artifact',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    handler: async ({ request, caller, projectId, params }) => {
      const auditActor = auditActorOf(caller, originOf(request))
      await deleteArtifact(db, { projectId, userId: caller.userId }, numberOf(params.artifact_id), auditActor)
      return undefined
    },
  })
}

function toArtifact(record: ArtifactRecord): Artifact {
  const { id, kind, name, url, release, dist, state, sources } = record
  return {
    id,
    kind,
    name,
    url,
    debug_id: record.debugId,
    build_id: record.buildId,
    release,
    dist,
    update_id: record.updateId,
    platform: record.platform,
    sha256: record.sha256.toString('hex'),
    bytes: record.size,
    stored_bytes: record.storedBytes,
    sources,
    sources_with_text: record.sourcesWithText,
    state,
    reason: record.reason && toArtifactReason(record.reason),
    uploaded_at: record.uploadedAt.toISOString(),
    uploaded_by:
      record.uploadedByName === null ? null : { id: toPlainId('usr', record.uploadedBy), name: record.uploadedByName },
    last_used_at: record.lastUsedAt?.toISOString() ?? null,
  }
}

/** Encodes a file name for a header. */
function encodeRfc8187(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
