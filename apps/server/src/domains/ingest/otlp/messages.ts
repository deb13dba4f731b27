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
const resource: Message = { 1: ['attributes', () => keyValue, 'list'] }

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

export const logsRequest: Message = {
  1: [
    'resourceLogs',
    () => ({
      1: ['resource', () => resource],
      2: ['scopeLogs', () => ({ 2: ['logRecords', () => logRecord, 'list'] }), 'list'],
    }),
    'list',
  ],
}
export const tracesRequest: Message = {
  1: [
    'resourceSpans',
    () => ({
      1: ['resource', () => resource],
      2: ['scopeSpans', () => ({ 2: ['spans', () => span, 'list'] }), 'list'],
    }),
    'list',
  ],
}
export const metricsRequest: Message = {
  1: [
    'resourceMetrics',
    () => ({ 2: ['scopeMetrics', () => ({ 2: ['metrics', () => ({}), 'list'] }), 'list'] }),
    'list',
  ],
}
