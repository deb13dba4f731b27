import { parseBounded } from '@bugle/sentry-event'
import { resource, type Signal } from './messages.ts'
import { fieldsOfNumber, readMessage } from './protobuf.ts'

type Fields = Record<string, unknown>

/** A log record, a span or a metric, in the form of the JSON mapping of OTLP. */
export interface OtlpRecord {
  record: Fields
  /** The resource it belongs to: one object for all of a resource. */
  resource: Fields
}

/**
 * Objects and lists of an export as JSON, which is parsed in one piece. Four megabytes of empty ones would take 90 MiB and
 * 0.3 s; attributes take at least 19 bytes for one of theirs, so that no export of four megabytes has more than this.
 */
const maxJsonNodes = 400_000

/** Thrown for JSON with more objects and lists than any export has. */
export class TooManyNodes extends Error {}

/**
 * Reads the records of an export one by one, so that a long one can be read in pieces.
 *
 * @throws SyntaxError, ProtobufError, TooManyNodes
 */
export function* recordsOf(body: Buffer, isJson: boolean, signal: Signal): Generator<OtlpRecord> {
  if (isJson && hasTooManyNodes(body)) throw new TooManyNodes()
  if (isJson) yield* recordsOfJson(parseBounded(body), signal)
  else yield* recordsOfProtobuf(body, signal)
}

/** Counts those within texts as well: they are few. */
function hasTooManyNodes(body: Buffer): boolean {
  let left = maxJsonNodes
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === openBrace || byte === openBracket) left--
  }
  return left < 0
}

const openBrace = 123
const openBracket = 91

function* recordsOfProtobuf(body: Buffer, signal: Signal): Generator<OtlpRecord> {
  for (const group of fieldsOfNumber(body, 1)) {
    // It may stand behind the records.
    const [own] = fieldsOfNumber(group, 1)
    const ofGroup = own === undefined ? {} : readMessage(own, resource)
    for (const scope of fieldsOfNumber(group, 2))
      for (const record of fieldsOfNumber(scope, 2))
        yield { record: readMessage(record, signal.record), resource: ofGroup }
  }
}

function* recordsOfJson(request: unknown, { groups, scopes, records }: Signal): Generator<OtlpRecord> {
  if (typeof request !== 'object' || request === null) return
  for (const group of listOf((request as Fields)[groups])) {
    const own = group.resource
    const ofGroup = typeof own === 'object' && own !== null ? (own as Fields) : {}
    for (const scope of listOf(group[scopes]))
      for (const record of listOf(scope[records])) yield { record, resource: ofGroup }
  }
}

/** The objects of a list; none for another value. */
export function listOf(value: unknown): Fields[] {
  if (!Array.isArray(value)) return []
  return value.filter((one): one is Fields => typeof one === 'object' && one !== null)
}
