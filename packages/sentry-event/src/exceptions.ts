import type { ExceptionRelation } from '@bugle/protocol'
import { framesOf, type SentryFrame } from './frames.ts'
import { asText, type Fields, fieldsOf, textOf, valuesOf, wholeOf } from './values.ts'

/** One exception of the chain. */
export interface SentryException {
  exception_type: string
  message: string
  stack: SentryFrame[]
  mechanism?: Fields
  /** Thread on which it was raised. */
  thread_id?: string
  /** Index of the one that contains it or that it caused; missing in the thrown one. */
  parent?: number
  relation?: ExceptionRelation
}

/** Exceptions of an event: as they are shown, and as they decide about its group. */
export interface SentryChain {
  /** The thrown one first, then the others in the order sent. */
  shown: SentryException[]
  /** The path from the thrown one to its cause, without siblings and suppressed exceptions. */
  grouped: SentryException[]
}

/** Exceptions that are read: SDKs send at most 50. */
const maxExceptions = 50
const javaFamily = new Set(['java', 'kotlin', 'scala', 'groovy'])

/** Sentry lists the cause first and the thrown exception last. */
export function chainOf(event: Fields, platform: string, isWhole: boolean): SentryChain {
  const sent = valuesOf(event.exception).slice(-maxExceptions).reverse()
  const shown: SentryException[] = []
  const byPlace = new Map<Fields, SentryException>()
  for (const one of sent) {
    const exception = toException(one, platform, isWhole)
    if (exception === undefined) continue
    shown.push(exception)
    byPlace.set(one, exception)
  }
  const kept = sent.filter((one) => byPlace.has(one))
  if (isWhole) relate(shown, kept)
  const path = pathOf(kept)
  return { shown, grouped: path.map((one) => byPlace.get(one)!) }
}

function toException(sent: Fields, platform: string, isWhole: boolean): SentryException | undefined {
  const type = textOf(sent.type)
  const value = asText(sent.value)
  const stack = framesOf(sent.stacktrace ?? sent.raw_stacktrace, platform, isWhole)
  if (type === undefined && value === undefined && stack.length === 0) return undefined
  const exception: SentryException = {
    exception_type: typeOf(sent, type, platform),
    message: value ?? '',
    stack,
  }
  const mechanism = fieldsOf(sent.mechanism)
  if (mechanism !== undefined) exception.mechanism = mechanism
  const threadId = asText(sent.thread_id)
  if (threadId !== undefined) exception.thread_id = threadId
  return exception
}

/** A message that is sent with a stack comes as an exception that nobody threw, without a type. */
function typeOf(sent: Fields, type: string | undefined, platform: string): string {
  if (type === undefined) return fieldsOf(sent.mechanism)?.synthetic === true ? 'Message' : 'Error'
  const module = textOf(sent.module)
  return javaFamily.has(platform) && module ? `${module}.${type}` : type
}

/** Says which exception each other one belongs to: by the ids of the SDK, else by the order of the list. */
function relate(shown: SentryException[], sent: Fields[]): void {
  const mechanisms = sent.map((one) => fieldsOf(one.mechanism) ?? {})
  const byId = new Map(mechanisms.map(({ exception_id: id }, index) => [wholeOf(id), index]))
  let before = 0
  for (const [index, { type, source, parent_id: parentId }] of mechanisms.entries()) {
    const isSuppressed = type === 'suppressed'
    const named = wholeOf(parentId)
    const parent = (named === undefined ? undefined : byId.get(named)) ?? before
    // The next one is the cause of what was thrown, not of what was suppressed meanwhile.
    if (!isSuppressed) before = index
    if (index === 0) continue
    const isIndexed = typeof source === 'string' && /\[\d+\]$|^(?:exceptions|errors)\b/.test(source)
    const isOfGroup = source === undefined && mechanisms[parent]!.is_exception_group === true
    shown[index]!.parent = parent
    shown[index]!.relation = isSuppressed ? 'suppressed' : isIndexed || isOfGroup ? 'member' : 'cause'
  }
  for (const one of shown) if (one.parent !== undefined && !isBelowFirst(shown, one)) one.parent = 0
}

/** Whether its parents lead to the first exception, and not in a circle. */
function isBelowFirst(shown: SentryException[], one: SentryException): boolean {
  let at: SentryException | undefined = one
  for (let step = 0; step < shown.length && at?.parent !== undefined; step++) at = shown[at.parent]
  return at === shown[0]
}

/** Follows a tree from its root through each first child; a plain chain stays as it is, without suppressed ones. */
function pathOf(sent: Fields[]): Fields[] {
  const ids = new Map<number, Fields>()
  const children = new Map<number, Fields[]>()
  for (const one of sent) {
    const { exception_id: id, parent_id: parent } = fieldsOf(one.mechanism) ?? {}
    const own = wholeOf(id)
    if (own !== undefined) ids.set(own, one)
    const above = wholeOf(parent)
    if (own !== undefined && above !== undefined && above !== own) {
      const siblings = children.get(above)
      if (siblings === undefined) children.set(above, [one])
      else siblings.push(one)
    }
  }
  const isSuppressed = (one: Fields) => fieldsOf(one.mechanism)?.type === 'suppressed'
  if (ids.size < 2) return sent.filter((one, index) => index === 0 || !isSuppressed(one))
  const path: Fields[] = []
  let at: Fields | undefined = sent[0]
  while (at !== undefined && !path.includes(at)) {
    path.push(at)
    const id = wholeOf(fieldsOf(at.mechanism)?.exception_id)
    at = (children.get(id ?? -1) ?? []).filter((one) => !isSuppressed(one)).sort((a, b) => idOf(a) - idOf(b))[0]
  }
  return path
}

function idOf(exception: Fields): number {
  return wholeOf(fieldsOf(exception.mechanism)?.exception_id) ?? 0
}
