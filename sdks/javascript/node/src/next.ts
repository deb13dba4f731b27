import { read } from '@bugle/core'
import { inScope, reporting, reportRequestError, requestScope, toContext } from './request.ts'
import { servesRequests } from './sessions.ts'

/**
 * Wraps a handler of Next.js, of the app router (`route.ts`) or the pages router (`pages/api`): a scope of its own for
 * each request, and errors reported on their way out.
 *
 * @param route the pattern of its path, which Next does not pass to handlers
 * @example export const GET = withBugle(async (request) => Response.json(await load(request)), '/api/orders/[id]')
 */
export function withBugle<T extends (...given: never[]) => unknown>(handler: T, route?: string): T {
  servesRequests()
  const wrapped = function (this: unknown, ...given: Parameters<T>) {
    const scope = requestScope(
      () =>
        toContext({
          method: textOf(read(given[0], 'method')),
          url: pathOf(textOf(read(given[0], 'url'))),
          route,
        }),
      given[0],
    )
    return inScope(scope, () => reporting('next', () => handler.apply(this, given), isControlFlow))
  }
  return wrapped as unknown as T
}

/**
 * Handler for `instrumentation.ts`, which Next calls for errors of pages, handlers, actions and middleware.
 *
 * @example export { onRequestError } from '@bugle/node/next'
 */
export function onRequestError(
  error: unknown,
  request: { path: string; method: string },
  context: { routePath?: string; routerKind?: string },
): void {
  if (isControlFlow(error) || (read(context, 'routerKind') === 'Pages Router' && isRefusedBody(error))) return
  const scope = requestScope(
    () =>
      toContext({
        method: textOf(read(request, 'method')),
        url: textOf(read(request, 'path')),
        route: read(context, 'routePath'),
      }),
    request,
  )
  inScope(scope, () => reportRequestError(error, 'next'))
}

/**
 * Recognizes `redirect()` and `notFound()`, which throw. Next answers any other error with 500, whatever its status.
 */
function isControlFlow(error: unknown): boolean {
  return textOf(read(error, 'digest'))?.startsWith('NEXT_') ?? false
}

/**
 * Recognizes an error that has only a `statusCode`: the pages router throws it for an invalid (400) or oversized (413)
 * body.
 */
function isRefusedBody(error: unknown): boolean {
  const status = read(error, 'statusCode')
  return (status === 400 || status === 413) && read(error, 'name') === 'Error'
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns the path: the app router passes the whole URL, the pages router the path. */
function pathOf(url: string | undefined): string | undefined {
  return url?.replace(/^https?:\/\/[^/]*/, '')
}
