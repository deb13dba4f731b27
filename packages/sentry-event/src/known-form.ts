import { parseStack } from '@bugle/stacktrace'
import { type Fields, fieldsOf, textOf } from './values.ts'

/** Names that SDKs of former years gave to fields, with the present ones. */
const formerNames: Record<string, string> = {
  'sentry.interfaces.Exception': 'exception',
  'sentry.interfaces.Stacktrace': 'stacktrace',
  'sentry.interfaces.Threads': 'threads',
  'sentry.interfaces.Message': 'logentry',
  'sentry.interfaces.User': 'user',
  'sentry.interfaces.Http': 'request',
  'sentry.interfaces.Contexts': 'contexts',
  'sentry.interfaces.Breadcrumbs': 'breadcrumbs',
}

/**
 * Brings an event into the form that present SDKs send: former names of fields become the present ones; a single exception, thread
 * or breadcrumb becomes a list of one; the text of a stack becomes frames. Removal of personal data, translation and shrinking read
 * that form alone, so nothing is left out of it. An event that has it already is returned as it is.
 */
export function inKnownForm(sent: Fields): Fields {
  let event = sent
  const put = (name: string, value: unknown) => {
    if (event === sent) event = { ...sent }
    event[name] = value
  }
  for (const former in formerNames) {
    if (sent[former] === undefined) continue
    const name = formerNames[former]!
    // Beside the present one it says nothing else.
    if (sent[name] !== undefined && sent[name] !== null) continue
    put(name, sent[former])
    delete event[former]
  }
  const { exception, threads, breadcrumbs, stacktrace, fingerprint } = event
  if (!isList(exception)) put('exception', asList(exception, asException))
  if (!isList(threads)) put('threads', asList(threads))
  if (!isList(breadcrumbs)) put('breadcrumbs', asList(breadcrumbs, asCrumb))
  const platform = textOf(event.platform)?.toLowerCase()
  for (const name of ['exception', 'threads'] as const) {
    const values = withFrames(event[name], platform)
    if (values !== undefined) put(name, { ...fieldsOf(event[name]), values })
  }
  if (!hasFrames(stacktrace)) put('stacktrace', framesFor(stacktrace, platform))
  if (typeof fingerprint === 'string' && fingerprint !== '') put('fingerprint', [fingerprint])
  return event
}

/** Whether a value is a list of objects as SDKs send it, bare or as `values`, or absent. */
function isList(value: unknown): boolean {
  if (value === undefined || value === null) return true
  const list = Array.isArray(value) ? value : fieldsOf(value)?.values
  return Array.isArray(list) && list.every((entry) => typeof entry === 'object')
}

/** Returns a list in any form as `values`, beside which other fields may stand. */
function asList(value: unknown, toEntry: (entry: unknown) => unknown = (entry) => entry): Fields {
  const fields = fieldsOf(value)
  const isWrapped = fields !== undefined && Object.hasOwn(fields, 'values')
  const values = listOf(isWrapped ? fields.values : value).map(toEntry)
  return isWrapped ? { ...fields, values } : { values }
}

/** The entries of a list in any form: of an object with numbers as names, as PHP writes a list with gaps, or a single entry. */
function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value
  const fields = fieldsOf(value)
  if (fields === undefined) return [value]
  const names = Object.keys(fields)
  if (names.length === 0) return []
  return names.every((name) => /^\d+$/.test(name)) ? Object.values(fields) : [fields]
}

/** Takes a text or number in place of an exception as its value. */
function asException(entry: unknown): unknown {
  return typeof entry === 'object' ? entry : { value: entry }
}

function asCrumb(entry: unknown): unknown {
  return typeof entry === 'string' ? { message: entry } : entry
}

/** Returns the entries of a list with the frames of each in the known form; undefined if they have it already. */
function withFrames(list: unknown, platform: string | undefined): unknown[] | undefined {
  const entries = Array.isArray(list) ? list : fieldsOf(list)?.values
  if (!Array.isArray(entries) || !entries.some(hasOtherStack)) return undefined
  return (entries as unknown[]).map((entry) => {
    if (!hasOtherStack(entry)) return entry
    const { [formerStack]: former, ...rest } = entry
    // Beside the present one it says nothing else.
    const [others, stacktrace] = rest.stacktrace ? [entry, entry.stacktrace] : [rest, former]
    return { ...others, stacktrace: hasFrames(stacktrace) ? stacktrace : framesFor(stacktrace, platform) }
  })
}

const formerStack = 'sentry.interfaces.Stacktrace'

/** Whether an entry has a stack, and not where or how present SDKs send it. */
function hasOtherStack(entry: unknown): entry is Fields {
  const fields = fieldsOf(entry)
  if (fields === undefined) return false
  const { stacktrace } = fields
  return !hasFrames(stacktrace) || (fields[formerStack] !== undefined && (stacktrace ?? undefined) === undefined)
}

function hasFrames(stacktrace: unknown): boolean {
  if (stacktrace === undefined || stacktrace === null) return true
  const { frames } = fieldsOf(stacktrace) ?? { frames: 0 }
  if (frames === undefined || frames === null) return true
  return Array.isArray(frames) && frames.every((frame) => typeof frame === 'object')
}

/** Returns a stack as frames; what is none stays as it is, and is named among what was not read. */
function framesFor(stacktrace: unknown, platform: string | undefined): unknown {
  const sent = Array.isArray(stacktrace) || typeof stacktrace === 'string' ? stacktrace : fieldsOf(stacktrace)?.frames
  const entries = listOf(sent)
  const isText = entries.length > 0 && entries.every((entry) => typeof entry === 'string')
  const frames = isText ? framesOfText(entries.join('\n'), platform) : entries
  if (!frames.some((frame) => fieldsOf(frame) !== undefined)) return stacktrace
  return { ...fieldsOf(stacktrace), ...(isText ? { text: entries.join('\n') } : {}), frames }
}

/** Reads the text of a stack; Sentry's order is the other way round. */
function framesOfText(text: string, platform: string | undefined): Fields[] {
  const { frames } = parseStack(text, platform === undefined ? {} : { platform })
  return frames
    .map(({ function: name, module, file, line, column, in_app: isOwn }) => ({
      ...(name === undefined ? {} : { function: name }),
      ...(module === undefined ? {} : { module }),
      ...(file === undefined ? {} : { filename: file }),
      ...(line === undefined ? {} : { lineno: line }),
      ...(column === undefined ? {} : { colno: column }),
      in_app: isOwn,
    }))
    .reverse()
}
