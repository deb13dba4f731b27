import { type IngestEvent, limits } from '@bugle/protocol'
import { derivedTags, type Tag } from './derived-tags.ts'
import { chainOf, type SentryException } from './exceptions.ts'
import { framesOf, type SentryFrame } from './frames.ts'
import { finerLevels, levelOf } from './level.ts'
import { messageOf } from './message.ts'
import { oneLine } from './one-line.ts'
import { platformOf } from './platform.ts'
import { unreadIn } from './unread.ts'
import { agentOf } from './user-agent.ts'
import { asText, type Fields, fieldsOf, jsonOf, textOf, timeOf, valuesOf } from './values.ts'

/**
 * Changes when the part of a translation changes that decides about groups and columns. It is stored with each event,
 * so that a newer translator knows how an older one grouped.
 */
export const translatorVersion = 1

export interface TranslateContext {
  /** In place of the bundle identifier that Sentry's events do not have. */
  appId: string
  clientId?: string | undefined
  scrubbed?: string[] | undefined
  trimmed?: string[] | undefined
  /** How many equal ones it stands for; 1 by default. */
  repeat?: number | undefined
  /** Leaves out what only readers of the event see, such as variables and breadcrumbs. */
  isForColumns?: boolean | undefined
}

/** A thread other than the one of the exception. */
export interface SentryThread {
  id: string
  name: string | null
  crashed: boolean
  current: boolean
  stack: SentryFrame[]
}

/** Facts of a Sentry event that an `IngestEvent` has no field for. */
export interface SentryFacts {
  /** The id that the SDK gave it. */
  clientId: string | undefined
  /** Fields that grouping reads instead of those that are shown. */
  grouping: { message: string; frames: SentryFrame[]; exceptions: SentryException[] }
  /** The thrown exception first. */
  exceptions: SentryException[]
  threads: SentryThread[]
  scrubbed: string[]
  trimmed: string[]
  /** Fields whose form was not understood; `event.sentry` has them as they were sent. */
  unread: string[]
  breadcrumbs: { level?: string; type?: string }[]
}

/** An event in our form, and what its own form said beyond that; a native event has no facts. */
export interface EventWithFacts {
  event: IngestEvent
  facts?: SentryFacts | undefined
}

export type TranslatedEvent = EventWithFacts & { facts: SentryFacts }

type Translated = IngestEvent & { sentry?: Fields }

/** SDKs keep this many breadcrumbs. */
const maxBreadcrumbs = 100
const maxThreads = 20
const maxThreadFrames = 50

/** Translates an event of any Sentry SDK, which is in the known form. Pure; any JSON object gives an event. */
export function translateEvent(sent: Fields, context: TranslateContext): TranslatedEvent {
  const platform = textOf(sent.platform)?.toLowerCase() ?? ''
  const isWhole = context.isForColumns !== true
  const { shown, grouped } = chainOf(sent, platform, isWhole)
  const needsThreads = isWhole || !shown[0]?.stack.length
  const threads = needsThreads ? threadsOf(sent, platform) : []
  const main = withThreadStack(shown[0], threads)
  const message = messageOf(sent)
  const stack = main?.stack.length ? main.stack : stackWithoutException(sent, platform, threads)
  const isBlank = main === undefined && message.text === '' && stack.length === 0
  const unread = isWhole || isBlank ? unreadIn(sent) : []
  const text = main?.message ?? (isBlank ? textOfUnread(sent, unread) : message.text)
  const template = main !== undefined || isBlank ? text : message.template
  const event: Translated = {
    exception_type: main?.exception_type ?? (stack.length > 0 && shown.length > 0 ? 'Error' : 'Message'),
    message: text,
    platform: platformOf(sent),
    app_id: context.appId,
    level: levelOf(sent.level) ?? 'error',
  }
  const facts: SentryFacts = {
    clientId: context.clientId,
    grouping: { message: template, frames: stack, exceptions: grouped.slice(1) },
    exceptions: main === undefined ? [] : [main, ...shown.slice(1)],
    threads: threads.filter((thread) => thread.stack !== stack),
    scrubbed: context.scrubbed ?? [],
    trimmed: context.trimmed ?? [],
    unread,
    breadcrumbs: [],
  }
  if (context.repeat !== undefined) event.repeat = context.repeat
  if (stack.length > 0) event.stack = stack as unknown as Fields[]
  if (shown.length > 1)
    event.exceptions = shown.slice(1).map(({ exception_type, message, stack, parent, relation }) => ({
      exception_type,
      message,
      stack: stack as unknown as Fields[],
      ...(parent === undefined ? {} : { parent, relation }),
    }))
  addPlainFields(event, sent)
  addContexts(event, sent)
  addTags(event, sent, main)
  if (!isWhole) return { event, facts }
  const crumbs = valuesOf(sent.breadcrumbs).slice(-maxBreadcrumbs)
  addBreadcrumbs(event, crumbs)
  addOther(event, sent, { unread, message: message.text !== text ? message.text : undefined })
  return { event, facts: { ...facts, breadcrumbs: crumbs.map(breadcrumbFacts) } }
}

