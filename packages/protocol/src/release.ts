import Type, { type Static } from 'typebox'
import { pageOf } from './page.ts'
import { Count, nullable, Timestamp } from './schema.ts'

/** A release as named in events. */
export const Release = Type.Object(
  { version: Type.String(), first_seen: Timestamp, last_seen: nullable(Timestamp), count: Count },
  { $id: 'Release' },
)
export type Release = Static<typeof Release>

export const ReleasePage = pageOf('ReleasePage', 'releases', Release)
export type ReleasePage = Static<typeof ReleasePage>
