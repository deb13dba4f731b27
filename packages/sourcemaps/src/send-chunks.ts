import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { limits } from '@bugle/protocol/vocabulary'
import type { UploadSource } from './list-uploads.ts'
import { withRetries } from './retry.ts'
import type { UploadOptions, UploadTarget } from './upload-options.ts'

/** Chunks in flight; each is in memory as a whole. */
const parallel = 4
const compress = promisify(gzip)

interface Chunk {
  sha256: string
  source: UploadSource
  offset: number
  length: number
}

/** Sends the chunks that the server lacks; returns their bytes, uncompressed. */
export async function sendChunks(
  target: UploadTarget,
  sources: UploadSource[],
  missing: string[],
  options: UploadOptions,
): Promise<number> {
  const wanted = new Set(missing)
  const chunks = [...new Map(sources.flatMap(chunksOf).map((chunk) => [chunk.sha256, chunk])).values()].filter(
    ({ sha256 }) => wanted.has(sha256),
  )
  const totalBytes = chunks.reduce((sum, { length }) => sum + length, 0)
  let sentBytes = 0
  const queue = chunks.values()
  const work = async () => {
    for (const chunk of queue) {
      await sendChunk(target, chunk, options)
      sentBytes += chunk.length
      options.onProgress?.({ step: 'sending', sentBytes, totalBytes, doneFiles: 0, files: sources.length })
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return sentBytes
}

function chunksOf(source: UploadSource): Chunk[] {
  return source.chunks.map((sha256, index) => {
    const offset = index * limits.chunkBytes
    return { sha256, source, offset, length: Math.min(limits.chunkBytes, source.size - offset) }
  })
}

async function sendChunk(
  { api, projectId }: UploadTarget,
  { sha256, source, offset, length }: Chunk,
  options: UploadOptions,
): Promise<void> {
  const body = await compress(await source.read(offset, length))
  // The OpenAPI document does not describe bodies of bytes.
  const request = {
    params: { path: { id: projectId, chunk: sha256 } },
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    body,
    bodySerializer: () => body,
  }
  const path = '/api/projects/{id}/uploads/chunks/{chunk}'
  await withRetries(() => api.PUT(path, request as Pick<typeof request, 'params' | 'headers'>), options)
}
