import Type, { type Static } from 'typebox'
import { Breadcrumb } from './event.ts'
import { PageQuery, pageOf } from './page.ts'
import { nullable, oneOf, Timestamp } from './schema.ts'
import { levels, platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

/** An event as it is read back. What a client sent is untrusted text: show it, never render it. */

/** One call of a stack, innermost first in its list. Absent parts are left out. */
export const FrameView = Type.Object(
  {
    function: Type.Optional(Type.String()),
    module: Type.Optional(Type.String({ description: 'What the function belongs to: class or import path.' })),
    file: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
    in_app: Type.Boolean({ description: 'Whether it is the customer’s own code.' }),
    native: Type.Optional(Type.Boolean()),
    async: Type.Optional(Type.Boolean()),
    eval: Type.Optional(Type.Boolean()),
    raw: Type.Optional(Type.String({ description: 'The line as it came.' })),
    context_line: Type.Optional(Type.String({ description: 'The line of source that ran, where it is known.' })),
    pre_context: Type.Optional(Type.Array(Type.String(), { description: 'Lines before it, in their order.' })),
    post_context: Type.Optional(Type.Array(Type.String(), { description: 'Lines after it.' })),
  },
  { $id: 'FrameView' },
)
export type FrameView = Static<typeof FrameView>

/** One exception of the chain, outermost first. */
export const ExceptionView = Type.Object(
  {
    exception_type: Type.String(),
    message: Type.String(),
    frames: Type.Array(FrameView),
    stack: nullable(Type.String({ description: 'The stack as text, as it came.' })),
  },
  { $id: 'ExceptionView' },
)
export type ExceptionView = Static<typeof ExceptionView>

const freeForm = Type.Record(Type.String(), Type.Unknown())
const summary = {
  id: Type.String({ description: 'Opaque; begins with `evt_`.' }),
  issue_id: Type.String(),
  project_id: Type.String(),
  occurred_at: Timestamp,
  received_at: Timestamp,
  level: oneOf(...levels),
  platform: oneOf(...platforms),
  release: nullable(Type.String()),
  environment: Type.String(),
  repeat: Type.Integer({ minimum: 1, description: 'How many equal errors it stands for.' }),
}

/** An event as a row of a list: what its row holds, without a look into its body. */
export const EventSummary = Type.Object(summary, { $id: 'EventSummary' })
export type EventSummary = Static<typeof EventSummary>

/** The whole event. */
export const EventView = Type.Object(
  {
    ...summary,
    exception_type: Type.String(),
    message: Type.String(),
    app_id: Type.String(),
    user_id: nullable(Type.String({ description: 'The anonymous id that the client gave.' })),
    users: nullable(
      Type.Array(Type.Object({ id: Type.String(), count: Type.Integer() }), {
        description: 'Whom an event that stands for several errors happened to, and how often.',
      }),
    ),
    dist: nullable(Type.String()),
    exceptions: Type.Array(ExceptionView, { description: 'The event itself first, then what caused it.' }),
    mechanism: nullable(
      Type.Object({ type: Type.Optional(nullable(Type.String())), handled: Type.Optional(nullable(Type.Boolean())) }),
    ),
    tags: freeForm,
    contexts: freeForm,
    extra: freeForm,
    breadcrumbs: Type.Array(Breadcrumb),
    sdk: nullable(
      Type.Object({ name: Type.Optional(nullable(Type.String())), version: Type.Optional(nullable(Type.String())) }),
    ),
    screenshot_url: nullable(Type.String({ description: 'Path of the JPEG; it needs the same authorization.' })),
    fingerprint: nullable(Type.Array(Type.String(), { description: 'The client’s own choice of what to group by.' })),
    other: Type.Record(Type.String(), Type.Unknown(), { description: 'Fields that the interface does not name.' }),
    trimmed: Type.Array(Type.String(), { description: 'Fields that were over the limits and were cut.' }),
    repaired: Type.Boolean({ description: 'Whether U+0000 or lone surrogates were replaced by U+FFFD.' }),
    payload: oneOf('kept', 'pruned', 'evicted', 'damaged'),
    processing_error: nullable(Type.String({ description: 'Set when it was kept but could not be processed.' })),
  },
  { $id: 'EventView' },
)
export type EventView = Static<typeof EventView>

/** The response of GET /api/events/{id} and of …/events/latest and …/oldest: the event and its position. */
export const EventResponse = Type.Object(
  {
    event: EventView,
    position: nullable(
      Type.Integer({ minimum: 1, description: '1 is the newest event of the issue; null beyond the newest thousand.' }),
    ),
    previous_id: nullable(Type.String({ description: 'The next older event of the issue.' })),
    next_id: nullable(Type.String({ description: 'The next newer event of the issue.' })),
  },
  { $id: 'EventResponse' },
)
export type EventResponse = Static<typeof EventResponse>

/** Which events of an issue are meant: a search, of the terms that say something of an event. */
const ofEvents = (description: string) =>
  Type.Optional(Type.String({ maxLength: limits.queryCharacters, description: `${eventTerms} ${description}` }))
const eventTerms =
  'Terms of a search with the keys `level platform release environment user tag.KEY has`; `!` before a term means not.'

export const EventQuery = Type.Object({
  raw: Type.Optional(oneOf('0', '1')),
  query: ofEvents(
    '`previous_id` and `next_id` are then of the events that match, where there is one among the nearest that are looked at, and `position` is null.',
  ),
})
export type EventQuery = Static<typeof EventQuery>

/** Query parameters of GET /api/issues/{id}/events. */
export const EventListQuery = Type.Object({
  ...PageQuery.properties,
  query: ofEvents('A page may then have few events or none, and more follow for as long as `next_cursor` is not null.'),
})
export type EventListQuery = Static<typeof EventListQuery>

export const EventPage = pageOf('EventPage', 'events', EventSummary)
export type EventPage = Static<typeof EventPage>
