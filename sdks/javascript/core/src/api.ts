import { type ExceptionPart, type Level, levels, type NewBreadcrumb, type Scalar } from './event.ts'
import type { Options } from './options.ts'
import { read } from './plain.ts'
import type { CaptureHint, Client } from './runtime.ts'
import { clientKey, type Facts, Scope } from './scope.ts'
import { cleanText } from './scrub.ts'

const holder = globalThis as unknown as Record<symbol, Client | undefined>

/** Returns the client that `init` created; undefined before that, and while Bugle is off. */
export function getClient(): Client | undefined {
  return holder[clientKey]
}

/**
 * Creates the program's client and closes a former one. With unusable options Bugle stays off and says so once on the
 * console; it never throws.
 * @param complete adds options that the runtime knows
 */
export function start(
  given: Options,
  create: (options: Options) => Client,
  complete: (given: Options) => Options = (options) => options,
): Client | undefined {
  try {
    const options = complete(given)
    holder[clientKey]?.close().catch(() => {})
    holder[clientKey] = undefined
    if (options?.enabled === false) return undefined
    const missing = (['token', 'endpoint', 'appId'] as const).filter((name) => !options?.[name])
    if (missing.length > 0) throw new Error(`init needs ${missing.join(', ')}`)
    // A page would resolve it as a path of its own.
    if (!/^(https?:\/)?\//i.test(options.endpoint)) throw new Error(`no URL ${options.endpoint}`)
    holder[clientKey] = create(options)
  } catch (error) {
    console.warn(`[bugle] off: ${read(error, 'message')}`)
  }
  return holder[clientKey]
}

function withClient<T>(work: (client: Client) => T): T | undefined {
  const client = holder[clientKey]
  return client?.guard(() => work(client))
}

/**
 * Reports an error with its causes. Accepts any value, since any value can be thrown.
 *
 * @returns the id of the event; undefined when it is not sent
 * @example try { await pay(order) } catch (error) { captureException(error, { tags: { step: 'payment' }, extra: { order: order.id } }) }
 */
export function captureException(error: unknown, hint?: CaptureHint): string | undefined {
  return withClient((client) => client.captureException(error, hint ?? {})) || undefined
}

/**
 * Reports a problem for which nothing was thrown.
 *
 * @example captureMessage('The cache was cold', 'warning')
 */
export function captureMessage(message: string, level?: Level | CaptureHint, hint?: CaptureHint): string | undefined {
  return withClient((client) => reportMessage(client, message, level, hint)) || undefined
}

/** Reports a message through this client. */
export function reportMessage(
  client: Client,
  message: string,
  level?: Level | CaptureHint,
  hint?: CaptureHint,
): string | undefined {
  const given = typeof level === 'object' ? level : hint
  const named = (typeof level === 'object' ? read(level, 'level') : level) ?? 'info'
  const chosen = levels.find((one) => one === named) ?? 'error'
  const errors = (): [ExceptionPart] => [{ exception_type: 'Message', message: cleanText(message), stack: null }]
  return client.report(message, given, errors, 'message', chosen)
}

/**
 * Adds a breadcrumb; an event carries the last 50.
 *
 * @example addBreadcrumb({ category: 'cart', message: 'coupon applied', data: { percent: 20 } })
 */
export function addBreadcrumb(breadcrumb: NewBreadcrumb): void {
  withClient((client) => client.addBreadcrumb(breadcrumb))
}

/**
 * Sets the affected user, by an anonymous id for counting people; nothing else is kept. null clears it.
 *
 * @example setUser({ id: 'a81f' })
 */
export function setUser(user: { id: string | number } | null): void {
  withClient((client) => client.scopes.current().setUser(user))
}

/**
 * Sets a tag: a short value that events can be searched by.
 *
 * @example setTag('plan', 'team')
 */
export function setTag(name: string, value: Scalar): void {
  withClient((client) => client.scopes.current().setTag(name, value))
}

/**
 * Sets several tags.
 *
 * @example setTags({ plan: 'team', beta: true })
 */
export function setTags(tags: Record<string, Scalar>): void {
  withClient((client) => client.scopes.current().setTags(tags))
}

/**
 * Sets a named group of facts. A function is evaluated when an event is built; null removes the group.
 *
 * @example setContext('order', { id: 7, items: 3 })
 */
export function setContext(name: string, context: Facts | null): void {
  withClient((client) => client.scopes.current().setContext(name, context))
}

/**
 * Sets extra data of any shape.
 *
 * @example setExtra('cart', cart)
 */
export function setExtra(name: string, value: unknown): void {
  withClient((client) => client.scopes.current().setExtra(name, value))
}

/**
 * Runs work in a scope of its own, so that what is set inside does not leak out. In Node the scope follows the work
 * over every `await`; in browsers, which cannot do that, it lasts until the work's promise settles.
 *
 * @example await withScope(async (scope) => { scope.setTag('job', job.name); await job.run() })
 */
export function withScope<T>(work: (scope: Scope) => T): T {
  if (typeof work !== 'function') return undefined as T
  const scopes = holder[clientKey]?.scopes
  const scope = Object.assign(new Scope(), scopes?.current())
  return scopes ? scopes.run(scope, () => work(scope)) : work(scope)
}

/**
 * Waits until every event has been sent or the timeout (2 seconds) is over. Call it at the end of a serverless
 * function, which is frozen afterwards.
 *
 * @returns whether the server has accepted everything; what merely waits is still sent later
 * @example await flush()
 */
export async function flush(timeoutMs?: number): Promise<boolean> {
  return (await holder[clientKey]?.flush(timeoutMs)) ?? true
}

/**
 * Sends waiting events for at most the timeout (2 seconds), then turns Bugle off.
 *
 * @returns whether the server has accepted everything
 * @example await close()
 */
export async function close(timeoutMs?: number): Promise<boolean> {
  const client = holder[clientKey]
  holder[clientKey] = undefined
  return (await client?.close(timeoutMs)) ?? true
}
