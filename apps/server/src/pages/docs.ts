import type { FastifyReply } from 'fastify'
import { type App, prefixOf } from '../http/index.ts'
import { pagePolicy } from './policy.ts'
import { immutableCaching, staticFiles } from './static-files.ts'

/**
 * Serves the documentation of this version at `/docs/`, to anybody: a page of `docs/` has the address of its file, without the ending.
 * Its links are relative, so that it works behind a path. `npm run docs` makes the build; without one there is a page that says so.
 */
export function mountDocs(app: App, { directory }: { directory: URL }): void {
  const files = staticFiles(directory)
  const root = `${prefixOf(app.publicUrl)}/docs/`
  const hidden = { schema: { hide: true } }
  const sendNotice = (reply: FastifyReply, text: string) =>
    reply
      .status(404)
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(pageWith(text))
  if (!files.has('index.html')) {
    const text = `The documentation is not built on this server: <code>npm run docs</code> builds it.`
    for (const url of ['/docs', '/docs/*']) app.get(url, hidden, (_, reply) => sendNotice(reply, text))
    return
  }
  app.get('/docs', hidden, (_, reply) => reply.redirect(root))
  app.get('/docs/*', hidden, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const name = nameOf(path)
    if (name !== undefined) {
      reply.header('content-security-policy', pagePolicy)
      return files.send(request, reply, name, name.startsWith('assets/') ? immutableCaching : 'no-cache')
    }
    if (files.has(`${path}/index.html`)) return reply.redirect(`${root}${path}/`)
    return sendNotice(reply, `There is no such page. <a href="${root}">All pages</a>`)
  })

  /** Finds the file of an address, if there is one. */
  function nameOf(path: string): string | undefined {
    const candidates = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
    return candidates.find((name) => !name.startsWith('.') && files.has(name))
  }
}

function pageWith(text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bugle</title>\n<p>${text}</p></html>\n`
}
