import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, responseBody, type Schemas } from '@bugle/api-client'
import type { UploadSource } from './list-uploads.ts'
import { type RetryOptions, withRetries } from './retry.ts'

/** The server's project that receives an upload. */
export interface UploadTarget {
  api: ApiClient
  projectId: string
}

export interface UploadOptions extends RetryOptions {
  release?: string | undefined
  dist?: string | undefined
  /** Waits until the maps can be used. */
  wait?: boolean
  onProgress?: (progress: UploadProgress) => void
}

/** How far an upload is. */
export interface UploadProgress {
  step: 'sending' | 'indexing'
  /** Bytes that have arrived, of those that the server lacks. */
  sentBytes: number
  totalBytes: number
  /** Files that are done, of all. */
  doneFiles: number
  files: number
}

export interface UploadResult {
  files: UploadedFile[]
  sentBytes: number
}

export interface UploadedFile {
  name: string
  debugId: string | null
  state: 'indexing' | 'accepted' | 'duplicate' | 'ignored' | 'failed'
  /** Why it was ignored or failed. */
  reason: string | null
}

/** A request takes 32 MiB and 200 files, form included. */
const maxBytes = 31 * 1024 * 1024
const maxFiles = 200

/**
 * Uploads maps, in as many requests as they need.
 *
 * @example await uploadBuild({ api, projectId }, await listUploads(build), { release: 'shop@1.4.2', wait: true })
 */
export async function uploadBuild(
  target: UploadTarget,
  sources: UploadSource[],
  options: UploadOptions = {},
): Promise<UploadResult> {
  const totalBytes = sources.reduce((sum, { size }) => sum + size, 0)
  const files: UploadedFile[] = []
  const artifacts: (number | null)[] = []
  let sentBytes = 0
  for (const batch of batchesOf(sources)) {
    const uploaded = await withRetries(() => sendBatch(target, batch, options), options)
    for (const [index, { state, artifact_id, reason }] of uploaded.entries()) {
      const { name, debugId = null, size } = batch[index]!
      files.push({ name, debugId, state: state === 'accepted' ? 'indexing' : state, reason: reason?.sentence ?? null })
      artifacts.push(artifact_id)
      sentBytes += size
    }
    options.onProgress?.({ step: 'sending', sentBytes, totalBytes, doneFiles: files.length, files: sources.length })
  }
  if (options.wait) await awaitIndexes(target, files, artifacts, { ...options, sentBytes, totalBytes })
  return { files, sentBytes }
}

function batchesOf(sources: UploadSource[]): UploadSource[][] {
  const batches: UploadSource[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const source of sources) {
    const last = batches.at(-1)
    bytes += source.size
    if (last === undefined || bytes > maxBytes || last.length === maxFiles) {
      batches.push([source])
      bytes = source.size
    } else last.push(source)
  }
  return batches
}

async function sendBatch(
  { api, projectId }: UploadTarget,
  batch: UploadSource[],
  { release, dist }: UploadOptions,
): Promise<Schemas['UploadedFile'][]> {
  const form = new FormData()
  if (release !== undefined) form.append('release', release)
  if (dist !== undefined) form.append('dist', dist)
  for (const { name, url, debugId, size, read } of batch) {
    form.append('url', url)
    if (debugId !== undefined) form.append('debug_id', debugId)
    form.append('file', new Blob([new Uint8Array(await read(0, size))]), name)
  }
  // The OpenAPI document does not describe the form.
  const request = { params: { path: { id: projectId } }, body: form, bodySerializer: () => form }
  const call = api.POST('/api/projects/{id}/artifacts', request as { params: { path: { id: string } } })
  return (await responseBody(call)).files
}

/** Between two looks at an index that is being built. */
const pollMs = 200

async function awaitIndexes(
  { api, projectId }: UploadTarget,
  files: UploadedFile[],
  artifacts: (number | null)[],
  options: UploadOptions & { sentBytes: number; totalBytes: number },
): Promise<void> {
  for (const [index, file] of files.entries()) {
    while (file.state === 'indexing') {
      const path = { id: projectId, artifact_id: String(artifacts[index]) }
      const { artifact } = await withRetries(
        () => responseBody(api.GET('/api/projects/{id}/artifacts/{artifact_id}', { params: { path } })),
        options,
      )
      if (artifact.state === 'ready') file.state = 'accepted'
      else if (artifact.state === 'failed') Object.assign(file, { state: 'failed', reason: artifact.reason?.sentence })
      else await pause(pollMs, undefined, { signal: options.signal })
    }
    const { sentBytes, totalBytes } = options
    options.onProgress?.({ step: 'indexing', sentBytes, totalBytes, doneFiles: index + 1, files: files.length })
  }
}
