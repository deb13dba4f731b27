import { cleanUrl, getClient, read, Scope } from '@bugle/core'
import { countRequest, type RequestSession } from './sessions.ts'
import { traceContext } from './trace.ts'

/**
 * Property holding a request's scope, for work without a context of its own: callbacks on a pooled connection that
 * another request opened. A WeakMap of all requests burdens the garbage collector more than the requests do.
 */
export const scopeKey: unique symbol = Symbol('bugle.scope')

/** The only request data in events: no header, query or body. */
interface RequestFacts {
  method: string | undefined
  url: string | undefined
  /** The matched pattern, such as `/orders/:id`. */
  route?: unknown
  /** Set once known. */
  status?: number | undefined
}

/**
 * Creates the scope of a request; undefined while Bugle is off.
 *
 * @param context evaluated only when an event is built, so that other requests do not pay for it
 * @param request its `traceparent` header is read at that time
 */
export function requestScope(context: () => object, request: unknown): Scope | undefined {
  const client = getClient()
  return client && new RequestScope(client.scopes.current(), context, request, countRequest(client))
}

/** Copies field by field: `Object.assign` takes longer than everything else here. */
class RequestScope extends Scope {
  session: RequestSession

  constructor(outer: Scope, context: () => object, request: unknown, session: RequestSession) {
    super()
    this.session = session
    this.user = outer.user
    this.level = outer.level
    this.fingerprint = outer.fingerprint
    this.tags = outer.tags
    this.contexts = {
      ...outer.contexts,
      request: context,
      trace: () => traceContext(read(request, 'headers')) as object,
    }
    this.extra = outer.extra
    this.breadcrumbs = outer.breadcrumbs
    this.attachments = outer.attachments
  }
}

/** Builds `contexts.request` of an event. */
export function toContext({ method, url, route, status }: RequestFacts): object {
  return {
    method,
    url: cleanUrl(url ?? ''),
    ...(typeof route === 'string' ? { route } : {}),
    ...(status === undefined ? {} : { status }),
  }
}

/** Runs work with this scope, over every `await`; without a scope, unchanged. */
export function inScope<T>(scope: Scope | undefined, work: () => T): T {
  const scopes = getClient()?.scopes
  return scope === undefined || scopes === undefined || scopes.current() === scope ? work() : scopes.run(scope, work)
}

/**
 * Whether an error stands for a regular response: one with a status below 500. Frameworks answer other values of these
 * fields, such as the 0 of an aborted request, with 500.
 *
 * @param sources the error, and the response where the framework takes the status from it; the first that has a status
 * decides
 */
export function isExpectedError(...sources: unknown[]): boolean {
  const given = sources.flatMap((one) => [read(one, 'status'), read(one, 'statusCode')])
  const status = given.find((one) => typeof one === 'number' && one >= 400 && one < 600)
  return Number(status) < 500
}

/**
 * Reports an error that a framework has caught.
 *
 * @param framework becomes the type of the mechanism
 */
export function reportRequestError(error: unknown, framework: string): void {
  const client = getClient()
  client?.guard(() => client.captureException(error, { mechanism: { type: framework, handled: false } }))
}

/** Runs a handler's work; reports an error or rejection and rethrows it. */
export function reporting<T>(framework: string, work: () => T, isNoError: (error: unknown) => boolean): T {
  const report = (error: unknown): never => {
    if (!isNoError(error)) reportRequestError(error, framework)
    throw error
  }
  try {
    const result = work()
    return result instanceof Promise ? (result.then(undefined, report) as T) : result
  } catch (error) {
    return report(error)
  }
}
