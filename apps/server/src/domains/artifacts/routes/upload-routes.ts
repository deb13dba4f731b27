import { BeginUploadBody, BeginUploadResponse, limits, UploadProgress, UploadResponse } from '@bugle/protocol'
import type { Database } from '../../../db/database.ts'
import { type App, type BodyLimits, endpoint, numberOf } from '../../../http/index.ts'
import type { RateLimiter } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { TakesSpace } from '../upload/index.ts'
import { beginUpload, finishUpload, readUpload, readUploadProgress, receiveChunk, storeFiles } from '../upload/index.ts'

export interface UploadDeps {
  db: Database
  space: TakesSpace
  /** Limits of the bodies of forms and chunks. */
  bodies: BodyLimits
  /** Requests that begin or finish an upload, per project. */
  limiter: RateLimiter
}

/** Incompressible bytes grow in gzip. */
const wireSlack = 64 * 1024

/** Mounts the ways to upload: in one form, or in chunks. */
export function mountUploads(app: App, deps: UploadDeps): void {
  void app.register(async (scope) => mountForm(scope as App, deps))
  void app.register(async (scope) => mountChunk(scope as App, deps))
  const { db, limiter } = deps

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/uploads',
    summary: 'Begin or resume an upload in chunks',
    description:
      'Names the files and, of each, the sha256 of every 4 MiB. The response lists the chunks that are missing: send each with PUT …/uploads/chunks/{chunk}, in any order and several at once, then finish the upload. The same list again resumes its upload. Files that the project has already need no chunk. An upload is kept for a day after its last request; a project has two unfinished ones at most, of 4 GiB in all.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    body: BeginUploadBody,
    bodyLimit: 8 * 1024 * 1024,
    response: BeginUploadResponse,
    refusals: ['rate_limited', 'too_many_uploads', 'upload_too_large'],
    handler: async ({ caller: { userId }, projectId, body }) => {
      await takePermit(limiter, projectId)
      return beginUpload(db, { projectId, userId }, body)
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/uploads/:upload_id/finish',
    summary: 'Finish an upload whose chunks are all there',
    description: 'Its files are then stored and indexed in the background; GET …/uploads/{upload_id} says how far.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    response: UploadProgress,
    status: 202,
    refusals: ['rate_limited', 'upload_incomplete'],
    handler: async ({ projectId, params }) => {
      const uploadId = numberOf(params.upload_id)
      await takePermit(limiter, projectId)
      return finishUpload(db, { projectId, uploadId })
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/uploads/:upload_id',
    summary: 'Get the progress of an upload',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    response: UploadProgress,
    handler: ({ projectId, params }) => readUploadProgress(db, { projectId, uploadId: numberOf(params.upload_id) }),
  })
}

/** Mounts the form in a scope of its own: it alone accepts one. */
function mountForm(app: App, { db, space, bodies }: UploadDeps): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  endpoint(app, {
    method: 'POST',
    url: '/api/projects/:id/artifacts',
    summary: 'Upload source maps',
    description:
      'multipart/form-data, at most 32 MiB and 200 files: source maps, the generated files, and sources whose text a map lacks. The fields `release`, `dist`, `update_id` (Expo) and `platform` hold for all files after them; `url` (address of the generated file, by default `~/` and the file’s name without `.map`) and `debug_id` for the next file: `curl -F release=1.4.2 -F url=~/assets/app.js -F file=@app.js.map`. Each file has an outcome of its own. An accepted map is indexed within seconds; its `state` says when.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    bodyLimit: limits.uploadBytes,
    bodies,
    response: UploadResponse,
    refusals: ['malformed_body', 'validation_failed', 'unsupported_media_type', 'payload_too_large', 'overloaded'],
    handler: async ({ request, caller: { userId }, projectId }) => {
      const files = readUpload(request.body, request.headers['content-type'])
      return { files: await storeFiles(db, { projectId, userId }, files, space) }
    },
  })
}

/** Mounts the upload of a chunk in a scope of its own: it accepts bytes of any type. */
function mountChunk(app: App, { db, space, bodies }: UploadDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  endpoint(app, {
    method: 'PUT',
    url: '/api/projects/:id/uploads/chunks/:chunk',
    summary: 'Send a chunk of an upload',
    description:
      'The bytes of the chunk, at most 4 MiB, plain or with Content-Encoding gzip or br. `chunk` is the sha256 of the uncompressed bytes in hex. Sending a chunk again changes nothing. When the server receives too much at once, it responds with 503 and Retry-After.',
    tag: 'Projects',
    access: 'caller',
    scope: 'artifact:write',
    bodyLimit: limits.chunkBytes + wireSlack,
    bodies,
    refusals: [
      ...(['chunk_not_wanted', 'chunk_mismatch', 'payload_too_large', 'unsupported_encoding'] as const),
      ...(['overloaded', 'storage_full'] as const),
    ],
    handler: async ({ request, projectId, params }) => {
      const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const encoding = request.headers['content-encoding']
      await receiveChunk(db, projectId, { sha256: params.chunk, sent, encoding }, space)
      return undefined
    },
  })
}

async function takePermit(limiter: RateLimiter, projectId: number): Promise<void> {
  const { isAllowed, resetMs } = await limiter.take(projectId)
  if (!isAllowed) throw new Refusal('rate_limited', { retryAfterSeconds: resetMs / 1000 })
}
