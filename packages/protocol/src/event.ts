import Type, { type Static } from 'typebox'
import { exceptionRelations, levels, platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

/** An optional field: absent and null are the same. */
const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const freeForm = Type.Record(Type.String(), Type.Unknown())
const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
const stack = Type.Union([Type.String(), Type.Array(Type.Union([Type.String(), freeForm])), Type.Null()])

/** A step of the user or the app before the error. */
export const Breadcrumb = Type.Object(
  {
    category: Type.String(),
    message: Type.String(),
    ts: Type.Integer({
      description: 'Epoch milliseconds; seconds, microseconds and nanoseconds are recognized by their size.',
    }),
    data: optional(freeForm),
    level: optional(Type.String()),
    type: optional(Type.String({ description: 'Kind by the SDK, such as `http` or `navigation`.' })),
  },
  { $id: 'Breadcrumb' },
)
export type Breadcrumb = Static<typeof Breadcrumb>

/** One error of the cause chain. */
const Cause = Type.Object({
  exception_type: Type.String({ minLength: 1 }),
  message: Type.String(),
  stack: Type.Optional(stack),
  // They only order the display: if an SDK sends them incorrectly, they are ignored.
  parent: Type.Optional(
    Type.Unknown({
      description:
        'The exception that it belongs to: 0 is the event itself, n the nth of `exceptions`. By default the one before it.',
    }),
  ),
  relation: Type.Optional(
    Type.Unknown({
      description: `How it belongs to its parent: ${exceptionRelations.map((name) => `\`${name}\``).join(', ')}. By default a member of the parent that is named, else the cause of the one before.`,
    }),
  ),
})

/**
 * The payload of POST /ingest. Unknown fields are stored with the event. Texts beyond the limits are trimmed, not refused;
 * only `limits.breadcrumbs` causes a refusal.
 */
export const IngestEvent = Type.Object(
  {
    exception_type: Type.String({ minLength: 1, description: 'Kind of exception.' }),
    message: Type.String({ description: 'Error message; may be empty.' }),
    platform: Type.Enum([...platforms]),
    app_id: Type.String({ minLength: 1, description: 'One of the bundle identifiers pinned to the project.' }),
    stack: Type.Optional(stack),
    level: optional(Type.Enum([...levels])),
    release: optional(Type.String()),
    dist: optional(Type.String()),
    environment: optional(Type.String()),
    tags: optional(Type.Record(Type.String(), scalar)),
    user: optional(Type.Object({ id: optional(Type.String({ description: 'Anonymous identifier only.' })) })),
    user_id_anon: optional(Type.String({ description: 'Other spelling of user.id.' })),
    contexts: optional(freeForm),
    mechanism: optional(Type.Object({ type: optional(Type.String()), handled: optional(Type.Boolean()) })),
    breadcrumbs: optional(Type.Array(Breadcrumb, { maxItems: limits.breadcrumbs })),
    screenshot: optional(Type.String({ description: 'JPEG, base64.' })),
    extra: optional(freeForm),
    event_id: optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$',
        description: 'UUID chosen by the SDK, preferably UUIDv7: a retry within 24 hours counts once.',
      }),
    ),
    timestamp: optional(
      Type.Union([
        Type.String({ description: 'ISO 8601.' }),
        Type.Number({
          description: 'Epoch milliseconds; seconds, microseconds and nanoseconds are recognized by their size.',
        }),
      ]),
    ),
    sent_at: optional(
      Type.Union([Type.String({ description: 'ISO 8601.' }), Type.Number({ description: 'Epoch milliseconds.' })], {
        description:
          'The time of this attempt by the clock of the sender. If it is wrong by an hour or more, `timestamp` is corrected by as much.',
      }),
    ),
    fingerprint: optional(Type.Array(Type.String())),
    debug_meta: optional(freeForm),
    exceptions: optional(Type.Array(Cause)),
    repeat: optional(Type.Integer({ minimum: 1, maximum: limits.repeat })),
    users: optional(
      Type.Array(
        Type.Object({
          id: Type.String({ minLength: 1, description: 'Anonymous identifier only.' }),
          count: Type.Integer({ minimum: 1, maximum: limits.repeat }),
        }),
        {
          maxItems: limits.users,
          description: 'Users affected by an event with `repeat`, and how often. Each counts as a user.',
        },
      ),
    ),
    client_drops: optional(
      Type.Array(
        Type.Object({
          reason: Type.String({ minLength: 1, maxLength: 64 }),
          count: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
        }),
        { maxItems: limits.clientDrops },
      ),
    ),
    sdk: optional(Type.Object({ name: optional(Type.String()), version: optional(Type.String()) })),
    // It only enriches the display: if an SDK sends it incorrectly, it is dropped, but the event is stored.
    source_context: Type.Optional(
      Type.Unknown({
        description: `Up to ${limits.sourceContexts} of \`{ file, line, pre_context, context_line, post_context }\`: the lines of source around places of the stack, \`file\` and \`line\` as the stack prints them, at most ${limits.sourceLines} lines before and after. What has another shape is left out.`,
      }),
    ),
  },
  { $id: 'IngestEvent' },
)
export type IngestEvent = Static<typeof IngestEvent>

/** The 202: the event is on disk. `GET /api/events/{event_id}` is authoritative for the issue afterwards. */
export const IngestAcknowledgement = Type.Object(
  { event_id: Type.String(), issue_id: Type.String() },
  { $id: 'IngestAcknowledgement' },
)
export type IngestAcknowledgement = Static<typeof IngestAcknowledgement>
