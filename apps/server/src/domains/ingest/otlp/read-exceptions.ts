import { createHash } from 'node:crypto'
import type { IngestEvent, Level, Platform, SentrySettings } from '@bugle/protocol'
import { scrubValue } from '@bugle/sentry-event'
import { AppIdMismatch } from '../admission/index.ts'
import { listOf, type OtlpRecord } from './records.ts'

type Fields = Record<string, unknown>
type Attributes = Map<string, unknown>

/** An exception of a log record or a span, as an event of ours. */
export interface OtlpEvent {
  event: IngestEvent
  /** Equal for the record and the span event of one exception, which SDKs may send both. */
  identity: string
}

export interface OtlpContext {
  appIds: readonly string[]
  anonymousId: (text: string) => string
  settings: SentrySettings
}

/** Severity numbers: 21 to 24 are fatal, and kept even without an exception. */
const severity = { fatal: 21, error: 17, warning: 13 }

/** Returns the event of a log record with an exception, or of a fatal one; undefined for others. */
export function eventOfLog({ record, resource }: OtlpRecord, context: OtlpContext): OtlpEvent | undefined {
  const attributes = attributesOf(record.attributes)
  const number = numberOf(record.severityNumber ?? 0)
  const isException = attributes.has('exception.type') || attributes.has('exception.message')
  if (!isException && number < severity.fatal) return undefined
  const { traceId, spanId } = record
  return toEvent({
    attributes,
    resource: sharedAttributesOf(resource),
    context,
    traceId,
    spanId,
    spanName: undefined,
    time: record.timeUnixNano ?? record.observedTimeUnixNano,
    level: levelOf(number),
    text: textOf(anyValueOf(record.body)),
  })
}

/** SDKs keep this many events of a span. */
const maxSpanExceptions = 128

/** Returns the events of a span's exceptions. */
export function eventsOfSpan({ record: span, resource }: OtlpRecord, context: OtlpContext): OtlpEvent[] {
  const exceptions = listOf(span.events)
    .filter(({ name }) => name === 'exception')
    .slice(0, maxSpanExceptions)
  if (exceptions.length === 0) return []
  const ofSpan = sharedAttributesOf(span)
  const ofResource = sharedAttributesOf(resource)
  const { traceId, spanId } = span
  return exceptions.map((event) =>
    toEvent({
      attributes: new Map([...ofSpan, ...attributesOf(event.attributes)]),
      resource: ofResource,
      context,
      traceId,
      spanId,
      spanName: textOf(span.name),
      time: event.timeUnixNano,
      level: 'error',
      text: undefined,
    }),
  )
}

interface Exception {
  attributes: Attributes
  resource: Attributes
  context: OtlpContext
  traceId: unknown
  spanId: unknown
  spanName: string | undefined
  time: unknown
  level: Level
  /** The body of a log record. */
  text: string | undefined
}

