import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from './page.ts'
import { Count, described, line, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

// The health of programs beside their errors: sessions, monitors of scheduled jobs, feedback of people.

export const ReleaseHealthQuery = Type.Object({ from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) })
export type ReleaseHealthQuery = Static<typeof ReleaseHealthQuery>

const share = (description: string) => described(description, nullable(Type.Number({ minimum: 0, maximum: 1 })))

export const ReleaseHealth = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    releases: Type.Array(
      Type.Object({
        release: Type.String(),
        environment: Type.String(),
        sessions: described('Sessions that started.', Count),
        errored: described('Sessions with a handled error, and without a worse end.', Type.Integer()),
        unhandled: described('Sessions with an unhandled error that did not end the program.', Type.Integer()),
        abnormal: described('Sessions that ended without saying so.', Type.Integer()),
        crashed: Type.Integer(),
        crash_free_sessions: share('1 − crashed ÷ sessions.'),
        users: described('Counted exactly up to 10,000 a day.', Count),
        crash_free_users: share('The share of users without a crash.'),
        adoption: share('The share of the sessions of its environment.'),
        first_seen_at: Timestamp,
        last_seen_at: Timestamp,
      }),
    ),
  },
  { $id: 'ReleaseHealth' },
)
export type ReleaseHealth = Static<typeof ReleaseHealth>

export const MonitorView = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    schedule: described('A crontab, or `every 5 minutes`; null while none was sent.', nullable(Type.String())),
    timezone: Type.String(),
    margin_minutes: described('How late a check-in may be.', Type.Integer()),
    max_runtime_minutes: Type.Integer(),
    environments: Type.Array(
      Type.Object({
        environment: Type.String(),
        status: oneOf('ok', 'failing', 'waiting'),
        last_status: nullable(Type.String()),
        last_check_in_at: nullable(Timestamp),
        next_due_at: nullable(Timestamp),
        failing_since: nullable(Timestamp),
      }),
    ),
    check_ins: Type.Array(
      Type.Object({
        id: Type.String(),
        environment: Type.String(),
        status: oneOf('in_progress', 'ok', 'error', 'missed', 'timeout'),
        started_at: Timestamp,
        duration_ms: nullable(Count),
      }),
      { description: 'The newest ones.' },
    ),
  },
  { $id: 'MonitorView' },
)
export type MonitorView = Static<typeof MonitorView>

export const MonitorList = Type.Object(
  {
    monitors: Type.Array(MonitorView),
    missed_24h: described('Check-ins that did not come in the last 24 hours.', Count),
  },
  { $id: 'MonitorList' },
)
export type MonitorList = Static<typeof MonitorList>

export const Monitor = Type.Object({ monitor: MonitorView }, { $id: 'Monitor' })
export type Monitor = Static<typeof Monitor>

/** The body of PUT /api/projects/{id}/monitors/{slug}. */
export const PutMonitorBody = Type.Object(
  {
    schedule: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A crontab of five parts, or `every 5 minutes`.',
    }),
    timezone: optional(Type.String({ maxLength: 60, description: 'Of the crontab; `UTC` by default.' })),
    margin_minutes: optional(Type.Integer({ minimum: 1, maximum: 40_320, description: '1 by default.' })),
    max_runtime_minutes: optional(Type.Integer({ minimum: 1, maximum: 40_320, description: '30 by default.' })),
    environment: optional(line(limits.shortText, 'Where the job is expected to run first; `production` by default.')),
  },
  { $id: 'PutMonitorBody', additionalProperties: false },
)
export type PutMonitorBody = Static<typeof PutMonitorBody>

/** Feedback of a person, given in the program or in the dialog after a crash. */
export const Feedback = Type.Object(
  {
    id: Type.String(),
    message: Type.String(),
    name: nullable(Type.String()),
    email: described('As the person gave it, to be answered.', nullable(Type.String())),
    url: nullable(Type.String()),
    created_at: Timestamp,
    event_id: described('The event it is about, if it was found.', nullable(Type.String())),
    issue_id: nullable(Type.String()),
  },
  { $id: 'Feedback' },
)
export type Feedback = Static<typeof Feedback>

export const FeedbackQuery = Type.Object({
  ...PageQuery.properties,
  issue_id: Type.Optional(Type.String({ description: 'Only feedback about events of this issue.' })),
})

export const FeedbackPage = pageOf('FeedbackPage', 'feedback', Feedback)
export type FeedbackPage = Static<typeof FeedbackPage>
