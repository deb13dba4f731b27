/**
 * What every Bugle client for JavaScript shares: scopes, the making of events, folding, the queue. It knows no runtime:
 * a client for one brings a `Runtime` (transport, store, contexts, integrations). It never throws into its host.
 */
export { getClient, start } from './api.ts'
export { Client, type Enrich, matches, type Runtime } from './client.ts'
export { consoleBreadcrumbs } from './console.ts'
export { filesOf } from './debug-meta.ts'
export type { ExceptionPart, SourceContext } from './event.ts'
export { listen, patch, type Undo } from './patch.ts'
export { numberOr, read } from './plain.ts'
export * from './public.ts'
export type { SetTimer } from './queue.ts'
export { requestBreadcrumbs } from './requests.ts'
export { nestedScopes, Scope, type ScopeCarrier } from './scope.ts'
export { cleanText, cleanUrl } from './scrub.ts'
export { type EventStore, type StoredEvent, surplusOf } from './store.ts'
export { fetchTransport, type IngestAnswer, type IngestRequest, type Transport } from './transport.ts'
export { timeOfUuid } from './uuid.ts'
