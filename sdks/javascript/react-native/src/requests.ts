import { type Client, cleanUrl, type Integration, patch, type Undo } from '@bugle/core'

/**
 * Requests by `fetch` and `XMLHttpRequest`: method, URL without query, status. Never a header or a body. React Native's
 * `fetch` stands on `XMLHttpRequest`, Expo's does not: what is noted for the first is not noted again for the second.
 */
export const requests: Integration = {
  name: 'requests',
  install(client) {
    let isInsideFetch = false
    const inFetch = <T>(work: () => T): T => {
      isInsideFetch = true
      try {
        return work()
      } finally {
        isInsideFetch = false
      }
    }
    return [patchFetch(client, inFetch), ...patchXhr(client, () => isInsideFetch)]
  },
}

function patchFetch(client: Client, inFetch: <T>(work: () => T) => T): Undo {
  return patch(globalThis, 'fetch', (former) => (...args) => {
    const noted = client.guard(() => {
      const [input, init] = args
      const isRequest = typeof input === 'object' && 'url' in input
      return begin(client, init?.method ?? (isRequest ? input.method : 'GET'), isRequest ? input.url : String(input))
    })
    const answer = inFetch(() => former.apply(globalThis, args))
    // What the host gets is the end of our chain: a failure that it does not handle stays one that nobody handles.
    return answer instanceof Promise
      ? answer.then(
          (response) => {
            noted?.({ status_code: response.status })
            return response
          },
          (error) => {
            noted?.({ error: `${error}` })
            throw error
          },
        )
      : answer
  })
}

function patchXhr(client: Client, isNoted: () => boolean): Undo[] {
  if (typeof XMLHttpRequest === 'undefined') return []
  const opened = new WeakMap<object, [method: string, url: string]>()
  const open = patch(
    XMLHttpRequest.prototype,
    'open',
    (former) =>
      function (this: XMLHttpRequest, ...args: unknown[]) {
        if (!isNoted()) opened.set(this, [String(args[0]), String(args[1])])
        return (former as (...given: unknown[]) => void).apply(this, args)
      } as typeof former,
  )
  const send = patch(
    XMLHttpRequest.prototype,
    'send',
    (former) =>
      function (this: XMLHttpRequest, ...args) {
        client.guard(() => {
          const target = opened.get(this)
          const noted = target && begin(client, ...target)
          if (noted) this.addEventListener('loadend', () => noted({ status_code: this.status }))
        })
        return former.apply(this, args)
      },
  )
  return [open, send]
}

/** Starts the clock of a request; what is returned tells its end. Undefined for our own. */
function begin(client: Client, method: string, given: string): ((data: object) => void) | undefined {
  const url = cleanUrl(given)
  if (url === cleanUrl(client.url)) return undefined
  const began = Date.now()
  return (data) =>
    client.guard(() =>
      client.addBreadcrumb({
        category: 'http',
        message: `${method.toUpperCase()} ${url}`,
        data: { ...data, duration_ms: Date.now() - began },
      }),
    )
}
