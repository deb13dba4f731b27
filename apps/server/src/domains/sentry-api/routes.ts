import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { limits } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, type BodyLimits, endpoint } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { type FormPart, parseForm, type TakesSpace } from '../artifacts/index.ts'
import { inBucketOf } from '../projects/index.ts'
import { type Assembled, assembleBundle, toSha1s } from './assemble.ts'
import { assembleDebugFiles } from './assemble-debug-files.ts'
import { mountReleaseRoutes } from './release-routes.ts'
import { namedProject, projectsOf } from './sentry-project.ts'
import { shortTextOf, toSentryProject } from './sentry-releases.ts'
import { findMissingChunks, insertChunk, sumChunkBytes } from './sentry-store.ts'
import { storeDebugZip } from './store-debug-zip.ts'
import { fieldsOf, noFurtherPage, textsOf, toolEndpoint } from './tool-endpoint.ts'

export interface SentryApiDeps {
  db: Database
  space: TakesSpace
  /** Limits of the bodies of chunks and zips. */
  bodies: BodyLimits
}

const chunksPerRequest = 4
const maxRequestBytes = chunksPerRequest * limits.chunkBytes + 64 * 1024
const unzip = promisify(gunzip)

/** Mounts the calls of sentry-cli 2 and 3 and of Sentry's bundler plugins. `:org` is ignored: the token decides. */
export function mountSentryApi(app: App, deps: SentryApiDeps): void {
  void app.register(async (scope) => mountChunks(scope as App, deps))
  mountInfo(app)
  mountLists(app, deps)
  mountAssemble(app, deps)
  for (const prefix of ['/api/0/organizations/:org', '/api/0/projects/:org/:project'] as const)
    mountReleaseRoutes(app, { ...deps, prefix })
}

function mountInfo(app: App): void {
  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: '/api/0/',
    summary: 'Say who calls',
    handler: async ({ caller }) => ({
      version: '0',
      user: null,
      auth: { scopes: ['project:read', 'project:releases', 'org:read', ...(caller.scopes ?? [])] },
    }),
  })

  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: '/api/0/organizations/:org/chunk-upload/',
    summary: 'Say how chunks are sent',
    handler: async ({ request, params }) => ({
      url: uploadUrl(app.publicUrl, request.headers.host, params.org),
      chunkSize: limits.chunkBytes,
      chunksPerRequest,
      maxRequestSize: maxRequestBytes,
      concurrency: 2,
      maxFileSize: 2 * 1024 ** 3,
      maxWait: 300,
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
      // Version 2 falls back to single files where it misses one of these.
      accept: [
        'debug_files',
        'release_files',
        'pdbs',
        'sources',
        'artifact_bundles',
        'artifact_bundles_v2',
        'proguard',
        'dartsymbolmap',
      ],
    }),
  })
}

/** Mounts the lists by which people look up what to name in the settings of a tool. */
function mountLists(app: App, { db }: SentryApiDeps): void {
  const createdAt = new Date(0).toISOString()
  endpoint(app, {
    ...toolEndpoint,
    method: 'GET',
    url: '/api/0/organizations/',
    summary: 'List the one organization, which any name stands for',
    handler: async ({ reply }) =>
      reply.header('link', noFurtherPage).send([
        {
          id: '1',
          slug: 'bugle',
          name: 'Bugle',
          dateCreated: createdAt,
          isEarlyAdopter: false,
          requireEmailVerification: false,
          require2FA: false,
          features: [],
        },
      ]),
  })

  for (const url of ['/api/0/organizations/:org/projects/', '/api/0/projects/'] as const)
    endpoint(app, {
      ...toolEndpoint,
      method: 'GET',
      url: url as '/api/0/organizations/:org/projects/',
      summary: 'List projects',
      handler: async ({ caller, reply }) => {
        const projects = (await projectsOf(db, caller)).map(toSentryProject)
        return reply.header('link', noFurtherPage).send(projects)
      },
    })
}

/**
 * Returns the address of chunks: absolute for a tool that uses BUGLE_URL, since newer ones compare its host; else
 * relative to `/api/0/` of the address that the tool uses, where BUGLE_URL may not be reachable.
 */
function uploadUrl(publicUrl: string, host: string | undefined, organization: string): string {
  const path = `organizations/${encodeURIComponent(organization)}/chunk-upload/`
  return new URL(publicUrl).host === host ? `${publicUrl}/api/0/${path}` : path
}

