// Usage: SENTRY_DSN=… java -cp … Logback.java
// Reports by the log alone, as programs with Sentry's appender for Logback do.
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.sentry.Sentry;
import io.sentry.SentryOptions;
import io.sentry.logback.SentryAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

public class Logback {
  private static final Logger log = LoggerFactory.getLogger("shop.mail");

  static void send(String list) {
    throw new IllegalStateException("no server for " + list);
  }

  public static void main(String[] args) {
    SentryOptions options = new SentryOptions();
    options.setDsn(System.getenv("SENTRY_DSN"));
    options.setRelease("shop@1.2.3");
    options.addContextTag("order");
    SentryAppender appender = new SentryAppender();
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    appender.setContext(context);
    appender.setOptions(options);
    appender.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.setLevel(Level.INFO);
    root.addAppender(appender);

    MDC.put("order", "o-7");
    log.info("mail to {} begins", "list");
    log.error("mail to {} failed after {} tries", "list", 3);
    log.error("mail to {} failed after {} tries", "customers", 5);
    try {
      send("list");
    } catch (IllegalStateException error) {
      log.error("mail to {} failed", "list", error);
    }
    Sentry.close();
  }
}
