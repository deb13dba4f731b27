import type { Scope } from '@bugle/core'
import { inScope, isAnswer, reportRequestError, requestScope, scopeOf, toContext } from './request.ts'

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

type OnRequest = (request: Request, reply: Reply, next: Next) => void
type OnError = (request: Request, reply: Reply, error: Error, next: Next) => void

/** What is used of an app of Fastify, whose types of hooks differ by their names. */
interface App {
  addHook(name: 'onRequest', hook: OnRequest): unknown
  addHook(name: 'onError', hook: OnError): unknown
  hasRequestDecorator(name: symbol): boolean
  decorateRequest(name: symbol, value: undefined): unknown
}

/**
 * A plugin for Fastify: a scope of its own for each request, and errors reported before your handler of errors answers.
 *
 * @example app.register(bugleFastify)
 */
export function bugleFastify(app: App, _options: unknown, done: Next): void {
  // A property that every request has from its beginning: one that comes later changes the shape of the object. Fastify refuses
  // a name that is taken: by this plugin itself, registered twice.
  if (!app.hasRequestDecorator(scopeOf)) app.decorateRequest(scopeOf, undefined)
  app.addHook('onRequest', (request, reply, next) => {
    const scope = requestScope(
      () =>
        toContext({
          method: request.method,
          url: request.url,
          route: request.routeOptions?.url,
          status: reply.sent ? reply.statusCode : undefined,
        }),
      request,
    )
    request[scopeOf] = scope
    inScope(scope, next)
  })
  app.addHook('onError', (request, reply, error, next) => {
    // `reply.code(404)`, then a plain error: Fastify answers 404.
    if (!isAnswer(error, reply)) inScope(request[scopeOf], () => reportRequestError(error, 'fastify'))
    next()
  })
  done()
}

// Its hooks are for the whole app, not for what is registered inside the plugin.
Object.assign(bugleFastify, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@bugle/node',
})
