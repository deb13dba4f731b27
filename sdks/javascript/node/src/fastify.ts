import type { Scope } from '@bugle/core'
import { inScope, isExpectedError, reportRequestError, requestScope, scopeKey, toContext } from './request.ts'
import { servesRequests } from './sessions.ts'

interface Request {
  [scopeKey]?: Scope | undefined
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

/** The part of Fastify's app used here; Fastify's hook types differ by name. */
interface App {
  addHook(name: 'onRequest', hook: OnRequest): unknown
  addHook(name: 'onError', hook: OnError): unknown
  hasRequestDecorator(name: symbol): boolean
  decorateRequest(name: symbol, value: undefined): unknown
}

/**
 * A plugin for Fastify: a scope of its own for each request, and errors reported before your error handler responds.
 *
 * @example app.register(bugleFastify)
 */
export function bugleFastify(app: App, _options: unknown, done: Next): void {
  servesRequests()
  // Declared on every request from the start: adding it later would change the object's shape. Fastify refuses a name
  // that is taken, such as by registering this plugin twice.
  if (!app.hasRequestDecorator(scopeKey)) app.decorateRequest(scopeKey, undefined)
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
    request[scopeKey] = scope
    inScope(scope, next)
  })
  app.addHook('onError', (request, reply, error, next) => {
    // After `reply.code(404)`, Fastify answers a plain error with 404.
    if (!isExpectedError(error, reply)) inScope(request[scopeKey], () => reportRequestError(error, 'fastify'))
    next()
  })
  done()
}

// Marks the hooks as valid for the whole app, not only inside the plugin.
Object.assign(bugleFastify, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@bugle/node',
})
