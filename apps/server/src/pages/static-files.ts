import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsCoding } from '../http/index.ts'
import { Refusal } from '../refusal.ts'

/** For files whose name contains a hash of their content. */
export const immutableCaching = 'public, max-age=31536000, immutable'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json; charset=utf-8',
  '.tgz': 'application/gzip',
}

/** In order of preference. The build writes compressed variants next to the files that they make smaller, or in place of them. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

/** The files of a build directory. */
interface Files {
  /** Names at the time of the call; files added later are not served. */
  names: ReadonlySet<string>
  /** Whether there is a file, compressed or not. */
  has(name: string): boolean
  /** Sends a file, compressed if the client accepts that. */
  send(request: FastifyRequest, reply: FastifyReply, name: string, caching: string): Promise<FastifyReply>
}

/** Reads the names of a directory's files; none if it does not exist. */
export function staticFiles(directory: URL): Files {
  const names = new Set(listFiles(directory))
  const has = (name: string) => names.has(name) || names.has(`${name}.gz`)
  return {
    names,
    has,
    async send(request, reply, name, caching) {
      if (!has(name)) throw new Refusal('not_found')
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = encodings.find((one) => names.has(name + one.suffix) && acceptsCoding(accepted, one.name))
      if (encoding !== undefined) reply.header('content-encoding', encoding.name)
      return reply
        .header('cache-control', caching)
        .header('vary', 'accept-encoding')
        .type(types[extname(name)] ?? 'application/octet-stream')
        .send(await (encoding === undefined ? readPlain(name) : read(name + encoding.suffix)))
    },
  }

  function read(name: string): Promise<Buffer> {
    return readFile(new URL(name, directory))
  }

  async function readPlain(name: string): Promise<Buffer> {
    return names.has(name) ? read(name) : promisify(gunzip)(await read(`${name}.gz`))
  }
}

function listFiles(directory: URL): string[] {
  try {
    const root = fileURLToPath(directory)
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  } catch {
    return []
  }
}
