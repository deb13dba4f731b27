// Usage: SENTRY_DSN=… java -cp sentry.jar Offline.java CACHE-DIRECTORY [report]
// An app that keeps what it could not send, as the SDK for Android does, and sends it at its next start.
import io.sentry.SendCachedEnvelopeFireAndForgetIntegration;
import io.sentry.SendFireAndForgetEnvelopeSender;
import io.sentry.Sentry;

public class Offline {
    public static void main(String[] args) throws Exception {
        Sentry.init(options -> {
            options.setDsn(System.getenv("SENTRY_DSN"));
            options.setRelease("app@1.0");
            options.setCacheDirPath(args[0]);
            options.setConnectionTimeoutMillis(10_000);
            options.setReadTimeoutMillis(10_000);
            options.setShutdownTimeoutMillis(8_000);
            options.setFlushTimeoutMillis(8_000);
            options.addIntegration(new SendCachedEnvelopeFireAndForgetIntegration(
                    new SendFireAndForgetEnvelopeSender(options::getCacheDirPath)));
        });
        if (args.length > 1) Sentry.captureException(new IllegalStateException("kept while away"));
        else Thread.sleep(3_000);
        Sentry.flush(8_000);
        Sentry.close();
    }
}
