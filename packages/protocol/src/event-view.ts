import Type, { type Static } from 'typebox'
import { Breadcrumb } from './event.ts'
import { PageQuery, pageOf } from './page.ts'
import { nullable, oneOf, Timestamp } from './schema.ts'
import { exceptionRelations, levels, platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

// Events as they are read back. Text from an SDK is untrusted: display it as text, never as markup.

/** The facts that the sentence of a reason names. The code decides which there are. */
export const ReasonFacts = Type.Object(
  {
    tried: Type.Optional(Type.Array(Type.String(), { description: 'Keys that were looked for, in order.' })),
    near: Type.Optional(Type.Array(Type.String(), { description: 'Uploaded files of the same name.' })),
    prefix: Type.Optional(
      Type.String({ description: 'The `--url-prefix` that gives the nearest of them the right address.' }),
    ),
    checked: Type.Optional(
      Type.Integer({ description: 'Positions of the stack that were compared with those of the map.' }),
    ),
    at_start: Type.Optional(Type.Integer({ description: 'Those of them that the map has.' })),
    found: Type.Optional(
      Type.Array(Type.String(), { description: 'Releases, dists, files or methods that were found instead.' }),
    ),
    file: Type.Optional(Type.String({ description: 'The uploaded file.' })),
    release: Type.Optional(Type.String({ description: 'That of the event; omitted if it has none.' })),
    dist: Type.Optional(Type.String({ description: 'That of the event; omitted if it has none.' })),
    debug_id: Type.Optional(Type.String()),
    map: Type.Optional(Type.String({ description: 'Name of the missing map, or the step of Hermes that made it.' })),
    what: Type.Optional(
      Type.String({ description: '`mapping`, `symbol file`, `obfuscation map`; omitted for a source map.' }),
    ),
    detail: Type.Optional(Type.String({ description: 'Message of the parser.' })),
    byte: Type.Optional(Type.Integer({ description: 'Where the file stops being valid.' })),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
    last_line: Type.Optional(Type.Integer({ description: 'Last line that the map covers.' })),
    cause: Type.Optional(Type.String({ description: 'Why the map does not cover the position.' })),
    source: Type.Optional(Type.String({ description: 'The source whose text is missing.' })),
    limit: Type.Optional(Type.String({ description: 'Name of the limit.' })),
    maximum: Type.Optional(Type.Integer({ description: 'Value of the limit.' })),
    address: Type.Optional(Type.Integer({ description: 'Address of the machine code.' })),
    step: Type.Optional(Type.String({ description: 'The step that failed.' })),
  },
  { $id: 'ReasonFacts', description: 'The facts that the sentence names. The code decides which there are.' },
)
export type ReasonFacts = Static<typeof ReasonFacts>

/** Why a frame is not resolved, or what is missing of its original. */
export const FrameReason = Type.Object(
  {
    code: Type.String(),
    sentence: Type.String({ description: 'The same in English.' }),
    facts: Type.Optional(ReasonFacts),
    command: Type.Optional(
      Type.String({ description: 'A command that fixes it, to be run in the folder of the build.' }),
    ),
  },
  { $id: 'FrameReason' },
)
export type FrameReason = Static<typeof FrameReason>

/** The original of a frame in generated code, by its source map; or why it is unknown. Grouping does not use it. */
export const Symbolication = Type.Object(
  {
    state: oneOf('resolved', 'unresolved'),
    by: Type.Optional({
      ...oneOf('debug_id', 'update', 'url', 'hashed_name', 'suffix', 'name', 'release'),
      description:
        'The rule that found the source map or debug file: the debug id, the Expo update, release and address, a hashed file name that one map alone has, the end of the path within the release, the name if one file alone of the release has it, or the release alone.',
    }),
    artifact_id: Type.Optional(Type.Integer()),
    function: Type.Optional(Type.String()),
    module: Type.Optional(Type.String({ description: 'Owner of the function: the class.' })),
    file: Type.Optional(Type.String({ description: 'Path of the source.' })),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
    in_app: Type.Optional(Type.Boolean()),
    is_inlined: Type.Optional(
      Type.Boolean({
        description: 'The compiler inlined this call into the next one: the stack has one frame for both.',
      }),
    ),
    context_line: Type.Optional(Type.String()),
    pre_context: Type.Optional(Type.Array(Type.String())),
    post_context: Type.Optional(Type.Array(Type.String())),
    reason: Type.Optional(FrameReason),
  },
  { $id: 'Symbolication' },
)
export type Symbolication = Static<typeof Symbolication>

/** One call of a stack, innermost first in its list. Missing parts are omitted. */
export const FrameView = Type.Object(
  {
    function: Type.Optional(Type.String()),
    module: Type.Optional(Type.String({ description: 'Owner of the function: class or import path.' })),
    file: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
    in_app: Type.Boolean({ description: 'Whether it is the customer’s own code.' }),
    native: Type.Optional(Type.Boolean()),
    async: Type.Optional(Type.Boolean()),
    eval: Type.Optional(Type.Boolean()),
    raw: Type.Optional(Type.String({ description: 'The original line.' })),
    context_line: Type.Optional(Type.String({ description: 'The source line that ran, if known.' })),
    pre_context: Type.Optional(Type.Array(Type.String(), { description: 'Lines before it, in file order.' })),
    post_context: Type.Optional(Type.Array(Type.String(), { description: 'Lines after it.' })),
    symbolication: Type.Optional(Symbolication),
    vars: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Local variables and arguments, if the SDK sent them.',
      }),
    ),
    package: Type.Optional(Type.String({ description: 'The library or binary that the code is in.' })),
  },
  { $id: 'FrameView' },
)
export type FrameView = Static<typeof FrameView>

