import type { Scope } from '@bugle/core'
import { inScope, reportRequestError, requestScope, scopeOf } from './request.ts'

interface Request {
  [scopeOf]?: Scope | undefined
  method: string
  url: string
  routeOptions?: { url?: string | undefined }
}

interface Reply {
  statusCode: number
  sent: boolean
}

type Next = () => void

interface App {
  // biome-ignore lint/suspicious/noExplicitAny: the hooks of Fastify's own types differ by their names
  addHook(name: any, hook: any): unknown
}

/**
 * A plugin for Fastify: a scope of its own for each request, and errors reported before your handler of errors answers.
 *
 * @example app.register(bugleFastify)
 */
export function bugleFastify(app: App, _options: unknown, done: Next): void {
  app.addHook('onRequest', (request: Request, reply: Reply, next: Next) => {
    const scope = requestScope(() => ({
      method: request.method,
      url: request.url,
      route: request.routeOptions?.url,
      status: reply.sent ? reply.statusCode : undefined,
    }))
    request[scopeOf] = scope
    inScope(scope, next)
  })
  // A body is read by events of its socket, which know nothing of the scope: here it is entered again.
  app.addHook('preValidation', (request: Request, _: Reply, next: Next) => inScope(request[scopeOf], next))
  app.addHook('onError', (request: Request, _: Reply, error: unknown, next: Next) => {
    inScope(request[scopeOf], () => reportRequestError(error, 'fastify'))
    next()
  })
  done()
}

// Its hooks are for the whole app, not for what is registered inside the plugin.
Object.assign(bugleFastify, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@bugle/node',
})
