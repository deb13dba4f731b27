import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, prefixOf } from '../http/index.ts'
import { pagePolicy } from './policy.ts'
import { immutableCaching, staticFiles } from './static-files.ts'

/** As for the dashboard, with the manifest that a browser installs the app by. */
const policy = `${pagePolicy}; manifest-src 'self'`

/**
 * Serves the web build of the mobile app at `/m/`, and its page at every path below. `npm run mobile` makes the build;
 * without one there is nothing at `/m/`. Not available behind a path: the build's addresses begin with `/m/`.
 */
export function mountMobile(app: App, { directory }: { directory: URL }): void {
  const files = staticFiles(directory)
  if (!files.names.has('index.html') || prefixOf(app.publicUrl) !== '') return
  const hidden = { schema: { hide: true } }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-security-policy', policy)
    return files.send(request, reply, 'index.html', 'no-cache')
  }
  app.get('/m', hidden, (_, reply) => reply.redirect('/m/'))
  app.get('/m/*', hidden, (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (!files.names.has(name) || name === 'index.html') return sendPage(request, reply)
    // A service worker has the policy of its own file, and calls the API.
    if (name === 'worker.js') reply.header('content-security-policy', policy)
    return files.send(request, reply, name, /^(_expo|assets)\//.test(name) ? immutableCaching : 'no-cache')
  })
}
