import Type, { type Static } from 'typebox'
import { Count, described, oneOf, Timestamp } from './schema.ts'
import { statsGroupings, statsIntervals } from './vocabulary/enums.ts'

/** Events over time. */
export const StatsQuery = Type.Object({
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  interval: Type.Optional(
    described(
      '`minute` counts the events that are stored, over at most three of the last 24 hours; the response is by hour when there are more than 200,000.',
      oneOf(...statsIntervals),
    ),
  ),
  by: Type.Optional(oneOf(...statsGroupings)),
  tz: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z0-9_+/-]+$',
      description: 'IANA time zone of day boundaries, such as `Europe/Berlin`; UTC by default.',
    }),
  ),
})
export type StatsQuery = Static<typeof StatsQuery>

const Series = Type.Object({
  key: Type.String({ description: 'A value of the `by` dimension; `all` without it.' }),
  total: Count,
  counts: Type.Array(Count, { description: 'One per bucket.' }),
})

/** The window, widened to whole hours or minutes, and its buckets. */
export const Stats = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    interval: oneOf(...statsIntervals),
    buckets: Type.Array(Timestamp, { description: 'Start of each bucket, oldest first.' }),
    series: Type.Array(Series),
    total: Count,
    releases: Type.Array(Type.Object({ version: Type.String(), first_seen: Timestamp }), {
      description: 'Releases first seen in the time range, oldest first; the latest 50.',
    }),
  },
  { $id: 'Stats' },
)
export type Stats = Static<typeof Stats>

/** Number of events per value of a tag, most frequent first. */
export const TagCounts = Type.Object(
  {
    key: Type.String(),
    total: Count,
    other: Type.Integer({ minimum: 0, description: 'Events whose value is in the overflow bucket.' }),
    values: Type.Array(Type.Object({ value: Type.String(), count: Count })),
  },
  { $id: 'TagCounts' },
)
export type TagCounts = Static<typeof TagCounts>

export const IssueTags = Type.Object({ tags: Type.Array(TagCounts) }, { $id: 'IssueTags' })
export type IssueTags = Static<typeof IssueTags>
