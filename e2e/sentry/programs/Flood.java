// Usage: SENTRY_DSN=… COUNT=300 java -cp sentry.jar Flood.java
// Reports many errors at once.
import io.sentry.Sentry;

public class Flood {
  public static void main(String[] args) {
    Sentry.init(
        options -> {
          options.setDsn(System.getenv("SENTRY_DSN"));
          options.setMaxQueueSize(1000);
          options.setConnectionTimeoutMillis(2_000);
          options.setReadTimeoutMillis(2_000);
        });
    int count = Integer.parseInt(System.getenv("COUNT"));
    for (int index = 0; index < count; index++) {
      Sentry.captureException(new Exception("flood " + index));
      if (index % 10 == 9) Sentry.flush(5_000);
    }
    Sentry.close();
  }
}
