import { read, type Scope } from '@bugle/core'
import { inScope, isExpectedError, reportRequestError, scopeKey } from './request.ts'

/** The part of Nest's `ArgumentsHost` used here. */
interface Host {
  getType(): string
  switchToHttp(): { getRequest(): unknown }
}

/** Any exception filter: Nest's own `BaseExceptionFilter`, or one of yours. */
interface Filter {
  catch(error: never, host: never): unknown
}

/**
 * Reports what an exception filter of NestJS catches, then lets the filter respond. Responses below 500 are not
 * reported. With `bugleRequests` (Express) or `bugleFastify`, each error has the scope of its request.
 *
 * @example
 * const app = await NestFactory.create(AppModule)
 * app.use(bugleRequests())
 * app.useGlobalFilters(bugleFilter(new BaseExceptionFilter(app.getHttpAdapter())))
 */
export function bugleFilter<F extends Filter>(filter: F): F {
  // Nest reads what a filter catches from its class, which this object inherits.
  return Object.assign(Object.create(filter) as F, {
    catch(error: unknown, host: Host): unknown {
      if (!isResponse(error)) inScope(scopeOf(host), () => reportRequestError(error, 'nest'))
      return filter.catch(error as never, host as never)
    },
  })
}

/**
 * Whether the error stands for a regular response. Nest takes the status from its own exceptions, from `http-errors` and
 * from Fastify's; any other error, such as one of an HTTP client, becomes a 500.
 */
function isResponse(error: unknown): boolean {
  const isOfNest = typeof read(error, 'getStatus') === 'function'
  const isOfServer = typeof read(error, 'expose') === 'boolean' || /^FST_/.test(String(read(error, 'code')))
  return (isOfNest || isOfServer) && isExpectedError(error)
}

/** Finds the scope of the request. Fastify's adapter hands out Fastify's request, Express's its own. */
function scopeOf(host: Host): Scope | undefined {
  if (host.getType() !== 'http') return undefined
  return read(host.switchToHttp().getRequest(), scopeKey as never) as Scope | undefined
}
