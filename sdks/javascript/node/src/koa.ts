import { inScope, isExpectedError, reportRequestError, requestScope, toContext } from './request.ts'
import { servesRequests } from './sessions.ts'

interface Context {
  method: string
  url: string
  status: number
  headerSent: boolean
  /** Set by @koa/router. */
  _matchedRoute?: unknown
}

/**
 * Middleware for Koa: a scope of its own for each request, and errors reported on their way out. Use it before the
 * router, and after your own middleware that turns errors into responses.
 *
 * @example app.use(bugleKoa())
 */
export function bugleKoa() {
  servesRequests()
  return (context: Context, next: () => Promise<unknown>): Promise<unknown> => {
    const scope = requestScope(
      () =>
        toContext({
          method: context.method,
          url: context.url,
          route: context._matchedRoute,
          status: context.headerSent ? context.status : undefined,
        }),
      context,
    )
    // koa-compose turns a synchronous throw into a rejection.
    return inScope(scope, () => next().then(undefined, report))
  }
}

function report(error: unknown): never {
  if (!isExpectedError(error)) reportRequestError(error, 'koa')
  throw error
}
