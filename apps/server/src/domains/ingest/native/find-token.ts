import type { IncomingMessage } from 'node:http'
import { type IngestDeps, type KnownToken, refuseWhileAway } from '../admission/index.ts'

/** Finds the token of a request. The key of a DSN is public, and no ingest token. @throws IngestRefusal */
export function findToken(
  { tokens }: IngestDeps,
  { headers }: IncomingMessage,
): KnownToken | undefined | Promise<KnownToken | undefined> {
  const text = headers['x-service-token']
  const found = typeof text === 'string' && text.startsWith('bgl_live_') ? tokens.get(text) : undefined
  return found instanceof Promise ? found.catch(refuseWhileAway) : found
}
