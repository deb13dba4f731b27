/**
 * The part that all JavaScript SDKs share: scopes, event building, folding, the queue. It knows no runtime; each SDK
 * passes in a `Runtime` (transport, store, contexts, integrations). It never throws into its host.
 */

export { advice, adviceFor } from './advice.ts'
export { getClient, reportMessage, start } from './api.ts'
export { attachments } from './attachments.ts'
export { breadcrumbs } from './breadcrumbs.ts'
export { createClient, ingestUrl } from './client.ts'
export { consoleBreadcrumbs } from './console.ts'
export { debugIds, filesOf } from './debug-meta.ts'
export { details } from './details.ts'
export { drain } from './drain.ts'
export type { ExceptionPart, SourceContext } from './event.ts'
export { filters } from './filters.ts'
export { folding } from './fold.ts'
export { countUsers } from './fold-users.ts'
export { matches } from './match.ts'
export { listen, patch, type Undo } from './patch.ts'
export { numberOr, read } from './plain.ts'
export * from './public.ts'
export { requestBreadcrumbs } from './requests.ts'
export type {
  Advise,
  Builder,
  Client,
  Enrich,
  Fold,
  FoldDeps,
  Guard,
  Queue,
  Runtime,
  SetTimer,
  Shrink,
  Storing,
} from './runtime.ts'
export { nestedScopes, Scope, type ScopeCarrier } from './scope.ts'
export { cleanCode, cleanText, cleanUrl, isSecretKey, scrubbed, toText } from './scrub.ts'
export { openSession, type Session, type SessionStatus, statusAfter } from './sessions.ts'
export { shrinking } from './shrink.ts'
export { type EventStore, fromEntry, isEventId, itemId, type StoredEvent, surplusOf, toEntry } from './store.ts'
export { storing } from './storing.ts'
export { fetchTransport, type IngestRequest, type IngestResponse, type Transport } from './transport.ts'
export { timeOfUuid, uuidv7 } from './uuid.ts'
