import { createApiClient, responseBody, type Schemas } from '@bugle/api-client'
import { type Context, userAgent } from './context.ts'
import { misuse } from './failure.ts'

/** An event as it is sent. */
export type IngestEvent = Schemas['IngestEvent']

/** Returns the ingest token of the flag or the environment: the API shows it only once. */
export function requireIngestToken(context: Context, flag: string | undefined): string {
  const token = flag ?? context.host.env.BUGLE_INGEST_TOKEN
  if (!token)
    throw misuse('Which ingest token? Give --ingest-token bgl_live_… or set BUGLE_INGEST_TOKEN, as in your program.')
  return token
}

/** Sends one event with an ingest token. */
export async function sendEvent(
  context: Context,
  token: string,
  event: IngestEvent,
): Promise<Schemas['IngestAcknowledgement']> {
  const headers = { 'x-service-token': token, 'user-agent': userAgent }
  const api = createApiClient({ baseUrl: context.url, headers, fetch: context.fetch })
  return responseBody(api.POST('/ingest', { body: event }))
}
