import { read } from '@bugle/core'
import { inScope, isExpectedError, reportRequestError, requestScope, toContext } from './request.ts'
import { servesRequests } from './sessions.ts'

interface Context {
  req: { method: string; path: string; raw?: unknown; matchedRoutes?: { path: string }[] }
  error: Error | undefined
  finalized: boolean
  res: { status: number }
}

/**
 * Middleware for Hono: a scope of its own for each request, and errors reported that `onError` handles. Use it first.
 *
 * @example app.use(bugleHono())
 */
export function bugleHono() {
  servesRequests()
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    const scope = requestScope(
      () =>
        toContext({
          method: context.req.method,
          url: context.req.path,
          route: context.req.matchedRoutes?.map(({ path }) => path).findLast((path) => !path.endsWith('*')),
          status: context.finalized ? context.res.status : undefined,
        }),
      context.req.raw,
    )
    // Hono passes an error to `onError` before any middleware sees it, and keeps it in the context. `then` makes one
    // promise instead of two: on Node 20 and 22 each one adds the price of following it.
    return inScope(scope, () => next().then(() => report(context.error), rethrow))
  }
}

function report(error: unknown): void {
  // Hono answers other errors with a status, such as those of an HTTP client, with 500.
  const isOfHono = typeof read(error, 'getResponse') === 'function'
  if (error !== undefined && !(isOfHono && isExpectedError(error))) reportRequestError(error, 'hono')
}

/** Hono rethrows thrown values that are no `Error`. */
function rethrow(error: unknown): never {
  report(error)
  throw error
}
