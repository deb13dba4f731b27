// Usage: SENTRY_DSN=… java -cp … shop.ProgramKt
// Reports in every way that a Kotlin program does, then crashes.
package shop

import io.sentry.Attachment
import io.sentry.Breadcrumb
import io.sentry.CheckIn
import io.sentry.CheckInStatus
import io.sentry.Sentry
import io.sentry.SentryLevel
import io.sentry.kotlin.SentryContext
import io.sentry.protocol.User
import java.io.IOException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield

class StockError(message: String, cause: Throwable? = null) : RuntimeException(message, cause)

object Shelf {
  fun take(sku: String): Int = error("shelf of $sku is empty")
}

fun reserve(sku: String): Int =
  try {
    Shelf.take(sku)
  } catch (cause: IllegalStateException) {
    throw StockError("No stock for $sku", cause)
  }

suspend fun price(sku: String): Int {
  yield()
  return requireNotNull(mapOf("B-2" to 3)[sku]) { "No price for $sku" }
}

fun main() {
  Sentry.init { options ->
    options.dsn = System.getenv("SENTRY_DSN")
    options.release = "shop@1.2.3"
    options.environment = "staging"
    options.tracesSampleRate = 1.0
    options.isAttachThreads = true
    options.isSendDefaultPii = true
    options.isEnableUncaughtExceptionHandler = true
  }
  Sentry.configureScope { scope ->
    scope.user = User().apply {
      id = "u-1"
      email = "planted.person@example.com"
    }
    scope.setTag("plan", "pro")
    scope.setContexts("cart", mapOf("items" to 3, "api_token" to "planted-secret-1"))
  }
  repeat(60) { index ->
    Sentry.addBreadcrumb(Breadcrumb("tap $index").apply {
      category = "ui.click"
      level = SentryLevel.INFO
    })
  }
  try {
    reserve("A-17")
  } catch (error: StockError) {
    error.addSuppressed(IOException("closing failed"))
    Sentry.captureException(error)
  }
  runBlocking(SentryContext()) {
    Sentry.setTag("job", "prices")
    withContext(Dispatchers.Default) {
      try {
        price("A-17")
      } catch (error: IllegalArgumentException) {
        Sentry.captureException(error)
      }
    }
  }
  Sentry.captureMessage("The queue is long", SentryLevel.WARNING)
  Sentry.withScope { scope ->
    scope.addAttachment(Attachment("three items".toByteArray(), "cart.txt"))
    Sentry.captureException(Exception("with a file"))
  }
  repeat(2) { index -> Sentry.captureException(Exception("number $index")) }
  Sentry.captureCheckIn(CheckIn("nightly", CheckInStatus.OK))
  Sentry.startTransaction("work", "task").finish()
  Sentry.flush(5000)
  runBlocking(SentryContext()) {
    launch(Dispatchers.Default) { throw IllegalArgumentException("crash at the end") }
  }
}
