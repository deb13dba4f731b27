import { read } from '@bugle/core'

interface SpanContext {
  traceId: string
  spanId: string
}

/** Returns the trace of the running work: of the active span, or of the incoming request. */
export function traceContext(headers?: unknown): object | undefined {
  const get = read(headers, 'get')
  const header = typeof get === 'function' ? get.call(headers, 'traceparent') : read(headers, 'traceparent')
  const trace = { ...traceOf(header), ...activeTrace() }
  return 'trace_id' in trace ? trace : undefined
}

/** Finds the active OpenTelemetry span through the API's registered global, which needs no dependency. */
function activeTrace(): { trace_id: string; span_id: string } | undefined {
  const api = (globalThis as Record<symbol, unknown>)[Symbol.for('opentelemetry.js.api.1')]
  const contexts = read(api, 'context') as { active(): { getValue(key: symbol): unknown } } | undefined
  const span = contexts?.active().getValue(Symbol.for('OpenTelemetry Context Key SPAN'))
  const { traceId, spanId } = (span as { spanContext(): SpanContext } | undefined)?.spanContext() ?? {}
  return isTrace(traceId) && typeof spanId === 'string' ? { trace_id: traceId, span_id: spanId } : undefined
}

/** Parses a `traceparent` header (W3C Trace Context): the trace, and the caller's span. */
function traceOf(header: unknown): { trace_id: string; parent_span_id: string } | undefined {
  const [, trace_id, parent_span_id] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(typeof header === 'string' ? header : '') ?? []
  return isTrace(trace_id) && parent_span_id !== undefined ? { trace_id, parent_span_id } : undefined
}

/** Whether the id is valid; all zeros is not. */
function isTrace(id: unknown): id is string {
  return typeof id === 'string' && /^(?!0*$)[\da-f]{32}$/.test(id)
}
