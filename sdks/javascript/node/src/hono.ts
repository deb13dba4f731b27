import { inScope, reportRequestError, requestScope } from './request.ts'

interface Context {
  req: { method: string; path: string; matchedRoutes?: { path: string }[] }
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
    const scope = requestScope(() => ({
      method: context.req.method,
      url: context.req.path,
      route: context.req.matchedRoutes?.map(({ path }) => path).findLast((path) => !path.endsWith('*')),
      status: context.finalized ? context.res.status : undefined,
    }))
    // Hono hands an error to `onError` before middleware gets to see it, and keeps it. By `then`, for one promise instead of
    // two: on Node 20 and 22 each costs what following it costs.
    const report = () => {
      if (context.error !== undefined) reportRequestError(context.error, 'hono')
    }
    return inScope(scope, () => next().then(report))
  }
}
