import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database, Queryable } from '../db/database.ts'
import { type App, acceptsCoding } from '../http/index.ts'
import { Refusal } from '../refusal.ts'
import { findServedScript, insertServedScripts } from './served-script-store.ts'
import { immutableCaching } from './static-files.ts'

const decompress = promisify(brotliDecompress)
const pinnedName = /^(loader|bugle)\.[0-9a-f]{12}\.js$/
const suffix = '.br'

/** Lets pages of any origin load a file, and see the errors that it throws. */
export const forAnyPage = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Stores the scripts of this build that pages may be pinned to, for the time after the next upgrade. */
export async function keepServedScripts(db: Queryable, directory: URL): Promise<void> {
  const names = compressedNames(directory)
  if (names.length === 0) return
  const scripts = names.map((name) => ({ name, content: readFileSync(new URL(name + suffix, directory)) }))
  await insertServedScripts(db, scripts)
}

/** Names of the scripts whose compressed form the build has written. */
function compressedNames(directory: URL): string[] {
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith(suffix))
    return names.map((name) => name.slice(0, -suffix.length)).filter((name) => pinnedName.test(name))
  } catch {
    return []
  }
}

/** Serves the scripts of other builds: former ones, and the next one while servers of both run. */
export function mountServedScripts(app: App, { db }: { db: Database }): void {
  const found = new LRUCache<string, Buffer>({ max: 20 })
  app.get('/sdk/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!pinnedName.test(name)) throw new Refusal('not_found')
    const content = found.get(name) ?? (await read(name, request))
    found.set(name, content)
    const isCompressed = acceptsCoding(request.headers['accept-encoding'] ?? '', 'br')
    if (isCompressed) reply.header('content-encoding', 'br')
    return reply
      .headers(forAnyPage)
      .header('cache-control', immutableCaching)
      .header('vary', 'accept-encoding')
      .type('text/javascript; charset=utf-8')
      .send(isCompressed ? content : await decompress(content))
  })

  /** Reads in the share of the address: anybody may ask for names that do not exist. */
  async function read(name: string, request: FastifyRequest): Promise<Buffer> {
    app.callerShares.countAddress(request.ip)
    const content = await app.callerShares.run(request, () => findServedScript(db, name))
    if (content === undefined) throw new Refusal('not_found')
    return content
  }
}
