import Type, { type Static } from 'typebox'
import { ArtifactKind } from './artifact.ts'
import { FrameReason, FrameView } from './event-view.ts'
import { Count, nullable, oneOf, optional } from './schema.ts'
import { platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

const freeForm = Type.Record(Type.String(), Type.Unknown())
const short = Type.String({ maxLength: limits.shortText, pattern: '^[^\\u0000]*$' })

/** The body of POST /api/projects/{id}/symbolicate: the fields of an event that lead to its source maps. */
export const SymbolicateBody = Type.Object(
  {
    stack: Type.Union([Type.String(), Type.Array(Type.Union([Type.String(), freeForm]))], {
      description: 'As in an event: text, lines or frames.',
    }),
    platform: optional(oneOf(...platforms)),
    message: optional(Type.String({ description: 'Message of the error, which stacks may repeat.' })),
    release: optional(short),
    dist: optional(short),
    debug_meta: optional(freeForm),
    contexts: optional(freeForm),
  },
  { $id: 'SymbolicateBody', additionalProperties: false },
)
export type SymbolicateBody = Static<typeof SymbolicateBody>

export const SymbolicateResponse = Type.Object(
  { frames: Type.Array(FrameView, { description: 'Innermost call first.' }) },
  { $id: 'SymbolicateResponse' },
)
export type SymbolicateResponse = Static<typeof SymbolicateResponse>

const by = oneOf('debug_id', 'update', 'url', 'hashed_name', 'suffix', 'name', 'release')

/** An artifact that a rule found. */
export const FoundArtifact = Type.Object(
  {
    artifact_id: Type.Integer(),
    kind: ArtifactKind,
    url: Type.String(),
    release: nullable(Type.String()),
    dist: nullable(Type.String()),
    debug_id: nullable(Type.String()),
    state: oneOf('indexing', 'ready', 'failed', 'evicted'),
  },
  { $id: 'FoundArtifact' },
)
export type FoundArtifact = Static<typeof FoundArtifact>

/** A file of an event, and how its source map was looked for. */
export const FileSymbolication = Type.Object(
  {
    file: Type.String({ description: 'As the stack names it.' }),
    debug_id: nullable(Type.String({ description: 'As the event names it for the file.' })),
    frames: Count,
    resolved: Count,
    attempts: Type.Array(
      Type.Object({
        by,
        keys: Type.Array(Type.String(), { description: 'Looked for, the most exact first.' }),
        found: Type.Array(FoundArtifact),
      }),
      { description: 'The rules that apply, in their order. The first that finds exactly one map decides.' },
    ),
    chosen: nullable(Type.Object({ by, artifact: FoundArtifact })),
    reasons: Type.Array(FrameReason, {
      description: 'Why frames of it are not resolved, each once.',
    }),
    notes: Type.Array(Type.String(), { description: 'What is unusual about the match.' }),
  },
  { $id: 'FileSymbolication' },
)
export type FileSymbolication = Static<typeof FileSymbolication>

/** How the frames of an event were symbolicated, or why not. */
export const EventSymbolication = Type.Object(
  {
    event_id: Type.String(),
    release: nullable(Type.String()),
    dist: nullable(Type.String()),
    update_id: nullable(Type.String()),
    debug_ids: Type.Array(Type.Object({ code_file: Type.String(), debug_id: Type.String() }), {
      description: 'As the event names them.',
    }),
    files: Type.Array(FileSymbolication),
  },
  { $id: 'EventSymbolication' },
)
export type EventSymbolication = Static<typeof EventSymbolication>
