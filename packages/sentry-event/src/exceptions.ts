import { type DoorFrame, framesOf } from './frames.ts'
import { asText, type Fields, fieldsOf, textOf, valuesOf, wholeOf } from './values.ts'

/** One exception of the chain. */
export interface DoorException {
  exception_type: string
  message: string
  stack: DoorFrame[]
  mechanism?: Fields
  /** Thread on which it was raised. */
  thread_id?: string
}

/** Exceptions of an event: as they are shown, and as they decide about its group. */
export interface DoorChain {
  /** The thrown one first, then the others in the order sent. */
  shown: DoorException[]
  /** The path from the thrown one to its cause, without siblings and suppressed exceptions. */
  grouped: DoorException[]
}

/** Exceptions that are read: SDKs send at most 50. */
const maxExceptions = 50
const javaFamily = new Set(['java', 'kotlin', 'scala', 'groovy'])

/** Sentry lists the cause first and the thrown exception last. */
export function chainOf(event: Fields, platform: string, isWhole: boolean): DoorChain {
  const sent = valuesOf(event.exception).slice(-maxExceptions).reverse()
  const shown: DoorException[] = []
  const byPlace = new Map<Fields, DoorException>()
  for (const one of sent) {
    const exception = toException(one, platform, isWhole)
    if (exception === undefined) continue
    shown.push(exception)
    byPlace.set(one, exception)
  }
  const path = pathOf(sent.filter((one) => byPlace.has(one)))
  return { shown, grouped: path.map((one) => byPlace.get(one)!) }
}

function toException(sent: Fields, platform: string, isWhole: boolean): DoorException | undefined {
  const type = textOf(sent.type)
  const value = asText(sent.value)
  const stack = framesOf(sent.stacktrace ?? sent.raw_stacktrace, platform, isWhole)
  if (type === undefined && value === undefined && stack.length === 0) return undefined
  const module = textOf(sent.module)
  const exception: DoorException = {
    exception_type: type === undefined ? 'Error' : javaFamily.has(platform) && module ? `${module}.${type}` : type,
    message: value ?? '',
    stack,
  }
  const mechanism = fieldsOf(sent.mechanism)
  if (mechanism !== undefined) exception.mechanism = mechanism
  const threadId = asText(sent.thread_id)
  if (threadId !== undefined) exception.thread_id = threadId
  return exception
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
