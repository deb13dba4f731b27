import { inScope, reporting, requestScope } from './request.ts'

interface Context {
  method: string
  url: string
  status: number
  headerSent: boolean
  /** Of @koa/router. */
  _matchedRoute?: unknown
}

/**
 * Middleware for Koa: a scope of its own for each request, and errors reported on their way out. Use it first.
 *
 * @example app.use(bugleKoa())
 */
export function bugleKoa() {
  return (context: Context, next: () => Promise<unknown>): Promise<unknown> => {
    const scope = requestScope(() => ({
      method: context.method,
      url: context.url,
      route: context._matchedRoute,
      status: context.headerSent ? context.status : undefined,
    }))
    return inScope(scope, () => reporting('koa', next))
  }
}