/** One exception of an event. */
export const ExceptionView = Type.Object(
  {
    exception_type: Type.String(),
    message: Type.String(),
    original: Type.Optional(
      Type.Object(
        { exception_type: Type.String(), message: Type.String() },
        { description: 'The same with the names that the obfuscation of the build replaced.' },
      ),
    ),
    mechanism: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'How it was caught, and its position among grouped exceptions: `exception_id`, `parent_id`, `source`.',
      }),
    ),
    parent: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Index in `exceptions` of the one that contains it or that it caused. Missing in the first: the exception that was thrown.',
      }),
    ),
    relation: Type.Optional({
      ...oneOf(...exceptionRelations),
      description: 'How it belongs to its parent: its cause, a member of a group, suppressed by it, or another thread.',
    }),
    members: Type.Optional(
      Type.Integer({ description: 'Number of members of this group; only where the list lacks some of them.' }),
    ),
    frames: Type.Array(FrameView),
    stack: nullable(Type.String({ description: 'The stack as text, unchanged.' })),
  },
  { $id: 'ExceptionView' },
)
export type ExceptionView = Static<typeof ExceptionView>

/** A thread of the program beside the one that the exception was thrown on. */
export const ThreadView = Type.Object(
  {
    id: Type.String(),
    name: nullable(Type.String()),
    crashed: Type.Boolean(),
    current: Type.Boolean(),
    frames: Type.Array(FrameView),
  },
  { $id: 'ThreadView' },
)
export type ThreadView = Static<typeof ThreadView>

/** A file that came with an event. */
export const AttachmentView = Type.Object(
  {
    name: Type.String(),
    content_type: Type.String({ description: 'As the sender claims.' }),
    kind: Type.String({ description: 'The sender’s word for it, such as `event.attachment`.' }),
    bytes: Type.Integer(),
    is_image: Type.Boolean({ description: 'Whether its bytes are a PNG, JPEG, WebP or GIF, which is served as such.' }),
    url: Type.String({ description: 'Path of the file; it needs the same authorization.' }),
  },
  { $id: 'AttachmentView' },
)
export type AttachmentView = Static<typeof AttachmentView>

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
  repeat: Type.Integer({ minimum: 1, description: 'Number of equal errors it stands for.' }),
}

/** An event in a list: the columns of its row, without its body. */
export const EventSummary = Type.Object(summary, { $id: 'EventSummary' })
export type EventSummary = Static<typeof EventSummary>