/** Mounts the upload of chunks in a scope of its own: it alone accepts a form. */
function mountChunks(app: App, { db, space, bodies }: SentryApiDeps): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  endpoint(app, {
    ...toolEndpoint,
    method: 'POST',
    url: '/api/0/organizations/:org/chunk-upload/',
    summary: 'Send chunks',
    bodyLimit: maxRequestBytes,
    bodies,
    handler: async ({ request, caller: { userId } }) => {
      const body = request.body as unknown
      const parts = Buffer.isBuffer(body) ? parseForm(body, request.headers['content-type'] ?? '') : undefined
      if (parts === undefined) throw new Refusal('malformed_body')
      if (parts.length > chunksPerRequest)
        throw new Refusal('validation_failed', { errors: { file: [`may occur ${chunksPerRequest} times at most`] } })
      for (const part of parts) await receive(part, userId)
      return {}
    },
  })

  endpoint(app, {
    ...toolEndpoint,
    method: 'POST',
    url: '/api/0/projects/:org/:project/files/dsyms/',
    summary: 'Send debug files in a zip',
    bodyLimit: limits.uploadBytes,
    bodies,
    handler: async ({ request, caller, params }) => {
      const { id: projectId } = await namedProject(db, caller, params.project)
      const body = request.body as unknown
      const parts = Buffer.isBuffer(body) ? parseForm(body, request.headers['content-type'] ?? '') : undefined
      const file = parts?.find(({ filename }) => filename !== undefined)
      if (file === undefined) throw new Refusal('malformed_body')
      return inBucketOf(db, projectId, () => storeDebugZip(db, { projectId, userId: caller.userId }, file.bytes, space))
    },
  })

  async function receive({ name, filename = '', bytes }: FormPart, userId: string): Promise<void> {
    const plain = name === 'file_gzip' ? await unzipped(bytes) : bytes
    const sha1 = createHash('sha1').update(plain).digest()
    if (sha1.toString('hex') !== filename.toLowerCase() || plain.length > limits.chunkBytes)
      throw new Refusal('chunk_mismatch', { message: 'A chunk does not have the sha1 that is its name.' })
    if ((await findMissingChunks(db, userId, [filename.toLowerCase()])).length === 0) return
    if ((await sumChunkBytes(db, userId)) + plain.length > limits.chunkedBytes) throw new Refusal('upload_too_large')
    if (!(await space.take(userId, plain.length, 1)))
      throw new Refusal('storage_full', { message: 'The disk budget of artifacts is exhausted.' })
    await insertChunk(db, userId, sha1, plain)
  }
}

/** Reports an unknown project in the words of the tools, which print no others. */
function toError(error: unknown): Assembled {
  if (!(error instanceof Refusal)) throw error
  return { state: 'error', missingChunks: [], detail: error.message }
}

async function unzipped(bytes: Buffer): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: limits.chunkBytes })
  } catch (error) {
    throw new Refusal('chunk_mismatch', { message: `A chunk cannot be unzipped: ${(error as Error).message}` })
  }
}

function mountAssemble(app: App, { db }: SentryApiDeps): void {
  endpoint(app, {
    ...toolEndpoint,
    method: 'POST',
    url: '/api/0/organizations/:org/artifactbundle/assemble/',
    summary: 'Make a bundle of chunks',
    handler: async ({ caller, body: sent }) => {
      const body = fieldsOf(sent)
      const [checksum] = toSha1s([body.checksum], 'checksum')
      const chunks = toSha1s(body.chunks, 'chunks')
      const names = textsOf(body.projects)
      if (names.length === 0) throw new Refusal('validation_failed', { errors: { projects: ['is required'] } })
      const release = shortTextOf(body.version) ?? null
      const dist = shortTextOf(body.dist) ?? null
      const states: Assembled[] = []
      for (const name of names) {
        const project = await namedProject(db, caller, name).catch(toError)
        if ('state' in project) return project
        const bundle = { projectId: project.id, sha1: Buffer.from(checksum!, 'hex'), release, dist }
        const assembled = await inBucketOf(db, project.id, () =>
          assembleBundle(db, { ...bundle, chunks, userId: caller.userId }),
        )
        states.push(assembled)
      }
      return states.find(({ state }) => state !== 'ok') ?? states[0]
    },
  })

  endpoint(app, {
    ...toolEndpoint,
    method: 'POST',
    url: '/api/0/projects/:org/:project/files/difs/assemble/',
    summary: 'Make debug files of chunks',
    handler: async ({ caller, params, body }) => {
      const { id: projectId } = await namedProject(db, caller, params.project)
      return inBucketOf(db, projectId, () =>
        assembleDebugFiles(db, { projectId, userId: caller.userId }, fieldsOf(body)),
      )
    },
  })
}
