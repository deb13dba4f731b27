// Usage: SENTRY_DSN=… java -cp sentry.jar Program.java
// Reports in every way that a Java program does, then crashes.
import io.sentry.Attachment;
import io.sentry.Breadcrumb;
import io.sentry.CheckIn;
import io.sentry.CheckInStatus;
import io.sentry.Sentry;
import io.sentry.SentryLevel;
import io.sentry.protocol.User;
import java.nio.charset.StandardCharsets;
import java.util.Map;

public class Program {
  static class StockError extends RuntimeException {
    StockError(String message, Throwable cause) {
      super(message, cause);
    }
  }

  static void reserve(String sku) {
    try {
      throw new IllegalStateException("shelf is empty");
    } catch (IllegalStateException cause) {
      throw new StockError("No stock for " + sku, cause);
    }
  }

  public static void main(String[] args) {
    Sentry.init(
        options -> {
          options.setDsn(System.getenv("SENTRY_DSN"));
          options.setRelease("shop@1.2.3");
          options.setEnvironment("staging");
          options.setTracesSampleRate(1.0);
          options.setAttachThreads(true);
          options.setSendDefaultPii(true);
          options.setEnableUncaughtExceptionHandler(true);
        });
    Sentry.configureScope(
        scope -> {
          User user = new User();
          user.setId("u-1");
          user.setEmail("planted.person@example.com");
          scope.setUser(user);
          scope.setTag("plan", "pro");
          scope.setContexts("cart", Map.of("items", 3, "api_token", "planted-secret-1"));
        });
    for (int index = 0; index < 60; index++) {
      Breadcrumb crumb = new Breadcrumb("tap " + index);
      crumb.setCategory("ui.click");
      crumb.setLevel(SentryLevel.INFO);
      Sentry.addBreadcrumb(crumb);
    }
    try {
      reserve("A-17");
    } catch (StockError error) {
      error.addSuppressed(new java.io.IOException("closing failed"));
      Sentry.captureException(error);
    }
    Sentry.captureMessage("The queue is long", SentryLevel.WARNING);
    Sentry.withScope(
        scope -> {
          scope.addAttachment(new Attachment("three items".getBytes(StandardCharsets.UTF_8), "cart.txt"));
          Sentry.captureException(new Exception("with a file"));
        });
    for (int index = 0; index < 2; index++) Sentry.captureException(new Exception("number " + index));
    Sentry.captureCheckIn(new CheckIn("nightly", CheckInStatus.OK));
    Sentry.startTransaction("work", "task").finish();
    Sentry.flush(5000);
    throw new IllegalArgumentException("crash at the end");
  }
}
