import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.SimpleLogRecordProcessor;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.concurrent.TimeUnit;

/** Usage: ENDPOINT=… TOKEN=… java Otel.java. Reports one exception as a log record and as an event of a span. */
class Otel {
  static class StockError extends RuntimeException {
    StockError(String message, Throwable cause) {
      super(message, cause);
    }
  }

  static int total(int[] cart) {
    return cart[3];
  }

  public static void main(String[] args) throws Exception {
    String endpoint = System.getenv("ENDPOINT");
    String token = "Bearer " + System.getenv("TOKEN");
    Resource resource = Resource.getDefault().merge(Resource.create(Attributes.of(
        AttributeKey.stringKey("service.name"), "shop",
        AttributeKey.stringKey("service.version"), "1.2.3",
        AttributeKey.stringKey("deployment.environment.name"), "staging")));
    SdkTracerProvider spans = SdkTracerProvider.builder().setResource(resource)
        .addSpanProcessor(SimpleSpanProcessor.create(OtlpHttpSpanExporter.builder()
            .setEndpoint(endpoint + "/v1/traces").addHeader("authorization", token).setCompression("gzip").build()))
        .build();
    SdkLoggerProvider logs = SdkLoggerProvider.builder().setResource(resource)
        .addLogRecordProcessor(SimpleLogRecordProcessor.create(OtlpHttpLogRecordExporter.builder()
            .setEndpoint(endpoint + "/v1/logs").addHeader("authorization", token).build()))
        .build();
    Span span = spans.get("shop").spanBuilder("GET /cart").startSpan();
    try {
      total(new int[0]);
    } catch (RuntimeException cause) {
      StockError error = new StockError("no stock", cause);
      span.recordException(error);
      logs.get("shop").logRecordBuilder().setContext(Context.current().with(span)).setSeverity(Severity.ERROR)
          .setBody("the cart has no total").setException(error).emit();
    }
    logs.get("shop").logRecordBuilder().setSeverity(Severity.INFO).setBody("hello").emit();
    span.end();
    spans.forceFlush().join(10, TimeUnit.SECONDS);
    logs.forceFlush().join(10, TimeUnit.SECONDS);
    spans.shutdown().join(10, TimeUnit.SECONDS);
    logs.shutdown().join(10, TimeUnit.SECONDS);
  }
}
