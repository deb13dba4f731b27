/**
 * The part that all JavaScript SDKs share: scopes, event building, folding, the queue. It knows no runtime; each SDK
 * passes in a `Runtime` (transport, store, contexts, integrations). It never throws into its host.
 */

export { adviceFor } from './advice.ts'
export { getClient, start } from './api.ts'
export { Client, type Enrich, ingestUrl, matches, type Runtime } from './client.ts'
export { consoleBreadcrumbs } from './console.ts'
export { filesOf } from './debug-meta.ts'
export type { ExceptionPart, SourceContext } from './event.ts'
export { listen, patch, type Undo } from './patch.ts'
export { numberOr, read } from './plain.ts'
export * from './public.ts'
export type { SetTimer } from './queue.ts'
export { requestBreadcrumbs } from './requests.ts'
export { nestedScopes, Scope, type ScopeCarrier } from './scope.ts'
export { cleanCode, cleanUrl } from './scrub.ts'
export { type EventStore, type StoredEvent, surplusOf } from './store.ts'
export { fetchTransport, type IngestRequest, type IngestResponse, type Transport } from './transport.ts'
export { timeOfUuid } from './uuid.ts'
