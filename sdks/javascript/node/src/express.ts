import type { Scope } from '@bugle/core'
import { inScope, isAnswer, reportRequestError, requestScope, scopeOf, toContext } from './request.ts'

interface Request {
  [scopeOf]?: Scope | undefined
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
    request[scopeOf] = scope
    inScope(scope, next)
  }
}

/** Middleware for Express that reports errors and hands them on. Use it behind the routes, before error handlers of yours. */
export function bugleErrors() {
  // Express knows handlers of errors by their four parameters.
  return (error: unknown, request: Request, response: Response, next: Next): void => {
    // `response.status(404)`, then a plain error: Express answers 404. What was sent before is no answer to the error.
    if (!isAnswer(error, response.headersSent ? undefined : response))
      inScope(request[scopeOf], () => reportRequestError(error, 'express'))
    next(error)
  }
}

function routeOf({ route, baseUrl, originalUrl }: Request): string | undefined {
  const path = route?.path
  return typeof path === 'string' ? `${baseUrl || mountOf(originalUrl ?? '', path)}${path}` : undefined
}

/**
 * Where the router of a route is mounted, by what the URL has at its front beyond the pattern: when an error has left the
 * router, Express knows it no more. Nothing for patterns that fit URLs of several lengths.
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
