import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/index.ts'
import { Refusal } from '../refusal.ts'

export const pubIndex = 'pub/packages.json'

/** Where the build left room for the repository's address. */
const placeholder = '@BUGLE_PUB@'
const room = 256

/** Archives kept in memory, one for each address that the server is reached by. */
const maxArchives = 8

interface Archive {
  bytes: Buffer
  sha256: string
}

interface PubDeps {
  directory: URL
  /** Returns the server's address as the requesting program knows it. */
  addressOf: (request: FastifyRequest) => string
}

/**
 * Serves the Dart packages as a pub repository of version 2 of its protocol: `hosted: <url>/sdk/pub` in a pubspec.yaml.
 * https://github.com/dart-lang/pub/blob/master/doc/repository-spec-v2.md
 */
export function mountPub(app: App, { directory, addressOf }: PubDeps): void {
  const text = readFileSync(new URL(pubIndex, directory), 'utf8')
  const versions = new Map<string, string>()
  for (const [name, { version }] of Object.entries(JSON.parse(text) as Record<string, { version: string }>))
    versions.set(name, version)
  const archives = new Map<string, Archive>()

  const repositoryOf = (request: FastifyRequest) => {
    const url = `${addressOf(request)}/sdk/pub`
    // Longer than any real host: a header that someone made up.
    if (JSON.stringify(url).length > room) throw new Refusal('not_found')
    return url
  }

  const archiveOf = (name: string, url: string): Archive => {
    const key = `${name} ${url}`
    const known = archives.get(key)
    if (known !== undefined) return known
    const archive = pack(readFileSync(new URL(`pub/${name}.tar`, directory)), url)
    const [oldest] = archives.keys()
    if (archives.size >= maxArchives && oldest !== undefined) archives.delete(oldest)
    archives.set(key, archive)
    return archive
  }

  for (const [name, version] of versions) {
    app.get(`/sdk/pub/api/packages/${name}`, { schema: { hide: true } }, async (request, reply) => {
      const url = repositoryOf(request)
      // The address comes from a header: as a JSON text, it stays within its quotes.
      const listed = JSON.parse(text, (_, value) => (isPlaceholder(value) ? url : value)) as Record<string, object>
      const latest = {
        version,
        archive_url: `${url}/archives/${name}-${version}.tar.gz`,
        archive_sha256: archiveOf(name, url).sha256,
        pubspec: listed[name],
      }
      return reply
        .header('cache-control', 'no-cache')
        .type('application/vnd.pub.v2+json')
        .send(JSON.stringify({ name, latest, versions: [latest] }))
    })
    app.get(`/sdk/pub/archives/${name}-${version}.tar.gz`, { schema: { hide: true } }, async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('application/gzip')
        .send(archiveOf(name, repositoryOf(request)).bytes),
    )
  }
}

const isPlaceholder = (value: unknown) => typeof value === 'string' && value.trim() === placeholder

/** Writes the address into the room that the build left for it, which keeps the length of the file. */
function pack(tar: Buffer, url: string): Archive {
  const start = tar.indexOf(placeholder.padEnd(room))
  if (start >= 0) tar.write(JSON.stringify(url).padEnd(room), start)
  const bytes = gzipSync(tar, { level: 9 })
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
