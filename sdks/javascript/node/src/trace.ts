import { read } from '@bugle/core'

interface SpanContext {
  traceId: string
  spanId: string
}

/** The trace that work belongs to: of the active span, or else of the request that it answers. */
export function traceContext(headers?: unknown): object | undefined {
  const get = read(headers, 'get')
  const header = typeof get === 'function' ? get.call(headers, 'traceparent') : read(headers, 'traceparent')
  const trace = { ...traceOf(header), ...activeTrace() }
  return 'trace_id' in trace ? trace : undefined
}

/** The span of OpenTelemetry that is active, by what its API has registered: it need not be a dependency for that. */
function activeTrace(): { trace_id: string; span_id: string } | undefined {
  const api = (globalThis as Record<symbol, unknown>)[Symbol.for('opentelemetry.js.api.1')]
  const contexts = read(api, 'context') as { active(): { getValue(key: symbol): unknown } } | undefined
  const span = contexts?.active().getValue(Symbol.for('OpenTelemetry Context Key SPAN'))
  const { traceId, spanId } = (span as { spanContext(): SpanContext } | undefined)?.spanContext() ?? {}
  return isTrace(traceId) && typeof spanId === 'string' ? { trace_id: traceId, span_id: spanId } : undefined
}

/** What a header `traceparent` (W3C Trace Context) says: the trace, and the span that asked. */
function traceOf(header: unknown): { trace_id: string; parent_span_id: string } | undefined {
  const [, trace_id, parent_span_id] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(typeof header === 'string' ? header : '') ?? []
  return isTrace(trace_id) && parent_span_id !== undefined ? { trace_id, parent_span_id } : undefined
}

/** All zeros is none. */
function isTrace(id: unknown): id is string {
  return typeof id === 'string' && /^(?!0*$)[\da-f]{32}$/.test(id)
}
