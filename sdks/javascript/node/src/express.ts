import type { Scope } from '@bugle/core'
import { inScope, isExpectedError, reportRequestError, requestScope, scopeKey, toContext } from './request.ts'
import { servesRequests } from './sessions.ts'

interface Request {
  [scopeKey]?: Scope | undefined
  method?: string | undefined
  url?: string | undefined
  originalUrl?: string
  baseUrl?: string
  route?: { path?: unknown }
}

interface Response {
  statusCode: number
  headersSent: boolean
}

type Next = (error?: unknown) => void

/**
 * Middleware for Express that gives each request a scope of its own. Use it before everything else.
 *
 * @example
 * app.use(bugleRequests())
 * // … routes …
 * app.use(bugleErrors())
 */
export function bugleRequests() {
  servesRequests()
  return (request: Request, response: Response, next: Next): void => {
    const scope = requestScope(
      () =>
        toContext({
          method: request.method,
          url: request.originalUrl ?? request.url,
          route: routeOf(request),
          status: response.headersSent ? response.statusCode : undefined,
        }),
      request,
    )
    request[scopeKey] = scope
    inScope(scope, next)
  }
}

/**
 * Middleware for Express that reports errors and passes them on. Use it after the routes and before your own error
 * handlers.
 */
export function bugleErrors() {
  // Express recognizes error handlers by their four parameters.
  return (error: unknown, request: Request, response: Response, next: Next): void => {
    // After `response.status(404)`, Express answers a plain error with 404. Headers already sent are no response to the
    // error.
    if (!isExpectedError(error, response.headersSent ? undefined : response))
      inScope(request[scopeKey], () => reportRequestError(error, 'express'))
    next(error)
  }
}

function routeOf({ route, baseUrl, originalUrl }: Request): string | undefined {
  const path = route?.path
  return typeof path === 'string' ? `${baseUrl || mountOf(originalUrl ?? '', path)}${path}` : undefined
}

/**
 * Returns the mount path of a route's router: the part of the URL in front of the pattern's match. Express forgets it
 * once the error has left the router. Empty for patterns that match URLs of several lengths.
 */
function mountOf(url: string, pattern: string): string {
  if (/[*{(?]/.test(pattern)) return ''
  const steps = stepsOf(url.replace(/[?#].*$/s, ''))
  const own = stepsOf(pattern)
  return steps
    .slice(0, Math.max(0, steps.length - own.length))
    .map((step) => `/${step}`)
    .join('')
}

const stepsOf = (path: string) => path.split('/').filter((step) => step !== '')
