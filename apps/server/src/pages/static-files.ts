import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
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

/** In order of preference. The build writes compressed variants next to the files that they make smaller. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

/** The files of a build directory. */
interface Files {
  /** Names at the time of the call; files added later are not served. */
  names: ReadonlySet<string>
  /** Sends a file, compressed if the client accepts that. */
  send(request: FastifyRequest, reply: FastifyReply, name: string, caching: string): Promise<FastifyReply>
}

/** Reads the names of a directory's files; none if it does not exist. */
export function staticFiles(directory: URL): Files {
  const names = new Set(listFiles(directory))
  return {
    names,
    async send(request, reply, name, caching) {
      if (!names.has(name)) throw new Refusal('not_found')
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = encodings.find((one) => names.has(name + one.suffix) && acceptsCoding(accepted, one.name))
      if (encoding !== undefined) reply.header('content-encoding', encoding.name)
      return reply
        .header('cache-control', caching)
        .header('vary', 'accept-encoding')
        .type(types[extname(name)] ?? 'application/octet-stream')
        .send(await readFile(new URL(name + (encoding?.suffix ?? ''), directory)))
    },
  }
}

function listFiles(directory: URL): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  } catch {
    return []
  }
}
