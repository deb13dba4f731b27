import type { CaptureHint, Client } from './client.ts'
import type { Level, NewBreadcrumb, Scalar } from './event.ts'
import type { Options } from './options.ts'
import { errorText } from './plain.ts'
import { clientKey, type Facts, Scope } from './scope.ts'

const holder = globalThis as unknown as Record<symbol, Client | undefined>

/** The client that `init` made; undefined before, and while Bugle is off. */
export function getClient(): Client | undefined {
  return holder[clientKey]
}

/**
 * Makes the client of this program, in place of a former one. With options that cannot work Bugle stays off and says so
 * once on the console; it never throws.
 *
 * @param complete adds what the runtime knows
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
    if (missing.length > 0) {
      console.warn(`[bugle] off: init needs ${missing.join(', ')}`)
      return undefined
    }
    // A page would take it for a path of its own.
    if (!/^(https?:\/)?\//i.test(options.endpoint)) throw new Error(`no URL: ${options.endpoint}`)
    holder[clientKey] = create(options)
  } catch (error) {
    console.warn(`[bugle] off: ${errorText(error)}`)
  }
  return holder[clientKey]
}

function tell<T>(work: (client: Client) => T): T | undefined {
  const client = holder[clientKey]
  return client?.guard(() => work(client))
}

/**
 * Reports an error, with its causes. Anything may be given, as anything may be thrown.
 *
 * @returns the id of the event; undefined when it is not sent
 * @example try { await pay(order) } catch (error) { captureException(error, { tags: { step: 'payment' }, extra: { order: order.id } }) }
 */
export function captureException(error: unknown, hint?: CaptureHint): string | undefined {
  return tell((client) => client.captureException(error, hint ?? {})) || undefined
}

/**
 * Reports something that should not have happened, where nothing was thrown.
 *
 * @example captureMessage('The cache was cold', 'warning')
 */
export function captureMessage(message: string, level?: Level | CaptureHint, hint?: CaptureHint): string | undefined {
  return tell((client) => client.captureMessage(message, level, hint)) || undefined
}

/**
 * Notes what happens; the last 50 go with an event.
 *
 * @example addBreadcrumb({ category: 'cart', message: 'coupon applied', data: { percent: 20 } })
 */
export function addBreadcrumb(breadcrumb: NewBreadcrumb): void {
  tell((client) => client.addBreadcrumb(breadcrumb))
}

/**
 * Whom it happens to: an anonymous id, so that people can be counted; nothing else is kept. null forgets.
 *
 * @example setUser({ id: 'a81f' })
 */
export function setUser(user: { id: string | number } | null): void {
  tell((client) => client.scopes.current().setUser(user))
}

/**
 * A short value that events can be searched by.
 *
 * @example setTag('plan', 'team')
 */
export function setTag(name: string, value: Scalar): void {
  tell((client) => client.scopes.current().setTag(name, value))
}

/**
 * Several tags.
 *
 * @example setTags({ plan: 'team', beta: true })
 */
export function setTags(tags: Record<string, Scalar>): void {
  tell((client) => client.scopes.current().setTags(tags))
}

/**
 * A named group of facts; a function is asked when an event is made, and null takes the group away.
 *
 * @example setContext('order', { id: 7, items: 3 })
 */
export function setContext(name: string, context: Facts | null): void {
  tell((client) => client.scopes.current().setContext(name, context))
}

/**
 * A fact of any shape.
 *
 * @example setExtra('cart', cart)
 */
export function setExtra(name: string, value: unknown): void {
  tell((client) => client.scopes.current().setExtra(name, value))
}

/**
 * Runs work with a scope of its own: what is set inside, is known inside. In Node it follows the work over every `await`;
 * in browsers, which cannot, it holds until the promise of the work ends.
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
 * Waits until everything was sent, at most so long (2 seconds): at the end of a call of a function that is frozen then.
 *
 * @returns whether it was; what is left is still sent later
 * @example await flush()
 */
export async function flush(timeoutMs?: number): Promise<boolean> {
  return (await holder[clientKey]?.flush(timeoutMs)) ?? true
}

/**
 * Sends what waits, for at most so long (2 seconds), then turns Bugle off.
 *
 * @returns whether everything was sent
 * @example await close()
 */
export async function close(timeoutMs?: number): Promise<boolean> {
  const client = holder[clientKey]
  holder[clientKey] = undefined
  return (await client?.close(timeoutMs)) ?? true
}
