import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Refusal } from '../refusal.ts'
import { sendRefusal } from './errors.ts'

/** Responds to requests that match no route: 405 with Allow if the path has another method, otherwise a page or 404. */
export function handleUnknownRoutes(app: FastifyInstance): void {
  const routes: { pattern: RegExp; url: string; methods: HTTPMethods[] }[] = []
  app.decorate('listRoutes', () => routes.flatMap(({ url, methods }) => methods.map((method) => ({ method, url }))))
  app.decorate('findPage', () => undefined)
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), url, methods: [method].flat() as HTTPMethods[] })
  })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods))
    if (methods.size === 0 || methods.has(request.method as HTTPMethods)) {
      const sendPage = app.findPage(request)
      return sendPage === undefined ? sendRefusal(reply, new Refusal('not_found')) : sendPage(request, reply)
    }
    return sendRefusal(reply.header('allow', [...methods].sort().join(', ')), new Refusal('method_not_allowed'))
  })
}

/** Converts `/api/projects/:id` to an expression. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+'
    return segment === '*' ? '.*' : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}$`)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Lists every declared route; a test checks who may call each. */
    listRoutes(): { method: string; url: string }[]
    /** Returns a function that sends the page for an unknown path, if there is one. Set by the dashboard. */
    findPage(
      request: FastifyRequest,
    ): ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined
  }
}
