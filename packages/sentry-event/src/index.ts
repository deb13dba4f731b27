/**
 * Owns the form of an event as Sentry's SDKs send it: envelopes, translation to `IngestEvent`, removal of personal data,
 * and the stored form. Pure and bounded; never throws on any JSON, and never knows a project, a database or a request.
 */
export { parseBounded } from './bounded-json.ts'
export { EnvelopeError, type EnvelopeItem, EnvelopeReader, type ItemHeader } from './envelope.ts'
export type { SentryFrame } from './frames.ts'
export { inKnownForm } from './known-form.ts'
export { parseLoose } from './loose-json.ts'
export { maskSecrets } from './mask-secrets.ts'
export { oneLine } from './one-line.ts'
export { type Scrubbed, type ScrubOptions, scrubEvent, scrubValue } from './scrub.ts'
export { searchedTags } from './searched-tags.ts'
export { shrinkEvent } from './shrink.ts'
export { inOneLine, isSentryBody, readEvent, type StoredHead, sentryBytesOf, storedHead } from './stored-form.ts'
export {
  type EventWithFacts,
  type SentryFacts,
  type SentryThread,
  type TranslatedEvent,
  translateEvent,
  translatorVersion,
} from './translate.ts'
export { withAgent } from './user-agent.ts'
export { timeOf } from './values.ts'
