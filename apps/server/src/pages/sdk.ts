import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { App } from '../http/index.ts'
import { mountLoader } from './loader.ts'
import { mountPub, pubIndex } from './pub.ts'
import { forAnyPage, mountServedScripts } from './served-scripts.ts'
import { immutableCaching, staticFiles } from './static-files.ts'

/** Long enough for the pages of a visit, short enough for an update. */
const shortLived = 'public, max-age=300'

export interface SdkDeps {
  db: Database
  /** The build; without one, no SDKs are served. */
  directory: URL
}

/**
 * Serves the built SDKs: `/sdk/bugle.js` and `/sdk/loader.js` for pages without a bundler, and
 * `/sdk/npm/bugle-node.tgz` and the others for npm. Files with a hash in their name (`bugle.3f9a….js`) are cached
 * permanently, and those of former builds are served, too. Any page may load them, and see the errors they throw.
 */
export function mountSdk(app: App, { db, directory }: SdkDeps): void {
  const files = staticFiles(directory)
  mountLoader(app, { directory, names: files.names })
  mountServedScripts(app, { db })
  for (const name of files.names) {
    if (!/\.(js|map|tgz)$/.test(name)) continue
    const caching = /\.[0-9a-f]{12}\.\w+$/.test(name) ? immutableCaching : shortLived
    app.get(`/sdk/${name}`, { schema: { hide: true } }, (request, reply) =>
      files.send(request, reply.headers(forAnyPage), name, caching),
    )
  }
  if (files.names.has(composerIndex)) mountComposer(app, { directory })
  if (files.names.has(pubIndex)) mountPub(app, { directory, addressOf: (request) => addressOf(request, app.publicUrl) })
}

const composerIndex = 'composer/packages.json'

/** The part of a Composer repository's index that is completed here. */
interface ComposerIndex {
  packages: Record<string, Record<string, { dist: { url: string } }>>
}

/**
 * Serves the Composer repository of the PHP packages: `composer config repositories.bugle composer <url>/sdk/composer`.
 * Composer requires absolute URLs, so they begin with the address that the request came by.
 */
function mountComposer(app: App, { directory }: { directory: URL }): void {
  const text = readFileSync(new URL(composerIndex, directory), 'utf8')
  app.get(`/sdk/${composerIndex}`, { schema: { hide: true } }, async (request, reply) => {
    const base = `${addressOf(request, app.publicUrl)}/sdk/composer`
    const index = JSON.parse(text) as ComposerIndex
    for (const versions of Object.values(index.packages))
      for (const { dist } of Object.values(versions)) dist.url = `${base}/${dist.url}`
    return reply.header('cache-control', 'no-cache').send(index)
  })
}

/** Returns the public address, or the one that this request came by if that is another host. */
function addressOf(request: FastifyRequest, publicUrl: string): string {
  const { host, pathname } = new URL(publicUrl)
  return request.host === host ? publicUrl : `${request.protocol}://${request.host}${pathname.replace(/\/$/, '')}`
}