/** A breadcrumb of an event as it is shown. */
export const BreadcrumbView = Type.Object(
  {
    ...Breadcrumb.properties,
    ts: nullable(
      Type.Integer({
        description: 'Epoch milliseconds, also of one that was sent in another unit; null if what was sent is no time.',
      }),
    ),
  },
  { $id: 'BreadcrumbView' },
)

/** The whole event. */
export const EventView = Type.Object(
  {
    ...summary,
    exception_type: Type.String(),
    message: Type.String(),
    app_id: Type.String(),
    user_id: nullable(Type.String({ description: 'The anonymous id sent by the SDK.' })),
    users: nullable(
      Type.Array(Type.Object({ id: Type.String(), count: Type.Integer() }), {
        description: 'Users affected by an event that stands for several errors, with counts.',
      }),
    ),
    dist: nullable(Type.String()),
    exceptions: Type.Array(ExceptionView, {
      description:
        'The event itself first, then the exceptions that it contains or was caused by: a tree by their `parent`.',
    }),
    mechanism: nullable(
      Type.Object({ type: Type.Optional(nullable(Type.String())), handled: Type.Optional(nullable(Type.Boolean())) }),
    ),
    tags: Type.Record(Type.String(), Type.Unknown(), { description: 'As the client sent them.' }),
    derived_tags: Type.Record(Type.String(), Type.String(), {
      description: 'Tags that Bugle derives from the contexts and the mechanism; counted and searched like the others.',
    }),
    contexts: freeForm,
    extra: freeForm,
    breadcrumbs: Type.Array(BreadcrumbView),
    sdk: nullable(
      Type.Object({ name: Type.Optional(nullable(Type.String())), version: Type.Optional(nullable(Type.String())) }),
    ),
    screenshot_url: nullable(Type.String({ description: 'Path of the JPEG; it needs the same authorization.' })),
    fingerprint: nullable(Type.Array(Type.String(), { description: 'The fingerprint sent by the SDK.' })),
    other: Type.Record(Type.String(), Type.Unknown(), { description: 'Fields unknown to the API.' }),
    threads: Type.Array(ThreadView),
    attachments: Type.Array(AttachmentView),
    client_id: nullable(Type.String({ description: 'The random id by which a Sentry SDK named the event.' })),
    scrubbed: Type.Array(Type.String(), {
      description: 'Paths of personal data and secrets that were removed before the event was stored.',
    }),
    trimmed: Type.Array(Type.String(), { description: 'Fields that exceeded their limits and were trimmed.' }),
    unread: Type.Array(Type.String(), {
      description: 'Fields in a form that is not understood. What was sent is below `other`.',
    }),
    repaired: Type.Boolean({ description: 'Whether U+0000 or lone surrogates were replaced by U+FFFD.' }),
    payload: oneOf('kept', 'pruned', 'evicted', 'damaged'),
    processing_error: nullable(Type.String({ description: 'Set if the event was stored but could not be processed.' })),
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

/** A search that selects events of an issue, with the terms that apply to events. */
const ofEvents = (description: string) =>
  Type.Optional(Type.String({ maxLength: limits.queryCharacters, description: `${eventTerms} ${description}` }))
const eventTerms =
  'Terms of a search with the keys `level platform release environment user tag.KEY has`; `!` before a term means not.'

/** Query parameters of the endpoints that return one event. */
export const EventQuery = Type.Object({
  raw: Type.Optional(oneOf('0', '1')),
  query: ofEvents(
    '`previous_id` and `next_id` then refer to matching events, if one is found among the nearest events, and `position` is null.',
  ),
})
export type EventQuery = Static<typeof EventQuery>

/** Query parameters of GET /api/issues/{id}/events. */
export const EventListQuery = Type.Object({
  ...PageQuery.properties,
  query: ofEvents(
    'A page may then contain few events or none; further ones follow as long as `next_cursor` is not null.',
  ),
})
export type EventListQuery = Static<typeof EventListQuery>

export const EventExportQuery = Type.Object({ query: ofEvents('') })

export const EventPage = pageOf('EventPage', 'events', EventSummary)
export type EventPage = Static<typeof EventPage>
