import { inScope, reportRequestError, requestScope } from './request.ts'

interface Request {
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
    const scope = requestScope(() => ({
      method: request.method,
      url: request.originalUrl ?? request.url,
      route: typeof request.route?.path === 'string' ? `${request.baseUrl ?? ''}${request.route.path}` : undefined,
      status: response.headersSent ? response.statusCode : undefined,
    }))
    inScope(scope, () => next())
  }
}

/** Middleware for Express that reports errors and hands them on. Use it behind the routes, before error handlers of yours. */
export function bugleErrors() {
  // Express knows handlers of errors by their four parameters.
  return (error: unknown, _request: unknown, _response: unknown, next: Next): void => {
    reportRequestError(error, 'express')
    next(error)
  }
}