function withThreadStack(main: SentryException | undefined, threads: SentryThread[]): SentryException | undefined {
  if (main === undefined || main.stack.length > 0) return main
  const thread = threads.find(({ id }) => id === main.thread_id) ?? leadOf(threads)
  return thread === undefined ? main : { ...main, stack: thread.stack }
}

function leadOf(threads: SentryThread[]): SentryThread | undefined {
  return threads.find(({ crashed }) => crashed) ?? threads.find(({ current }) => current)
}

function stackWithoutException(sent: Fields, platform: string, threads: SentryThread[]): SentryFrame[] {
  const own = framesOf(sent.stacktrace, platform)
  return own.length > 0 ? own : ((leadOf(threads) ?? (threads.length === 1 ? threads[0] : undefined))?.stack ?? [])
}

function threadsOf(sent: Fields, platform: string): SentryThread[] {
  const threads = valuesOf(sent.threads).slice(0, 500)
  const toThread = (thread: Fields): SentryThread => ({
    id: asText(thread.id) ?? '',
    name: textOf(thread.name) ?? null,
    crashed: thread.crashed === true,
    current: thread.current === true,
    stack: framesOf(thread.stacktrace, platform),
  })
  const lead = threads.filter((thread) => thread.crashed === true || thread.current === true).slice(0, 2)
  const others = threads.filter((thread) => !lead.includes(thread)).slice(0, maxThreads)
  return [
    ...lead.map(toThread),
    ...others.map(toThread).map((thread) => ({ ...thread, stack: thread.stack.slice(0, maxThreadFrames) })),
  ]
}

/** Fields that say what happened. */
const tellingFields = ['exception', 'logentry', 'message', 'stacktrace', 'threads']

/** Returns what an event says in a form that is not understood, in place of a message: an empty event helps nobody. */
function textOfUnread(sent: Fields, unread: readonly string[]): string {
  const name = tellingFields.find((one) => unread.includes(one))
  return name === undefined ? '' : jsonOf(sent[name]).slice(0, limits.messageBytes)
}

function addPlainFields(event: Translated, sent: Fields): void {
  for (const name of ['release', 'dist', 'environment'] as const) {
    const text = oneLine(asText(sent[name]) ?? '')
    if (text !== '') event[name] = text
  }
  const time = timeOf(sent.timestamp)
  if (time !== undefined) event.timestamp = time
  const userId = asText(fieldsOf(sent.user)?.id)
  if (userId !== undefined && userId !== '') event.user = { id: userId }
  const fingerprint = Array.isArray(sent.fingerprint)
    ? sent.fingerprint.map(asText).filter((part): part is string => part !== undefined)
    : []
  if (fingerprint.length > 0) event.fingerprint = fingerprint
  const extra = fieldsOf(sent.extra)
  if (extra !== undefined && Object.keys(extra).length > 0) event.extra = extra
  const debugMeta = fieldsOf(sent.debug_meta)
  if (debugMeta !== undefined) event.debug_meta = debugMeta
  const sdk = fieldsOf(sent.sdk)
  const name = textOf(sdk?.name)
  if (name !== undefined) event.sdk = { name, version: textOf(sdk!.version) ?? null }
}

function addContexts(event: Translated, sent: Fields): void {
  const contexts: Fields = { ...fieldsOf(sent.contexts) }
  const app = fieldsOf(contexts.app)
  if (app !== undefined) {
    const own = { version: app.app_version, build: app.app_build, bundle_id: app.app_identifier }
    contexts.app = {
      ...app,
      ...Object.fromEntries(Object.entries(own).filter(([, value]) => typeof value === 'string')),
    }
  }
  const update = fieldsOf(contexts.ota_updates)
  if (update !== undefined) {
    contexts.expo = {
      runtime_version: update.runtime_version,
      update_id: update.update_id,
      channel: update.channel,
      is_embedded: update.is_embedded_launch === true,
    }
  }
  const { id: _id, ...person } = fieldsOf(sent.user) ?? {}
  // There are any only in projects that keep them.
  if (Object.keys(person).length > 0) contexts.user = person
  const request = fieldsOf(sent.request)
  if (request !== undefined) {
    const { query_string: query, ...rest } = request
    contexts.request = query === undefined || query === null ? rest : { ...rest, query }
    const agent = textOf(headerOf(request.headers, 'user-agent'))
    if (agent !== undefined) {
      const { browser, os } = agentOf(agent)
      if (contexts.browser === undefined && browser !== undefined) contexts.browser = browser
      if (contexts.os === undefined && os !== undefined && isFromBrowser(event)) contexts.os = os
    }
  }
  if (Object.keys(contexts).length > 0) event.contexts = contexts
}

