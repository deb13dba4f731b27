const essential = /^(event_id|platform|app_id|exception_type|message|stack|release|dist|environment|timestamp)$/
/** Bounded fields that the SDK itself writes. */
const own = /^(sdk|repeat|users|client_drops|shrunk)$/

/** Whether a field is an essential text, or the SDK's own. */
export function isEssential([name, value]: [name: string, value: unknown]): boolean {
  return essential.test(name) ? typeof value === 'string' : own.test(name)
}

/**
 * Reduces an event that the server refuses to its minimal form: a hook of the host may have added anything.
 *
 * @returns undefined if it was minimal already
 */
export function toMinimal(body: string): string | undefined {
  const fields = Object.entries({ ...JSON.parse(body), shrunk: ['refused'] }).filter(isEssential)
  const small = JSON.stringify(Object.fromEntries(fields))
  return small.length < body.length ? small : undefined
}
