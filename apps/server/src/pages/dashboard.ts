import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, prefixOf } from '../http/index.ts'
import { filesOf, immutable } from './files.ts'

/** Nothing from elsewhere, nothing inline; pictures of events come from the interface, of the same origin. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * The dashboard as the build left it: `/` and every unknown path that a browser navigates to give its page, which
 * knows its paths itself. What is under `/assets/` is named by its content and kept by browsers for good. Other clients
 * get the same 404 as ever for paths that nobody knows.
 *
 * @param directory of the build; without one there is no dashboard
 */
export function mountDashboard(app: App, directory: URL): void {
  const files = filesOf(directory)
  if (!files.names.has('index.html')) return
  const prefix = prefixOf(app.publicUrl)

  const send = (request: FastifyRequest, reply: FastifyReply, name: string) =>
    files.send(request, reply, name, name.startsWith('assets/') ? immutable : 'no-cache')
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.code(200).header('content-security-policy', policy)
    return prefix === '' ? send(request, reply, 'index.html') : sendUnder(prefix, reply, directory)
  }

  const hidden = { schema: { hide: true } }
  app.get('/', hidden, sendPage)
  // Mail programs post to the same path, so that it is not unknown.
  app.get('/unsubscribe', hidden, sendPage)
  app.get('/assets/:name', hidden, (request, reply) =>
    send(request, reply, `assets/${(request.params as { name: string }).name}`),
  )
  for (const name of files.names)
    if (/^[^/]+\.(js|svg)$/.test(name)) app.get(`/${name}`, hidden, (request, reply) => send(request, reply, name))
  app.findPage = (request) => (isNavigation(request) ? sendPage : undefined)
}

/** The page names its files relative to its base, which the build took for the root. */
async function sendUnder(prefix: string, reply: FastifyReply, directory: URL): Promise<FastifyReply> {
  const text = await readFile(new URL('index.html', directory), 'utf8')
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(text.replace('<base href="/"', `<base href="${prefix}/"`))
}

/** A browser on its way to a page, not a client of the interface that has mistaken an address. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/(api|ingest|assets|sdk)([/?]|$)/.test(url) && headers.accept?.includes('text/html') === true
}