/** On a server the header names the program that called it, whose system is not the event's. */
function isFromBrowser({ platform }: IngestEvent): boolean {
  return platform === 'web'
}

function headerOf(headers: unknown, name: string): unknown {
  if (Array.isArray(headers))
    return (headers as unknown[]).find(
      (pair): pair is [string, unknown] =>
        Array.isArray(pair) && typeof pair[0] === 'string' && pair[0].toLowerCase() === name,
    )?.[1]
  const fields = fieldsOf(headers) ?? {}
  const key = Object.keys(fields).find((one) => one.toLowerCase() === name)
  const value = key === undefined ? undefined : fields[key]
  return Array.isArray(value) ? value[0] : value
}

function addTags(event: Translated, sent: Fields, main: SentryException | undefined): void {
  const tags: Record<string, Tag> = {}
  let left = limits.tags * 2
  const put = (key: unknown, value: unknown) => {
    if (value === undefined || value === null || left === 0) return
    const name = asText(key)
    if (name === undefined || name === '' || Object.hasOwn(tags, name)) return
    const tag = typeof value === 'object' ? jsonOf(value) : typeof value === 'string' ? value.trim() : (value as Tag)
    if (name === '__proto__') Object.defineProperty(tags, name, { value: tag, enumerable: true })
    else tags[name] = tag
    left--
  }
  if (Array.isArray(sent.tags)) for (const [key, value] of pairsOf(sent.tags)) put(key, value)
  else {
    const named = fieldsOf(sent.tags) ?? {}
    for (const key in named) put(key, named[key])
  }
  const mechanism = main?.mechanism ?? {}
  if (typeof mechanism.handled === 'boolean' || typeof mechanism.type === 'string')
    event.mechanism = {
      type: textOf(mechanism.type) ?? null,
      handled: typeof mechanism.handled === 'boolean' ? mechanism.handled : null,
    }
  for (const name of ['transaction', 'server_name', 'logger', 'site']) put(name, textOf(sent[name]))
  for (const [name, value] of derivedTags(event)) put(name, value)
  const level = textOf(sent.level)?.trim().toLowerCase() ?? ''
  if (finerLevels.has(level)) put('level', level)
  if (left < limits.tags * 2) event.tags = tags
}

/** Tags as pairs, or as objects of `key` and `value`. */
function pairsOf(tags: readonly unknown[]): [unknown, unknown][] {
  return tags.flatMap((tag): [unknown, unknown][] => {
    if (Array.isArray(tag)) return [[tag[0], tag[1]]]
    const fields = fieldsOf(tag)
    return fields === undefined ? [] : [[fields.key, fields.value]]
  })
}

function addBreadcrumbs(event: Translated, crumbs: readonly Fields[]): void {
  if (crumbs.length === 0) return
  const ofEvent = typeof event.timestamp === 'number' ? event.timestamp : undefined
  event.breadcrumbs = crumbs.map((crumb) => {
    const data = fieldsOf(crumb.data)
    return {
      category: textOf(crumb.category) ?? textOf(crumb.type) ?? 'default',
      message: asText(crumb.message) ?? '',
      // NaN is no time, and shown as none.
      ts: timeOf(crumb.timestamp ?? ofEvent) ?? Number.NaN,
      ...(data !== undefined && Object.keys(data).length > 0 ? { data } : {}),
    }
  })
}

function breadcrumbFacts(crumb: Fields): SentryFacts['breadcrumbs'][number] {
  return {
    ...(textOf(crumb.level) === undefined ? {} : { level: textOf(crumb.level)! }),
    ...(textOf(crumb.type) === undefined ? {} : { type: textOf(crumb.type)! }),
  }
}

/** Fields that the translation has used up. */
const used = new Set(
  'event_id exception level release dist environment timestamp tags server_name logger transaction site fingerprint user breadcrumbs contexts extra debug_meta threads stacktrace message logentry'.split(
    ' ',
  ),
)

/** Keeps whatever has no place elsewhere. */
function addOther(
  event: Translated,
  sent: Fields,
  { unread, message }: { unread: readonly string[]; message: string | undefined },
): void {
  const other: Fields = {}
  const isShown = (name: string) => (used.has(name) && !unread.includes(name)) || name === 'request'
  for (const [name, value] of Object.entries(sent))
    if (!isShown(name) && value !== null && value !== undefined) other[name] = value
  if (message !== undefined && message !== '') other.message = message
  if (Object.keys(other).length > 0) event.sentry = other
}
