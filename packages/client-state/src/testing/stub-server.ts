import { createApiClient } from '@bugle/api-client'
import { vi } from 'vitest'

type Handler = (request: Request, body: unknown) => unknown

/** A response that is not 200: `throw new Refused(409, 'conflict', 'Changed by somebody else.')`. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/**
 * Stands in for the server of a unit test. Requests without a handler fail the test that sent them.
 *
 * @param handlers by method and path, such as `PATCH /api/issues/iss_1`; what they return is the body of the response
 * @returns the requests in their order
 */
export function stubServer(handlers: Record<string, Handler>): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const name = `${request.method} ${new URL(request.url).pathname}`
    requests.push(name)
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`no handler for ${name}`)
    const text = await request.text()
    try {
      return Response.json(await handler(request, text === '' ? undefined : JSON.parse(text)))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return Response.json(
        { code: error.code, message: error.message, errors: {} },
        { status: error.status, headers: error.headers },
      )
    }
  })
  return requests
}

/** A client whose requests go to the stub. */
export const stubbedApi = createApiClient({ baseUrl: 'http://bugle.example', fetch: (request) => fetch(request) })

/** A response that arrives when the test resolves it. */
export function pendingResponse() {
  let resolve: (body: unknown) => void = () => {}
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
