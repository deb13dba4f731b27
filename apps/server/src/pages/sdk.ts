import type { App } from '../http/index.ts'
import { filesOf, immutable } from './files.ts'

/** Long enough for the pages of a visit, short enough for an update. */
const shortLived = 'public, max-age=300'

/**
 * Serves the clients as the build left them: `/sdk/bugle.js` and `/sdk/loader.js` for pages without a build, and
 * `/sdk/npm/bugle-node.tgz` and the others for npm. Under a name that says their content (`bugle.3f9a….js`) browsers keep
 * them for good. Any page may load them, and see what fails in them.
 *
 * @param directory of the build; without one there are none
 */
export function mountSdk(app: App, directory: URL): void {
  const files = filesOf(directory)
  for (const name of files.names) {
    if (!/\.(js|map|tgz)$/.test(name)) continue
    const caching = /\.[0-9a-f]{12}\.\w+$/.test(name) ? immutable : shortLived
    app.get(`/sdk/${name}`, { schema: { hide: true } }, (request, reply) => {
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
      return files.send(request, reply, name, caching)
    })
  }
}
