import { levelOf } from './level.ts'
import { type Fields, fieldsOf, textOf, timeOf } from './values.ts'

/** Tells by field whether what an SDK sent, which is not empty, has a form that is read. */
const forms: Record<string, (value: unknown) => boolean> = {
  exception: (value) => {
    const entries = entriesOf(value)
    return entries.length === 0 ? isBlank(value) : entries.every(isException)
  },
  threads: (value) => entriesOf(value).every((entry) => fieldsOf(entry) !== undefined),
  breadcrumbs: (value) => entriesOf(value).every((entry) => fieldsOf(entry) !== undefined),
  stacktrace: isStack,
  message: isMessage,
  logentry: isMessage,
  tags: (value) =>
    Array.isArray(value) ? value.every((tag) => isEmpty(tag) || isPair(tag)) : fieldsOf(value) !== undefined,
  fingerprint: (value) => Array.isArray(value),
  level: (value) => levelOf(value) !== undefined,
  timestamp: (value) => value === 0 || timeOf(value) !== undefined,
  contexts: (value) => fieldsOf(value) !== undefined,
  extra: (value) => fieldsOf(value) !== undefined,
  debug_meta: (value) => fieldsOf(value) !== undefined,
}

/** Names the fields of an event in the known form whose content was not understood; they are shown as they were sent. */
export function unreadIn(event: Fields): string[] {
  return Object.keys(forms).filter((name) => !isEmpty(event[name]) && !forms[name]!(event[name]))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Whether nothing below a value says anything. */
function isBlank(value: unknown): boolean {
  return isEmpty(value) || (typeof value === 'object' && Object.values(value!).every(isBlank))
}

function entriesOf(value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : fieldsOf(value)?.values
  return Array.isArray(list) ? list.filter((entry) => !isEmpty(entry)) : []
}

/** An exception says something by its type, its value or its frames. */
function isException(entry: unknown): boolean {
  const { type, value, stacktrace, raw_stacktrace: raw } = fieldsOf(entry) ?? {}
  if (!isStack(stacktrace) || !isStack(raw)) return false
  if (textOf(type) !== undefined || (value !== undefined && value !== null)) return true
  return [stacktrace, raw].some((stack) => (fieldsOf(stack)?.frames as unknown[] | null | undefined)?.length)
}

function isStack(value: unknown): boolean {
  if (isEmpty(value)) return true
  const { frames } = fieldsOf(value) ?? { frames: 'none' }
  return isEmpty(frames) || (Array.isArray(frames) && frames.every((frame) => isEmpty(frame) || fieldsOf(frame)))
}

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object') return true
  const { message, formatted } = fieldsOf(value) ?? {}
  return textOf(message) !== undefined || textOf(formatted) !== undefined
}

function isPair(tag: unknown): boolean {
  return Array.isArray(tag) ? tag.length === 2 : fieldsOf(tag)?.key !== undefined
}
