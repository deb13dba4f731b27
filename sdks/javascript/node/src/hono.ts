import { read } from '@bugle/core'
import { inScope, isAnswer, reportRequestError, requestScope, toContext } from './request.ts'

interface Context {
  req: { method: string; path: string; raw?: unknown; matchedRoutes?: { path: string }[] }
  error: Error | undefined
  finalized: boolean
  res: { status: number }
}

/**
 * Middleware for Hono: a scope of its own for each request, and what `onError` answers is reported. Use it first.
 *
 * @example app.use(bugleHono())
 */
export function bugleHono() {
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
    // Hono hands an error to `onError` before middleware gets to see it, and keeps it. By `then`, for one promise instead of
    // two: on Node 20 and 22 each costs what following it costs.
    return inScope(scope, () => next().then(() => report(context.error), rethrow))
  }
}

function report(error: unknown): void {
  // Of other errors with a status – a client of somebody's interface has thrown them – Hono makes a 500.
  const isOfHono = typeof read(error, 'getResponse') === 'function'
  if (error !== undefined && !(isOfHono && isAnswer(error))) reportRequestError(error, 'hono')
}

/** What is thrown and is no `Error`, Hono lets pass. */
function rethrow(error: unknown): never {
  report(error)
  throw error
}
