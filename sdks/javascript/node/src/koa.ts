import { inScope, isAnswer, reportRequestError, requestScope, toContext } from './request.ts'

interface Context {
  method: string
  url: string
  status: number
  headerSent: boolean
  /** Of @koa/router. */
  _matchedRoute?: unknown
}

/**
 * Middleware for Koa: a scope of its own for each request, and errors reported on their way out. Use it before the router, and
 * behind middleware of yours that turns errors into answers.
 *
 * @example app.use(bugleKoa())
 */
export function bugleKoa() {
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
    // What stands behind it fails by a promise, also where it throws: koa-compose sees to that.
    return inScope(scope, () => next().then(undefined, report))
  }
}

function report(error: unknown): never {
  if (!isAnswer(error)) reportRequestError(error, 'koa')
  throw error
}
