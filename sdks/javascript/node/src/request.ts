import { cleanUrl, getClient, read, Scope } from '@bugle/core'
import { traceContext } from './trace.ts'

/**
 * Where the scope of a request is kept, for what comes without it: callbacks of a pool's connection that another request has
 * opened. A WeakMap of all requests costs the garbage collector more than the requests do.
 */
export const scopeOf: unique symbol = Symbol('bugle.scope')

/** What the events of a request tell of it, beside nothing else: no header, no query, no body. */
interface RequestFacts {
  method: string | undefined
  url: string | undefined
  /** The pattern that the URL fits, such as `/orders/:id`. */
  route?: unknown
  /** Once it is known. */
  status?: number | undefined
}

/**
 * A scope for one request; undefined while Bugle is off.
 *
 * @param context is asked when an event is made, and not before: a request that captures nothing pays for none of it
 * @param request of its headers `traceparent` is read, then
 */
export function requestScope(context: () => object, request: unknown): Scope | undefined {
  const client = getClient()
  return client && new RequestScope(client.scopes.current(), context, request)
}

/** Field by field: `Object.assign` takes longer than all the rest of it. */
class RequestScope extends Scope {
  constructor(outer: Scope, context: () => object, request: unknown) {
    super()
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
  }
}

/** What is known of a request, as `contexts.request` of an event. */
export function toContext({ method, url, route, status }: RequestFacts): object {
  return {
    method,
    url: cleanUrl(url ?? ''),
    ...(typeof route === 'string' ? { route } : {}),
    ...(status === undefined ? {} : { status }),
  }
}

/** Runs work with this scope, over every `await`, or as it is without one. */
export function inScope<T>(scope: Scope | undefined, work: () => T): T {
  const scopes = getClient()?.scopes
  return scope === undefined || scopes === undefined || scopes.current() === scope ? work() : scopes.run(scope, work)
}

/**
 * Whether an error is an answer in the form of an error: one with a status below 500. Whatever else stands in these fields, such
 * as the 0 of a request that was cut off, the frameworks answer 500.
 *
 * @param tellers the error, and the answer where a framework takes the status from there; the first one that has it decides
 */
export function isAnswer(...tellers: unknown[]): boolean {
  const given = tellers.flatMap((one) => [read(one, 'status'), read(one, 'statusCode')])
  const status = given.find((one) => typeof one === 'number' && one >= 400 && one < 600)
  return Number(status) < 500
}

/**
 * Reports what a framework has caught.
 *
 * @param framework as the type of the mechanism
 */
export function reportRequestError(error: unknown, framework: string): void {
  const client = getClient()
  client?.guard(() => client.captureException(error, { mechanism: { type: framework, handled: false } }))
}

/** Runs work of a handler; what it throws, now or later, is reported and thrown on. */
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
