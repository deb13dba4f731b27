import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, prefixOf } from '../http/index.ts'
import { pagePolicy } from './policy.ts'
import { immutableCaching, staticFiles } from './static-files.ts'

/** As for the dashboard, with the manifest that a browser installs the app by. */
const policy = `${pagePolicy}; manifest-src 'self'`

/**
 * Serves the web build of the mobile app at `/m/`, and its page at every path below. `npm run mobile` makes the build;
 * without one there is a page that says so. Not available behind a path: the build's addresses begin with `/m/`.
 */
export function mountMobile(app: App, { directory }: { directory: URL }): void {
  const files = staticFiles(directory)
  if (prefixOf(app.publicUrl) !== '') return
  const hidden = { schema: { hide: true } }
  if (!files.names.has('index.html')) {
    for (const url of ['/m', '/m/*']) app.get(url, hidden, sendMissing)
    return
  }
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

const missing = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bugle</title>
<p>The mobile app is not built on this server: <code>npm run mobile</code> builds it. <a href="/">Dashboard</a></p></html>
`

function sendMissing(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).header('content-security-policy', policy).type('text/html; charset=utf-8').send(missing)
}
