import type { Message } from './protobuf.ts'

// The messages of OTLP 1.9 (opentelemetry-proto), with the fields that are read.

const anyValue: Message = {
  1: ['stringValue', 'string'],
  2: ['boolValue', 'bool'],
  3: ['intValue', 'int'],
  4: ['doubleValue', 'double'],
  5: ['arrayValue', () => ({ 1: ['values', () => anyValue, 'list'] })],
  6: ['kvlistValue', () => ({ 1: ['values', () => keyValue, 'list'] })],
  7: ['bytesValue', 'base64'],
}
const keyValue: Message = { 1: ['key', 'string'], 2: ['value', () => anyValue] }
export const resource: Message = { 1: ['attributes', () => keyValue, 'list'] }

const logRecord: Message = {
  1: ['timeUnixNano', 'fixed64'],
  2: ['severityNumber', 'int'],
  5: ['body', () => anyValue],
  6: ['attributes', () => keyValue, 'list'],
  9: ['traceId', 'hex'],
  10: ['spanId', 'hex'],
  11: ['observedTimeUnixNano', 'fixed64'],
}
const spanEvent: Message = {
  1: ['timeUnixNano', 'fixed64'],
  2: ['name', 'string'],
  3: ['attributes', () => keyValue, 'list'],
}
const span: Message = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  5: ['name', 'string'],
  9: ['attributes', () => keyValue, 'list'],
  11: ['events', () => spanEvent, 'list'],
}

/** A signal of OTLP: the names that its JSON mapping has for the lists within each other, and the message of a record. */
export interface Signal {
  groups: string
  scopes: string
  records: string
  record: Message
}

/** All three have resources in field 1, the scopes of one in field 2, and the records of a scope in field 2. */
export const signals = {
  logs: { groups: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords', record: logRecord },
  traces: { groups: 'resourceSpans', scopes: 'scopeSpans', records: 'spans', record: span },
  // Metrics are counted unread.
  metrics: { groups: 'resourceMetrics', scopes: 'scopeMetrics', records: 'metrics', record: {} },
} satisfies Record<string, Signal>
