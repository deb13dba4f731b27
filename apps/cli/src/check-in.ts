import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, createApiClient, responseBody, type Schemas } from '@bugle/api-client'
import { type Context, userAgent } from './context.ts'
import { requireIngestToken } from './ingest.ts'

/** The start or the end of a run of a scheduled job, as it is sent. */
export type CheckIn = Schemas['IngestCheckIn']

/** A server that does not respond holds a job's end up by this much for each attempt. */
const attemptMs = 10_000
/** Waits between attempts. */
const restsMs = [1000, 5000]

/** Sends check-ins with an ingest token. An interruption of the program does not interrupt them: it is what they report. */
export function checkInSender(context: Context, flag: string | undefined): (checkIn: CheckIn) => Promise<void> {
  const headers = { 'x-service-token': requireIngestToken(context, flag), 'user-agent': userAgent }
  const api = createApiClient({
    baseUrl: context.url,
    headers,
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(attemptMs) }),
  })
  return async (body) => {
    for (const restMs of restsMs)
      try {
        return void (await responseBody(api.POST('/ingest/check-ins', { body })))
      } catch (error) {
        if (!isPassing(error)) throw error
        await pause(restMs)
      }
    await responseBody(api.POST('/ingest/check-ins', { body }))
  }
}

/** Whether another attempt may succeed: the server was away, busy, or did not respond in time. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'no_response' || error.status === 429 || error.status >= 500)
}
