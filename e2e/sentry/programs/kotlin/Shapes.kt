// Usage: SENTRY_DSN=… java -cp … shop.ShapesKt
// Throws twice from every kind of code that Kotlin's compiler gives a name of its own, each time with another message.
package shop

import io.sentry.Sentry
import io.sentry.kotlin.SentryContext
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield

class OutOfStock(sku: String) : RuntimeException("No stock for $sku")

fun atTopLevel(sku: String): Int = throw OutOfStock(sku)

fun String.inExtension(): Int = throw OutOfStock(this)

class Cart {
  companion object {
    fun inCompanion(sku: String): Int = throw OutOfStock(sku)
  }

  inner class Line(val sku: String) {
    fun inInnerClass(): Int = throw OutOfStock(sku)
  }
}

object Till {
  fun inObject(sku: String): Int = throw OutOfStock(sku)
}

@JvmInline
value class Sku(val text: String) {
  fun inValueClass(): Int = throw OutOfStock(text)
}

class Checked(sku: String) {
  init {
    if (sku.isNotEmpty()) throw OutOfStock(sku)
  }
}

class Late(sku: String) {
  val left: Int by lazy { throw OutOfStock(sku) }
}

inline fun timed(sku: String, action: (String) -> Unit) {
  action(sku)
  throw OutOfStock(sku)
}

fun aroundInline(sku: String) = timed(sku) { check(it.isNotEmpty()) }

/** Not inline, so that the compiler makes a function of the lambda. */
fun <T> locked(action: () -> T): T = action()

fun aroundLambda(sku: String): Int = locked { throw OutOfStock(sku) }

fun aroundNestedLambda(sku: String): Int = locked { locked { throw OutOfStock(sku) } }

fun aroundObjectExpression(sku: String): Unit =
  object : Runnable {
    override fun run(): Unit = throw OutOfStock(sku)
  }.run()

fun aroundLocalFunction(sku: String): Int {
  fun count(): Int = throw OutOfStock(sku)
  return locked { count() }
}

fun withDefault(sku: String, count: Int = 2): Int = if (count > 1) throw OutOfStock(sku) else count

fun aroundSequence(sku: String): List<Int> = sequence<Int> { throw OutOfStock(sku) }.toList()

suspend fun inSuspend(sku: String): Int {
  yield()
  throw OutOfStock(sku)
}

suspend fun aroundSuspend(sku: String): Int {
  yield()
  return inSuspend(sku) + 1
}

suspend fun aroundContext(sku: String): Int =
  withContext(Dispatchers.Default) {
    yield()
    throw OutOfStock(sku)
  }

suspend fun aroundOtherContext(sku: String): Int =
  withContext(Dispatchers.Default) {
    yield()
    throw OutOfStock(sku)
  }

suspend fun aroundAsync(sku: String): Int = coroutineScope { async { inSuspend(sku) }.await() }

suspend fun aroundFlow(sku: String): List<Int> =
  flow {
    yield()
    emit(sku)
  }.map { throw OutOfStock(it) }.toList()

val shapes: List<suspend (String) -> Any> =
  listOf(
    { sku -> atTopLevel(sku) },
    { sku -> sku.inExtension() },
    { sku -> Cart.inCompanion(sku) },
    { sku -> Cart().Line(sku).inInnerClass() },
    { sku -> Till.inObject(sku) },
    { sku -> Sku(sku).inValueClass() },
    { sku -> Checked(sku) },
    { sku -> Late(sku).left },
    { sku -> aroundInline(sku) },
    { sku -> aroundLambda(sku) },
    { sku -> aroundNestedLambda(sku) },
    { sku -> aroundObjectExpression(sku) },
    { sku -> aroundLocalFunction(sku) },
    { sku -> withDefault(sku) },
    { sku -> aroundSequence(sku) },
    { sku -> inSuspend(sku) },
    { sku -> aroundSuspend(sku) },
    { sku -> aroundContext(sku) },
    { sku -> aroundOtherContext(sku) },
    { sku -> aroundAsync(sku) },
    { sku -> aroundFlow(sku) },
  )

fun main() {
  Sentry.init { options ->
    options.dsn = System.getenv("SENTRY_DSN")
    options.release = "shop@1.2.3"
    options.maxQueueSize = 100
    options.shutdownTimeoutMillis = 10_000
  }
  for (sku in listOf("17", "4242"))
    for (shape in shapes)
      runBlocking(SentryContext()) {
        try {
          shape(sku)
        } catch (error: OutOfStock) {
          Sentry.captureException(error)
        }
      }
  Sentry.close()
}
