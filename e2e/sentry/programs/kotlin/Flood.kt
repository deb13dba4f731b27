// Usage: SENTRY_DSN=… COUNT=300 java -cp … shop.FloodKt
// Reports many errors at once, from coroutines.
package shop

import io.sentry.Sentry
import io.sentry.kotlin.SentryContext
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() {
  Sentry.init { options ->
    options.dsn = System.getenv("SENTRY_DSN")
    options.maxQueueSize = 1000
    options.connectionTimeoutMillis = 2_000
    options.readTimeoutMillis = 2_000
  }
  (0 until System.getenv("COUNT").toInt()).chunked(10).forEach { indexes ->
    runBlocking(Dispatchers.Default + SentryContext()) {
      indexes.forEach { index -> launch { Sentry.captureException(Exception("flood $index")) } }
    }
    Sentry.flush(5_000)
  }
  Sentry.close()
}
