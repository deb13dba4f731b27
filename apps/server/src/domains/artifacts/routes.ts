import {
  type Artifact,
  ArtifactListQuery,
  ArtifactPage,
  ArtifactResponse,
  limits,
  toPlainId,
  UploadResponse,
} from '@bugle/protocol'
import type { Kysely } from 'kysely'
import Type from 'typebox'
import type { Schema } from '../../db/schema.ts'
import { type App, cursorOf, endpoint, numberOf, pageFrom, pageLimit, positionCount } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { normalizeDebugId, toArtifactReason } from './artifact.ts'
import { type ArtifactRecord, findArtifact, listArtifacts } from './artifact-store.ts'
import { deleteArtifact, storeFiles } from './manage-artifacts.ts'
import { readUpload } from './read-upload.ts'

export interface ArtifactDeps {
  db: Kysely<Schema>
  /** Disk budget of all contents and indexes. */
  maxBytes: number
}

/** Uploads received at once; each is in memory as a whole. */
const maxUploads = 2

const cursor = cursorOf(Type.Object({ id: positionCount }))

/** Mounts upload, list and deletion of a project's source maps. */
export function mountArtifacts(app: App, { db, maxBytes }: ArtifactDeps): void {
  void app.register(async (scope) => mountUpload(scope as App, { db, maxBytes }))

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/artifacts',
    summary: 'List source maps, the latest upload first',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: ArtifactListQuery,
    response: ArtifactPage,
    handler: async ({ projectId, query }) => {
      const limit = pageLimit(query)
      const debugId = query.debug_id === undefined ? null : (normalizeDebugId(query.debug_id) ?? '')
      const before = cursor.read(query.cursor)?.id ?? null
      const { release = null } = query
      const rows = await listArtifacts(db, projectId, { before, limit: limit + 1, release, debugId })
      const { entries, next_cursor } = pageFrom(rows, limit, ({ id }) => cursor.write({ id }))
      return { artifacts: entries.map(toArtifact), next_cursor }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/artifacts/:artifact_id',
    summary: 'Get a source map’s state',
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
    method: 'DELETE',
    url: '/api/projects/:id/artifacts/:artifact_id',
    summary: 'Delete a source map',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    handler: async ({ projectId, params }) => {
      await deleteArtifact(db, projectId, numberOf(params.artifact_id))
      return undefined
    },
  })
}

/** Mounts the upload in a scope of its own: it alone accepts a form, and only a few at once. */
function mountUpload(app: App, { db, maxBytes }: ArtifactDeps): void {
  let uploads = 0
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (_request, reply) => {
    if (uploads >= maxUploads) throw new Refusal('overloaded', { retryAfterSeconds: 2 })
    uploads++
    reply.raw.once('close', () => uploads--)
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/artifacts',
    summary: 'Upload source maps',
    description:
      'multipart/form-data, at most 32 MiB and 200 files. The fields `release` and `dist` hold for all files after them; `url` (address of the generated file, by default `~/` and the file’s name without `.map`) and `debug_id` for the next file: `curl -F release=1.4.2 -F url=~/assets/app.js -F file=@app.js.map`. Each file has an outcome of its own. An accepted map is indexed within seconds; its `state` says when.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    bodyLimit: limits.uploadBytes,
    response: UploadResponse,
    refusals: ['malformed_body', 'validation_failed', 'unsupported_media_type', 'payload_too_large', 'overloaded'],
    handler: async ({ request, caller: { userId }, projectId }) => {
      const files = readUpload(request.body, request.headers['content-type'])
      return { files: await storeFiles(db, { projectId, userId }, files, maxBytes) }
    },
  })
}

function toArtifact(record: ArtifactRecord): Artifact {
  const { id, kind, name, url, release, dist, state, sources } = record
  return {
    ...{ id, kind, name, url, debug_id: record.debugId, release, dist },
    sha256: record.sha256.toString('hex'),
    ...{ bytes: record.size, stored_bytes: record.storedBytes },
    ...{ sources, sources_with_text: record.sourcesWithText, state },
    reason: record.reason && toArtifactReason(record.reason),
    uploaded_at: record.uploadedAt.toISOString(),
    uploaded_by:
      record.uploadedByName === null ? null : { id: toPlainId('usr', record.uploadedBy), name: record.uploadedByName },
    last_used_at: record.lastUsedAt?.toISOString() ?? null,
  }
}
