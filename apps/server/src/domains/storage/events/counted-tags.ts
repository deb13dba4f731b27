import { limits } from '@bugle/protocol'
import { type EventWithFacts, searchedTags } from '@bugle/sentry-event'
import { cleanText } from './clean-text.ts'

/** Returns the tags of an event as they are counted: the first hundred that say something, cut to their limits. */
export function countedTags(sent: EventWithFacts): [key: string, value: string][] {
  const tags = searchedTags(sent)
  const kept: [string, string][] = []
  for (const key of Object.keys(tags)) {
    if (kept.length === limits.tags) break
    const value = tags[key]
    if (value === null || value === undefined || value === '' || key === '') continue
    kept.push([cleanText(key, limits.tagKey), cleanText(String(value), limits.tagValue)])
  }
  return kept
}
