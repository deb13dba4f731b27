import { patch, type Undo } from './patch.ts'
import type { Client, Integration } from './runtime.ts'
import { cleanUrl, toText } from './scrub.ts'

type Begin = (method: unknown, url: unknown) => ((data: object) => void) | undefined

/**
 * Adds breadcrumbs for `fetch` and `XMLHttpRequest` requests: method, URL without query, status; never a header or a
 * body. Where `fetch` is built on `XMLHttpRequest` (React Native, polyfills), a request is noted once.
 *
 * @param wholeUrl resolves a URL that the program passes
 */
export function requestBreadcrumbs(wholeUrl: (given: unknown) => string): Integration {
  return {
    name: 'requests',
    install(client) {
      const state = { isInsideFetch: false }
      const begin = beginFor(client, (given) => cleanUrl(wholeUrl(given)))
      return [patchFetch(client, begin, state), patchXhr(client, begin, state)]
    },
  }
}

interface State {
  isInsideFetch: boolean
}

function patchFetch(client: Client, begin: Begin, state: State): Undo {
  // Named by a property, which minifiers keep: stacks leave this frame out by its name.
  const wrap = (former: typeof fetch) =>
    ({
      bugleFetch: (...args: Parameters<typeof fetch>) => {
        const noted = client.guard(() => {
          const [input, init] = args
          const isRequest = typeof input === 'object' && 'url' in input
          return begin(init?.method ?? (isRequest ? input.method : 'GET'), isRequest ? input.url : input)
        })
        let response: ReturnType<typeof fetch>
        state.isInsideFetch = true
        try {
          response = former.apply(globalThis, args)
        } finally {
          state.isInsideFetch = false
        }
        // Returns the end of our promise chain, so that a rejection the host does not handle stays unhandled.
        return response instanceof Promise
          ? response.then(
              (response) => {
                noted?.({ status_code: response.status })
                return response
              },
              (error) => {
                noted?.({ error })
                throw error
              },
            )
          : response
      },
    }).bugleFetch
  return patch(globalThis, 'fetch', wrap)
}

function patchXhr(client: Client, begin: Begin, state: State): Undo {
  const opened = new WeakMap<object, ReturnType<Begin>>()
  // Shared: a request that is opened twice gets it once.
  function noteEnd(this: XMLHttpRequest) {
    opened.get(this)?.({ status_code: this.status })
  }
  return patch(
    (globalThis.XMLHttpRequest?.prototype ?? {}) as XMLHttpRequest,
    'open',
    (former) =>
      function (this: XMLHttpRequest, ...args: unknown[]) {
        client.guard(() => {
          opened.set(this, state.isInsideFetch ? undefined : begin(args[0], args[1]))
          this.addEventListener('loadend', noteEnd)
        })
        return (former as (...given: unknown[]) => void).apply(this, args)
      } as typeof former,
  )
}

/** Starts timing a request; the returned function records its end. Undefined for the SDK's own requests. */
function beginFor(client: Client, toUrl: (given: unknown) => string): Begin {
  return (method, given) => {
    const url = toUrl(given)
    if (url === toUrl(client.url)) return undefined
    const began = Date.now()
    return (data) =>
      client.addBreadcrumb({
        category: 'http',
        message: `${toText(method).toUpperCase()} ${url}`,
        data: { ...data, duration_ms: Date.now() - began },
      })
  }
}
