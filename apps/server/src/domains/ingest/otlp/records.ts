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
 * Reads the records of an export one by one, so that a long one can be read in pieces.
 *
 * @throws SyntaxError, ProtobufError
 */
export function* recordsOf(body: Buffer, isJson: boolean, signal: Signal): Generator<OtlpRecord> {
  if (isJson) yield* recordsOfJson(JSON.parse(body.toString('utf8')), signal)
  else yield* recordsOfProtobuf(body, signal)
}

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
