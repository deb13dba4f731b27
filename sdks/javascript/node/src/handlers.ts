import { flush, getClient, read } from '@bugle/core'
import { inScope, isExpectedError, reporting, reportRequestError, requestScope, toContext } from './request.ts'
import { servesRequests } from './sessions.ts'

/** A request of the web's own type, as edge runtimes, Bun, Deno and most frameworks have it. */
interface WebRequest {
  method: string
  url: string
}

/**
 * Wraps a handler that takes a `Request`: of Bun, Deno, React Router, SvelteKit, Astro or Nitro. Each request has a scope of
 * its own, and errors are reported on their way out.
 *
 * @param name the pattern of the path, if it is known
 * @example Bun.serve({ fetch: withRequest(async (request) => new Response('hello')) })
 */
export function withRequest<T extends (...given: never[]) => unknown>(handler: T, name?: string): T {
  servesRequests()
  const wrapped = function (this: unknown, ...given: Parameters<T>) {
    const request: unknown = given[0]
    const web = (read(request, 'request') ?? request) as WebRequest
    const scope = requestScope(
      () =>
        toContext({
          method: read(web, 'method') as string,
          url: String(read(web, 'url')).replace(/^https?:\/\/[^/]*/, ''),
          route: name,
        }),
      web,
    )
    // A thrown response, such as a redirect, is an answer.
    return inScope(scope, () => reporting('request', () => handler.apply(this, given), isAnswer))
  }
  // Deno passes no request to a handler without parameters.
  Object.defineProperty(wrapped, 'length', { value: Math.max(1, Number(read(handler, 'length')) || 0) })
  return wrapped as unknown as T
}

/**
 * Reports an error that a framework hands to its hook, with the request that it has been given: `handleError` of SvelteKit and
 * React Router, `error` of Nitro.
 *
 * @example export const handleError = (error, { request }) => captureRequestError(error, request)
 */
export function captureRequestError(error: unknown, request?: unknown, name?: string): void {
  if (isAnswer(error)) return
  const url = String(read(request, 'url') ?? read(request, 'path') ?? '')
  const scope = requestScope(
    () =>
      toContext({
        method: read(request, 'method') as string,
        url: url.replace(/^https?:\/\/[^/]*/, ''),
        route: name,
      }),
    request,
  )
  inScope(scope, () => reportRequestError(error, 'request'))
}

/** Whether what was thrown is a response, or stands for one below 500. */
function isAnswer(error: unknown): boolean {
  return (typeof Response !== 'undefined' && error instanceof Response) || isExpectedError(error)
}

/**
 * Wraps a handler of AWS Lambda: errors are reported, and everything is sent before the function is frozen.
 *
 * @param timeoutMs most milliseconds that sending may take
 * @example export const handler = withLambda(async (event) => ({ statusCode: 200, body: 'hello' }))
 */
export function withLambda<E, C, R>(
  handler: (event: E, context: C) => Promise<R> | R,
  timeoutMs = 2000,
): (event: E, context: C) => Promise<R> {
  servesRequests()
  return async (event, context) => {
    const method = read(event, 'httpMethod') ?? read(read(read(event, 'requestContext'), 'http'), 'method')
    const path = read(event, 'path') ?? read(event, 'rawPath')
    const scope = requestScope(
      () => ({
        ...(path ? toContext({ method: method as string, url: String(path) }) : {}),
        function: read(context, 'functionName'),
        request_id: read(context, 'awsRequestId'),
      }),
      event,
    )
    try {
      return await inScope(scope, () =>
        reporting(
          'lambda',
          () => handler(event, context),
          () => false,
        ),
      )
    } finally {
      if (getClient()) await flush(timeoutMs)
    }
  }
}
