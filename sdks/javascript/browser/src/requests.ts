import { type Client, cleanUrl, type Integration, patch, type Undo } from '@bugle/core'

/** Requests by fetch and XMLHttpRequest: method, URL without query, status. Never a header, never a body. */
export const requests: Integration = {
  name: 'requests',
  install(client) {
    return [patchFetch(client), ...patchXhr(client)]
  },
}

function patchFetch(client: Client): Undo {
  return patch(globalThis, 'fetch', (former) => (...args) => {
    const noted = client.guard(() => {
      const [input, init] = args
      const isRequest = typeof input === 'object' && 'url' in input
      return begin(client, init?.method ?? (isRequest ? input.method : 'GET'), isRequest ? input.url : input)
    })
    const answer = former.apply(globalThis, args)
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

function patchXhr(client: Client): Undo[] {
  const opened = new WeakMap<XMLHttpRequest, unknown[]>()
  const open = patch(
    XMLHttpRequest.prototype,
    'open',
    (former) =>
      function (this: XMLHttpRequest, ...args: unknown[]) {
        opened.set(this, args)
        return (former as (...given: unknown[]) => void).apply(this, args)
      } as typeof former,
  )
  const send = patch(
    XMLHttpRequest.prototype,
    'send',
    (former) =>
      function (this: XMLHttpRequest, ...args) {
        client.guard(() => {
          const [method, url] = opened.get(this) ?? []
          const noted = begin(client, method, url)
          this.addEventListener('loadend', () => noted?.({ status_code: this.status }), { once: true })
        })
        return former.apply(this, args)
      },
  )
  return [open, send]
}

const wholeUrl = (url: unknown) => cleanUrl(new URL(`${url}`, location.href).href)

/** Starts the clock of a request; what is returned tells its end. Undefined for our own. */
function begin(client: Client, method: unknown, given: unknown): ((data: object) => void) | undefined {
  const url = wholeUrl(given)
  if (url === wholeUrl(client.url)) return undefined
  const began = Date.now()
  return (data) =>
    client.addBreadcrumb({
      category: 'http',
      message: `${String(method).toUpperCase()} ${url}`,
      data: { ...data, duration_ms: Date.now() - began },
    })
}
