import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, responseBody, type Schemas } from '@bugle/api-client'
import { limits } from '@bugle/protocol/vocabulary'
import type { UploadSource } from './list-uploads.ts'
import { withRetries } from './retry.ts'
import { sendChunks } from './send-chunks.ts'
import type { UploadOptions, UploadTarget } from './upload-options.ts'

export interface UploadResult {
  files: UploadedFile[]
  /** Uncompressed, without files that the server had. */
  sentBytes: number
}

export interface UploadedFile {
  name: string
  debugId: string | null
  state: 'waiting' | 'indexing' | 'accepted' | 'duplicate' | 'ignored' | 'failed'
  /** Why it was ignored or failed. */
  reason: string | null
}

/** Whether the server cannot use an uploaded file. */
export function isUnusable({ state }: UploadedFile): boolean {
  return state === 'ignored' || state === 'failed'
}

/**
 * Uploads files in chunks: only those that the project lacks, several at once. After an interruption the same call sends
 * what is still missing.
 *
 * @example await uploadBuild({ api, projectId }, sources, { release: 'shop@1.4.2', wait: true })
 */
export async function uploadBuild(
  target: UploadTarget,
  sources: UploadSource[],
  options: UploadOptions = {},
): Promise<UploadResult> {
  const files: UploadedFile[] = []
  let sentBytes = 0
  for (let start = 0; start < sources.length; start += limits.chunkedFiles) {
    const part = await uploadPart(target, sources.slice(start, start + limits.chunkedFiles), options)
    files.push(...part.files)
    sentBytes += part.sentBytes
  }
  return { files, sentBytes }
}

/** A chunk that expires between its arrival and the end would be missed once more at most. */
const attempts = 3

async function uploadPart(
  target: UploadTarget,
  sources: UploadSource[],
  options: UploadOptions,
): Promise<UploadResult> {
  let sentBytes = 0
  for (let attempt = 1; ; attempt++) {
    const { upload_id, missing, states } = await begin(target, sources, options)
    sentBytes += await sendChunks(target, sources, missing, options)
    try {
      const finished = await finish(target, upload_id, options)
      const progress = options.wait ? await awaitFiles(target, finished, sentBytes, options) : finished
      return { sentBytes, files: progress.files.map((file, index) => toUploadedFile(file, sources[index]!, states)) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'upload_incomplete' || attempt === attempts) throw error
    }
  }
}

function begin(
  { api, projectId }: UploadTarget,
  sources: UploadSource[],
  options: UploadOptions,
): Promise<Schemas['BeginUploadResponse']> {
  const { release = null, dist = null, platform = null, updateId = null } = options
  const files = sources.map(({ name, kind, url, debugId = null, size, sha256, chunks }) => ({
    name,
    kind,
    url,
    debug_id: debugId,
    size,
    sha256,
    chunks,
  }))
  const body = { release, dist, platform, update_id: updateId, files }
  const params = { path: { id: projectId } }
  return withRetries(() => responseBody(api.POST('/api/projects/{id}/uploads', { params, body })), options)
}

function finish(
  { api, projectId }: UploadTarget,
  uploadId: number,
  options: UploadOptions,
): Promise<Schemas['UploadProgress']> {
  const params = { path: { id: projectId, upload_id: String(uploadId) } }
  const path = '/api/projects/{id}/uploads/{upload_id}/finish'
  return withRetries(() => responseBody(api.POST(path, { params })), options)
}

/** Between two looks at the progress. */
const pollMs = 250

async function awaitFiles(
  { api, projectId }: UploadTarget,
  finished: Schemas['UploadProgress'],
  sentBytes: number,
  options: UploadOptions,
): Promise<Schemas['UploadProgress']> {
  const params = { path: { id: projectId, upload_id: String(finished.upload_id) } }
  let progress = finished
  while (progress.state !== 'done') {
    const doneFiles = progress.files.filter(({ state }) => state !== 'waiting' && state !== 'indexing').length
    const { length: files } = progress.files
    options.onProgress?.({ step: 'indexing', sentBytes, totalBytes: sentBytes, doneFiles, files })
    await pause(pollMs, undefined, { signal: options.signal })
    const call = () => responseBody(api.GET('/api/projects/{id}/uploads/{upload_id}', { params }))
    progress = await withRetries(call, options)
  }
  return progress
}

function toUploadedFile(
  { name, state, reason }: Schemas['UploadProgress']['files'][number],
  { debugId, sha256 }: UploadSource,
  known: Schemas['BeginUploadResponse']['states'],
): UploadedFile {
  // Known from the beginning, also without waiting for the rest.
  const isKnown = state === 'waiting' && known[sha256] === 'duplicate'
  return { name, debugId: debugId ?? null, state: isKnown ? 'duplicate' : state, reason: reason?.sentence ?? null }
}