function toEvent(exception: Exception): OtlpEvent {
  const { attributes, resource, spanName, level, text } = exception
  const get = (name: string) => textOf(attributes.get(name))
  const type = get('exception.type') ?? (attributes.has('exception.message') ? 'Error' : 'Message')
  const message = get('exception.message') ?? text ?? ''
  const stack = get('exception.stacktrace')
  const traceId = textOf(exception.traceId)
  const spanId = textOf(exception.spanId)
  const time = timeOf(exception.time)
  const service = textOf(resource.get('service.name'))
  const version = textOf(resource.get('service.version'))
  const { settings } = exception.context
  const clean = (sent: string) => scrubValue(sent, settings.sensitive_keys) as string
  const scrubbed = (fields: Fields) => scrubValue(fields, settings.sensitive_keys) as Fields
  const escaped = attributes.get('exception.escaped')
  // Python's is the text `True`.
  const isUnhandled = escaped === true || textOf(escaped)?.toLowerCase() === 'true'
  const event: IngestEvent = {
    exception_type: type,
    message: clean(message),
    platform: platformOf(textOf(resource.get('telemetry.sdk.language'))),
    app_id: appIdOf(service, exception.context),
    level,
    environment:
      textOf(resource.get('deployment.environment.name')) ?? textOf(resource.get('deployment.environment')) ?? null,
    release: version === undefined ? null : service === undefined ? version : `${service}@${version}`,
    mechanism: { type: 'opentelemetry', handled: escaped === undefined ? null : !isUnhandled },
    tags: scrubbed(tagsOf(exception, service)) as Record<string, string>,
    contexts: {
      ...scrubbed(contextsOf(exception, { traceId, spanId, spanName })),
      otel: otelOf(resource, exception.context),
    },
    extra: scrubbed(others(attributes)),
    sdk: {
      name: textOf(resource.get('telemetry.sdk.name')) ?? 'opentelemetry',
      version: textOf(resource.get('telemetry.sdk.version')) ?? null,
    },
    ...(stack === undefined ? {} : { stack }),
    ...(time === undefined ? {} : { timestamp: time }),
    ...userOf(exception),
  }
  // The stack says type and message itself, and Python spells them otherwise in a log record than in a span.
  const thrown = stack === undefined ? [type, message] : [stack]
  const isTraced = traceId !== undefined && spanId !== undefined
  const identity = JSON.stringify([...(isTraced ? [traceId, spanId] : [time, service ?? '']), ...thrown])
  return { event, identity: createHash('sha256').update(identity).digest('hex').slice(0, 32) }
}

function levelOf(number: number): Level {
  if (number >= severity.fatal) return 'fatal'
  // A record with an exception and without a severity is an error.
  if (number >= severity.error || number === 0) return 'error'
  return number >= severity.warning ? 'warning' : 'info'
}

const languages: Record<string, Platform> = {
  nodejs: 'node',
  webjs: 'web',
  java: 'java',
  python: 'python',
  go: 'go',
  dotnet: 'dotnet',
  php: 'php',
  ruby: 'ruby',
  rust: 'rust',
  erlang: 'elixir',
  swift: 'ios',
}

function platformOf(language: string | undefined): Platform {
  return languages[language ?? ''] ?? 'other'
}

/** @throws Refusal app_id_mismatch where the project requires a pinned one */
function appIdOf(service: string | undefined, { appIds, settings }: OtlpContext): string {
  const isPinned = service !== undefined && appIds.includes(service)
  if (settings.require_app_id && !isPinned) throw new AppIdMismatch(service ?? 'none')
  return isPinned ? service : appIds[0]!
}

