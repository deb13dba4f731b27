import { type Integration, patch } from '@bugle/core'

/**
 * Reports requests of `fetch` that a server answers with 500 or above, as errors that the page has handled. Neither headers
 * nor bodies are read.
 *
 * @example init({ …, integrations: [failedRequests()] })
 */
export function failedRequests({ statuses = (status) => status >= 500 }: FailedRequestOptions = {}): Integration {
  return {
    name: 'failed-requests',
    install: (client) =>
      patch(
        globalThis,
        'fetch',
        (former) =>
          ({
            bugleFetch: (...args: Parameters<typeof fetch>) => {
              const response = former.apply(globalThis, args)
              if (!(response instanceof Promise)) return response
              // Returns the end of our promise chain, so that a rejection the host does not handle stays unhandled.
              return response.then((given) => {
                client.guard(() => {
                  const { status, url } = given
                  if (!statuses(status)) return
                  const [input, init] = args
                  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
                  client.captureException(
                    {
                      name: 'FailedRequest',
                      message: `${method.toUpperCase()} ${url.replace(/[?#].*/s, '')} answered ${status}`,
                    },
                    { mechanism: { type: 'failed-request', handled: true }, tags: { status } },
                  )
                })
                return given
              })
            },
          }).bugleFetch,
      ),
  }
}

export interface FailedRequestOptions {
  /** Chooses the statuses to report. */
  statuses?: ((status: number) => boolean) | undefined
}
