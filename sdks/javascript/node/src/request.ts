import { cleanUrl, getClient, read, Scope } from '@bugle/core'

/**
 * Where the scope of a request is kept, for what comes without it: events of a socket, callbacks of a pool's connection that
 * another request has opened. A WeakMap of all requests costs the garbage collector more than the requests do.
 */
export const scopeOf = Symbol('bugle.scope')

/** What the events of a request tell of it, beside nothing else: no header, no query, no body. */
interface RequestFacts {
  method: string | undefined
  url: string | undefined
  /** The pattern that the URL fits, such as `/orders/:id`. */
  route?: unknown
  /** Once it is known. */
  status?: number | undefined
}

/** A scope for one request; undefined while Bugle is off. Its facts are read when an event is made, and not before. */
export function requestScope(facts: () => RequestFacts): Scope | undefined {
  const client = getClient()
  if (client === undefined) return undefined
  const scope = new Scope(client.scopes.current())
  scope.contexts = { ...scope.contexts, request: () => toContext(facts()) }
  return scope
}

function toContext({ method, url, route, status }: RequestFacts): Record<string, unknown> {
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
 * Reports what a framework has caught, unless it is an answer in the form of an error: one with a status below 500.
 *
 * @param framework as the type of the mechanism
 */
export function reportRequestError(error: unknown, framework: string): void {
  const status = read(error, 'status') ?? read(error, 'statusCode')
  if (typeof status === 'number' && status < 500) return
  const client = getClient()
  client?.guard(() => client.captureException(error, { mechanism: { type: framework, handled: false } }))
}

/** Runs work of a handler; what it throws, now or later, is reported and thrown on. */
export function reporting<T>(framework: string, work: () => T, isAnswer = (_: unknown) => false): T {
  const report = (error: unknown): never => {
    if (!isAnswer(error)) reportRequestError(error, framework)
    throw error
  }
  try {
    const result = work()
    return result instanceof Promise ? (result.then(undefined, report) as T) : result
  } catch (error) {
    return report(error)
  }
}
