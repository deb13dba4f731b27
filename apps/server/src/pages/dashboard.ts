import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, prefixOf } from '../http/index.ts'
import { pagePolicy } from './policy.ts'
import { immutableCaching, staticFiles } from './static-files.ts'

/**
 * Serves the built dashboard: its page at `/` and at every unknown path that a browser navigates to; the page does its
 * own routing. Files under `/assets/` have names that contain a hash of their content, so browsers cache them
 * permanently. Other clients get the usual 404 for unknown paths.
 *
 * @param directory the build; without one there is no dashboard
 */
export function mountDashboard(app: App, { directory }: { directory: URL }): void {
  const files = staticFiles(directory)
  if (!files.names.has('index.html')) return
  const prefix = prefixOf(app.publicUrl)

  const send = (request: FastifyRequest, reply: FastifyReply, name: string) =>
    files.send(request, reply, name, name.startsWith('assets/') ? immutableCaching : 'no-cache')
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.code(200).header('content-security-policy', pagePolicy)
    return prefix === '' ? send(request, reply, 'index.html') : sendUnder(prefix, reply, directory)
  }

  const hidden = { schema: { hide: true } }
  app.get('/', hidden, sendPage)
  // Mail programs POST to the same path, so it is not an unknown one.
  app.get('/unsubscribe', hidden, sendPage)
  app.get('/assets/:name', hidden, (request, reply) =>
    send(request, reply, `assets/${(request.params as { name: string }).name}`),
  )
  for (const name of files.names)
    if (/^[^/]+\.(js|svg|txt)$/.test(name)) app.get(`/${name}`, hidden, (request, reply) => send(request, reply, name))
  app.findPage = (request) => (isNavigation(request) ? sendPage : undefined)
}

/** Sends the page with the prefix as its base; the build assumes that it is served at the root. */
async function sendUnder(prefix: string, reply: FastifyReply, directory: URL): Promise<FastifyReply> {
  const text = await readFile(new URL('index.html', directory), 'utf8')
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(text.replace('<base href="/"', `<base href="${prefix}/"`))
}

/** Whether a browser navigates to a page, as opposed to an API client with a wrong URL. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/(api|ingest|assets|sdk|m|docs)([/?]|$)/.test(url) && headers.accept?.includes('text/html') === true
}
