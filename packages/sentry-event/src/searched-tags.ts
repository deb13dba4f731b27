import type { IngestEvent } from '@bugle/protocol'
import { derivedTags } from './derived-tags.ts'
import type { EventWithFacts } from './translate.ts'

/** Returns the tags that an event is counted and searched by: its own, then those derived from it under free names. */
export function searchedTags({ event, facts }: EventWithFacts): NonNullable<IngestEvent['tags']> {
  // A translated event has its derived tags among its own.
  if (facts !== undefined) return event.tags ?? {}
  const tags = { ...event.tags }
  for (const [key, value] of derivedTags(event)) if (!Object.hasOwn(tags, key)) tags[key] = value
  return tags
}
