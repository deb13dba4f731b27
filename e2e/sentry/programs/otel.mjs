// Usage: ENDPOINT=… TOKEN=… FORM=http|proto SDK=folder node otel.mjs
// Reports one exception as a log record and as an event of a span, as `OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN=logs/dup` does.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { ENDPOINT, TOKEN, FORM, SDK } = process.env
const load = createRequire(join(SDK, 'package.json'))
const installed = (name) => load(`./node_modules/@opentelemetry/${name}`)

const headers = { authorization: `Bearer ${TOKEN}` }
const { OTLPLogExporter } = installed(`exporter-logs-otlp-${FORM}`)
const { OTLPTraceExporter } = installed(`exporter-trace-otlp-${FORM}`)
const { resourceFromAttributes } = installed('resources')
const { LoggerProvider, SimpleLogRecordProcessor } = installed('sdk-logs')
const { BasicTracerProvider, SimpleSpanProcessor } = installed('sdk-trace-base')
const { trace, context } = installed('api')

const resource = resourceFromAttributes({
  'service.name': 'shop',
  'service.version': '1.2.3',
  'deployment.environment.name': 'staging',
  'telemetry.sdk.language': 'nodejs',
})
const spans = new BasicTracerProvider({
  resource,
  spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${ENDPOINT}/v1/traces`, headers }))],
})
const logs = new LoggerProvider({
  resource,
  processors: [
    new SimpleLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${ENDPOINT}/v1/logs`, headers }) }),
  ],
})

function total(cart) {
  return cart.items.length
}

try {
  total(undefined)
} catch (error) {
  const span = spans.getTracer('shop').startSpan('GET /cart')
  span.recordException(error)
  logs.getLogger('shop').emit({
    severityNumber: 17,
    body: error.message,
    attributes: {
      'exception.type': error.name,
      'exception.message': error.message,
      'exception.stacktrace': error.stack,
    },
    context: trace.setSpan(context.active(), span),
  })
  logs.getLogger('shop').emit({ severityNumber: 9, body: 'hello' })
  span.end()
}
await Promise.all([spans.forceFlush(), logs.forceFlush()])
await Promise.all([spans.shutdown(), logs.shutdown()])
