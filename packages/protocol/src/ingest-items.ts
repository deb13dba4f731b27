import Type, { type Static } from 'typebox'
import { nullable, oneOf, optional } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

// The payloads of POST /ingest/sessions, /ingest/check-ins and /ingest/feedback. Unknown fields are ignored; texts beyond
// the limits are trimmed, not refused.

const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$',
  description: 'A UUID that the client chooses: what is sent again counts once.',
})
const Time = Type.Union([
  Type.String({ description: 'ISO 8601.' }),
  Type.Number({
    description: 'Epoch milliseconds; seconds, microseconds and nanoseconds are recognized by their size.',
  }),
])
const Number32 = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
const Minutes = Type.Integer({ minimum: 1, maximum: 40_320 })
const Threshold = Type.Integer({ minimum: 1, maximum: 720 })
const appId = Type.String({ minLength: 1, description: 'One of the bundle identifiers pinned to the project.' })
const environment = optional(Type.String({ description: '`production` by default.' }))
const text = (description: string) => Type.String({ minLength: 1, description })

/** One run of a program, a page load or a phone's session, as far as it is known. Several reports of one count as the worst of them. */
export const SessionReport = Type.Object(
  {
    id: Uuid,
    started_at: Time,
    status: oneOf('ok', 'exited', 'errored', 'unhandled', 'abnormal', 'crashed'),
    errors: optional(Number32),
    user_id: optional(Type.String({ description: 'Anonymous identifier only.' })),
  },
  { $id: 'SessionReport' },
)
export type SessionReport = Static<typeof SessionReport>

/** Sessions of a program that has many, such as the requests of a server, as sums. */
export const SessionCount = Type.Object(
  {
    id: Uuid,
    started_at: Time,
    exited: optional(Number32),
    errored: optional(Number32),
    unhandled: optional(Number32),
    abnormal: optional(Number32),
    crashed: optional(Number32),
  },
  { $id: 'SessionCount' },
)
export type SessionCount = Static<typeof SessionCount>

/** The payload of POST /ingest/sessions. */
export const IngestSessions = Type.Object(
  {
    app_id: appId,
    release: text('The running build, by which sessions count.'),
    environment,
    sent_at: optional(Time),
    sessions: optional(Type.Array(SessionReport, { maxItems: limits.sessionItems })),
    counts: optional(Type.Array(SessionCount, { maxItems: limits.sessionItems })),
  },
  { $id: 'IngestSessions' },
)
export type IngestSessions = Static<typeof IngestSessions>

/** The 202: the sessions are on disk. */
export const SessionsAcknowledgement = Type.Object(
  {
    accepted: Type.Integer({ minimum: 1, description: 'Sessions and counts that were taken.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Those that were not, such as `sessions.3.started_at`, each with its first problem.',
      }),
    ),
  },
  { $id: 'SessionsAcknowledgement' },
)
export type SessionsAcknowledgement = Static<typeof SessionsAcknowledgement>

/** The payload of POST /ingest/check-ins. */
export const IngestCheckIn = Type.Object(
  {
    app_id: appId,
    monitor: text(
      'Name of the monitor. Upper-case letters and characters other than letters, digits, `-` and `_` are replaced.',
    ),
    status: oneOf('in_progress', 'ok', 'error'),
    check_in_id: optional(Uuid),
    duration_ms: optional(Type.Number({ minimum: 0 })),
    environment,
    schedule: optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'A crontab of five parts, or `every 5 minutes`. It makes the monitor, or changes its schedule.',
      }),
    ),
    timezone: optional(Type.String({ maxLength: 60, description: 'Of the crontab; `UTC` by default.' })),
    margin_minutes: optional(Minutes),
    max_runtime_minutes: optional(Minutes),
    failure_threshold: optional(Threshold),
    recovery_threshold: optional(Threshold),
  },
  { $id: 'IngestCheckIn' },
)
export type IngestCheckIn = Static<typeof IngestCheckIn>

/** The 202: the check-in is on disk. */
export const CheckInAcknowledgement = Type.Object(
  {
    check_in_id: nullable(
      Type.String({ description: 'For the report of its end; null where the end was reported without an id.' }),
    ),
  },
  { $id: 'CheckInAcknowledgement' },
)
export type CheckInAcknowledgement = Static<typeof CheckInAcknowledgement>

/** The payload of POST /ingest/feedback. */
export const IngestFeedback = Type.Object(
  {
    app_id: appId,
    message: Type.String({ minLength: 1, maxLength: limits.feedbackMessage }),
    id: optional(Uuid),
    name: optional(Type.String()),
    email: optional(Type.String({ description: 'For a response; kept as the person gave it.' })),
    url: optional(Type.String()),
    event_id: optional(
      Type.String({ description: 'The event it is about: the id from its 202, or the one that the SDK gave it.' }),
    ),
    screenshot: optional(
      Type.String({ description: 'JPEG, base64. It is stored with the event, so it needs `event_id`.' }),
    ),
  },
  { $id: 'IngestFeedback' },
)
export type IngestFeedback = Static<typeof IngestFeedback>

/** The 202: the feedback is on disk. */
export const FeedbackAcknowledgement = Type.Object({ feedback_id: Type.String() }, { $id: 'FeedbackAcknowledgement' })
export type FeedbackAcknowledgement = Static<typeof FeedbackAcknowledgement>

/** The query of POST /ingest/attachments; the body is the file. */
export const IngestAttachmentQuery = Type.Object(
  {
    app_id: appId,
    event_id: text('The event: the id from its 202, or the one that the SDK gave it.'),
    name: Type.Optional(Type.String({ description: 'Name of the file; `attachment` by default.' })),
    type: Type.Optional(Type.String({ description: 'Type of the file, where it is not the `Content-Type`.' })),
  },
  { $id: 'IngestAttachmentQuery' },
)
export type IngestAttachmentQuery = Static<typeof IngestAttachmentQuery>

/** The 202: the file is on disk. */
export const AttachmentAcknowledgement = Type.Object({ name: Type.String() }, { $id: 'AttachmentAcknowledgement' })
export type AttachmentAcknowledgement = Static<typeof AttachmentAcknowledgement>
