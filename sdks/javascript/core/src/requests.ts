import type { Client, Integration } from './client.ts'
import { patch, type Undo } from './patch.ts'
import { cleanUrl, toText } from './scrub.ts'

type Begin = (method: unknown, url: unknown) => ((data: object) => void) | undefined

/**
 * Requests by `fetch` and `XMLHttpRequest`: method, URL without query, status. Never a header or a body. React Native's
 * `fetch` stands on `XMLHttpRequest`, as polyfills do: what is noted for the first is not noted again for the second.
 *
 * @param wholeUrl what an address that a program gives stands for
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
  // Named by a property, which no minifier renames: our one frame in the stack of a failure is known by it, and left out.
  const wrap = (former: typeof fetch) =>
    ({
      bugleFetch: (...args: Parameters<typeof fetch>) => {
        const noted = client.guard(() => {
          const [input, init] = args
          const isRequest = typeof input === 'object' && 'url' in input
          return begin(init?.method ?? (isRequest ? input.method : 'GET'), isRequest ? input.url : input)
        })
        let answer: ReturnType<typeof fetch>
        state.isInsideFetch = true
        try {
          answer = former.apply(globalThis, args)
        } finally {
          state.isInsideFetch = false
        }
        // What the host gets is the end of our chain: a failure that it does not handle stays one that nobody handles.
        return answer instanceof Promise
          ? answer.then(
              (response) => {
                noted?.({ status_code: response.status })
                return response
              },
              (error) => {
                noted?.({ error })
                throw error
              },
            )
          : answer
      },
    }).bugleFetch
  return patch(globalThis, 'fetch', wrap)
}

function patchXhr(client: Client, begin: Begin, state: State): Undo {
  const opened = new WeakMap<object, ReturnType<Begin>>()
  // One for all of them: it is added once to a request that is opened twice.
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

/** Starts the clock of a request; what is returned tells its end. Undefined for our own. */
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
