import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { BeginUploadResponse, UploadProgress } from '@bugle/protocol'
import { type Reporter, until } from './reporter.ts'
import type { TestResponse } from './start-server.ts'

/** A file to be uploaded in chunks; the other fields are sent as they are. */
export interface LocalFile {
  name: string
  text: string | Buffer
  [field: string]: unknown
}

export const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const chunkBytes = 4 * 1024 * 1024

export function chunksOf(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / chunkBytes)
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes))
}

/** Describes files as a client does that begins an upload. */
export function listOf(files: LocalFile[]) {
  return files.map(({ text, ...rest }) => {
    const bytes = Buffer.from(text)
    return { size: bytes.length, sha256: sha256Of(bytes), chunks: chunksOf(bytes).map(sha256Of), ...rest }
  })
}

const pathOf = (app: Reporter) => `/api/projects/${app.project.id}/uploads` as const

export function beginUpload(
  app: Reporter,
  files: LocalFile[],
  fields: object = {},
): Promise<TestResponse<BeginUploadResponse>> {
  return app.session.request('POST', pathOf(app), { body: { ...fields, files: listOf(files) } })
}

export function sendChunk(
  app: Reporter,
  sha256: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<TestResponse<unknown>> {
  const rawBody = new Uint8Array(bytes)
  return app.session.request('PUT', `${pathOf(app)}/chunks/${sha256}`, { rawBody, headers })
}

export const readProgress = async (app: Reporter, id: number): Promise<UploadProgress> =>
  (await app.session.request('GET', `${pathOf(app)}/${id}`)).body

export function finishUpload(app: Reporter, id: number): Promise<TestResponse<UploadProgress>> {
  return app.session.request('POST', `${pathOf(app)}/${id}/finish`)
}

/** Sends the chunks that are missing, in gzip. */
export async function sendMissing(app: Reporter, files: LocalFile[], missing: string[]): Promise<void> {
  const chunks = new Map(files.flatMap(({ text }) => chunksOf(Buffer.from(text)).map((one) => [sha256Of(one), one])))
  for (const sha256 of missing) {
    const { status } = await sendChunk(app, sha256, gzipSync(chunks.get(sha256)!), { 'content-encoding': 'gzip' })
    if (status !== 204) throw new Error(`chunk → ${status}`)
  }
}

/** Uploads files and waits until all are stored and indexed. */
export async function uploadInChunks(app: Reporter, files: LocalFile[], fields: object = {}): Promise<UploadProgress> {
  const { body } = await beginUpload(app, files, fields)
  await sendMissing(app, files, body.missing)
  const { status } = await finishUpload(app, body.upload_id)
  if (status !== 202) throw new Error(`finish → ${status}`)
  return until(
    () => readProgress(app, body.upload_id),
    ({ state }) => state === 'done',
  )
}
