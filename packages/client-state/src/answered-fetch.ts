import { isUnready } from '@bugle/api-client'
import type { ConnectionStore } from './connection.ts'
import { inTime } from './in-time.ts'

/** Longest wait for a whole response; that to a change is waited for less long by the outbox. */
const responseMs = 20_000

/**
 * Creates a fetch that records what became of each request.
 *
 * @param send sends a request; a page may have sent its first ones before
 * @throws {TypeError} or what fetch throws, where there is no response; ApiError `no_response` where none comes in time
 */
export function answeredFetch(
  connection: ConnectionStore,
  send: (request: Request) => Promise<Response> = (request) => fetch(request),
): (request: Request, ms?: number) => Promise<Response> {
  return async (request, ms = responseMs) => {
    try {
      const response = await inTime(send(request).then(readWhole), ms)
      if (!isFromServer(response)) throw new TypeError('The network responded in the place of the server.')
      if (response.status >= 500 && isUnready(response.status, await codeOf(response))) connection.noteSilence(true)
      else connection.noteResponse()
      return response
    } catch (error) {
      if (!request.signal.aborted) connection.noteSilence()
      throw error
    }
  }
}

/** Reads the whole body: a connection may end without a word in the middle as well. */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response
  const text = await response.text()
  return new Response(text === '' ? null : text, { status, headers })
}

/**
 * Whether a response may be one of the server, which sends no pages: a network that wants a sign-in of its own responds with one in
 * its place.
 */
function isFromServer({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status !== 511 && !(status < 400 && headers.get('content-type')?.startsWith('text/html') === true)
}

/** The code of a refusal by Bugle; a proxy that responds in its place sends none. */
export async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { code?: string } | undefined
  return body?.code
}