function tagsOf({ attributes, resource, spanName }: Exception, service: string | undefined): Record<string, string> {
  const url = textOf(attributes.get('url.full'))?.split(/[?#]/)[0]
  const tags = {
    service,
    server_name: textOf(resource.get('host.name')) ?? textOf(resource.get('service.instance.id')),
    transaction: spanName,
    'http.route': textOf(attributes.get('http.route')),
    'http.request.method': textOf(attributes.get('http.request.method')),
    url,
  }
  const sent = Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined)
  return Object.fromEntries(sent)
}

function contextsOf(
  { attributes, context }: Exception,
  {
    traceId,
    spanId,
    spanName,
  }: { traceId: string | undefined; spanId: string | undefined; spanName: string | undefined },
): Fields {
  const method = textOf(attributes.get('http.request.method'))
  const url = textOf(attributes.get('url.full'))
  return {
    ...(traceId === undefined ? {} : { trace: { trace_id: traceId, span_id: spanId, name: spanName } }),
    ...(method === undefined && url === undefined ? {} : { request: { method, url } }),
    ...(context.settings.keep_user_fields ? personOf(attributes) : {}),
  }
}

const used = /^(?:exception\.|user\.|enduser\.|client\.address$|network\.peer\.|net\.peer\.|source\.address$)/

function others(attributes: Attributes): Fields {
  return Object.fromEntries([...attributes].filter(([name]) => !used.test(name)))
}

function userOf({ attributes, context }: Exception): { user?: { id: string } } {
  const id = textOf(attributes.get('user.id')) ?? textOf(attributes.get('enduser.id'))
  if (id === undefined) return {}
  return { user: { id: /@|^\d{1,3}(?:\.\d{1,3}){3}$/.test(id) ? context.anonymousId(id) : id } }
}

/** Attributes that describe the person, besides the id. */
function personOf(attributes: Attributes): Fields {
  const fields = [...attributes].flatMap(([name, value]) => {
    const [, key] = /^(?:end)?user\.(?!id$)(.+)/.exec(name) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
  return fields.length === 0 ? {} : { user: Object.fromEntries(fields) }
}

/** Epoch milliseconds of nanoseconds, which are texts in JSON. */
function timeOf(nanoseconds: unknown): number | undefined {
  const text = typeof nanoseconds === 'number' ? String(nanoseconds) : nanoseconds
  if (typeof text !== 'string' || !/^\d{7,20}$/.test(text)) return undefined
  return Number(text.slice(0, -6)) || undefined
}

function attributesOf(list: unknown): Attributes {
  const attributes: Attributes = new Map()
  for (const { key, value } of listOf(list)) {
    const read = anyValueOf(value)
    if (typeof key === 'string' && key !== '' && read !== undefined) attributes.set(key, read)
  }
  return attributes
}

/** Characters of the attributes that many events share, each of which stores a copy. */
const maxSharedCharacters = 8 * 1024
const shared = new WeakMap<Fields, Attributes>()

/** Reads the attributes of a resource or a span once for all of its events; leaves out what would be too much. */
function sharedAttributesOf(holder: Fields): Attributes {
  const known = shared.get(holder)
  if (known !== undefined) return known
  let left = maxSharedCharacters
  const kept: Attributes = new Map()
  for (const [key, value] of attributesOf(holder.attributes)) {
    const size = key.length + JSON.stringify(value).length
    if (size > left) continue
    left -= size
    kept.set(key, value)
  }
  shared.set(holder, kept)
  return kept
}

const scrubbedResources = new WeakMap<Attributes, Fields>()

/** Returns the attributes of a resource without secrets, as one object for all of its events. */
function otelOf(resource: Attributes, { settings }: OtlpContext): Fields {
  const known = scrubbedResources.get(resource)
  if (known !== undefined) return known
  const scrubbed = scrubValue(Object.fromEntries(resource), settings.sensitive_keys) as Fields
  scrubbedResources.set(resource, scrubbed)
  return scrubbed
}

/** Converts an `AnyValue` of OTLP. */
function anyValueOf(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 20) return undefined
  const any = value as Fields
  const plain = any.stringValue ?? any.boolValue ?? any.doubleValue ?? any.bytesValue
  // A structure in their place is no value of OTLP.
  if (plain !== undefined && plain !== null) return typeof plain === 'object' ? undefined : plain
  if (isPresent(any.intValue)) return integerOf(any.intValue)
  if (isPresent(any.arrayValue))
    return listOf((any.arrayValue as Fields).values).map((one) => anyValueOf(one, depth + 1))
  if (isPresent(any.kvlistValue))
    return Object.fromEntries(
      listOf((any.kvlistValue as Fields).values).map(({ key, value: inner }) => [
        textOf(key) ?? '',
        anyValueOf(inner, depth + 1),
      ]),
    )
  return undefined
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** A 64-bit integer as number; as text where a number would round it. */
function integerOf(value: unknown): number | string {
  const number = numberOf(value)
  return typeof value === 'string' && /^-?\d+$/.test(value) && String(number) !== value ? value : number
}

/** The number of a JSON value, where 64-bit integers are texts. Conversion of an object would call its own methods. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
