import Type, { type Static } from 'typebox'
import { ReasonFacts } from './event-view.ts'
import { Person } from './issue-activity.ts'
import { PageQuery, pageOf } from './page.ts'
import { Count, nullable, oneOf, Timestamp } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

/** Why a file was ignored, or could not be indexed. */
export const ArtifactReason = Type.Object(
  {
    code: oneOf(
      ...['not_a_source_map', 'unknown_file', 'map_broken', 'too_large', 'storage_full', 'chunks_differ', 'failed'],
    ),
    sentence: Type.String({ description: 'The same for people, in English.' }),
    facts: Type.Optional(ReasonFacts),
  },
  { $id: 'ArtifactReason' },
)
export type ArtifactReason = Static<typeof ArtifactReason>

/**
 * A source map, the generated file that it belongs to, or a source whose text the map lacks; a mapping of R8 or
 * ProGuard, the symbols of a native program (ELF, Mach-O), or the obfuscation map of Dart.
 */
export const ArtifactKind = oneOf(
  'source_map',
  'minified_file',
  'source',
  'jvm_mapping',
  'native_symbols',
  'dart_names',
)
export type ArtifactKind = Static<typeof ArtifactKind>

/** The outcome of one file of an upload. */
export const UploadedFile = Type.Object(
  {
    name: Type.String(),
    sha256: Type.String({ description: 'Of the uncompressed content, in hex.' }),
    state: oneOf('accepted', 'duplicate', 'ignored'),
    artifact_id: nullable(Type.Integer({ description: 'Null if the file was ignored.' })),
    reason: nullable(ArtifactReason),
  },
  { $id: 'UploadedFile' },
)
export type UploadedFile = Static<typeof UploadedFile>

export const UploadResponse = Type.Object({ files: Type.Array(UploadedFile) }, { $id: 'UploadResponse' })
export type UploadResponse = Static<typeof UploadResponse>

/** An uploaded file. */
export const Artifact = Type.Object(
  {
    id: Type.Integer(),
    kind: ArtifactKind,
    name: Type.String({ description: 'Name of the uploaded file.' }),
    url: Type.String({ description: 'Address of the generated file; `~` stands for any origin.' }),
    debug_id: nullable(Type.String({ description: 'As the upload named it, else as the file does.' })),
    build_id: nullable(
      Type.String({
        description: 'Id that the build wrote into the program and its debug file, such as pg_map_id of R8.',
      }),
    ),
    release: nullable(Type.String()),
    dist: nullable(Type.String()),
    update_id: nullable(Type.String({ description: 'The Expo update that it belongs to.' })),
    platform: nullable(Type.String()),
    sha256: Type.String(),
    bytes: Count,
    stored_bytes: Type.Integer({ minimum: 0, description: 'Compressed original and index.' }),
    sources: nullable(Count),
    sources_with_text: nullable(Count),
    state: {
      ...oneOf('indexing', 'ready', 'failed', 'evicted'),
      description: '`evicted`: removed to stay within the disk budget.',
    },
    reason: nullable(ArtifactReason),
    uploaded_at: Timestamp,
    uploaded_by: nullable(Person),
    last_used_at: nullable(Type.String({ format: 'date-time', description: 'Last use for a frame, to the hour.' })),
  },
  { $id: 'Artifact' },
)
export type Artifact = Static<typeof Artifact>

export const ArtifactResponse = Type.Object({ artifact: Artifact }, { $id: 'ArtifactResponse' })
export type ArtifactResponse = Static<typeof ArtifactResponse>

export const ArtifactPage = pageOf('ArtifactPage', 'artifacts', Artifact)
export type ArtifactPage = Static<typeof ArtifactPage>

/** Query parameters of GET /api/projects/{id}/artifacts. */
export const ArtifactListQuery = Type.Object({
  ...PageQuery.properties,
  release: Type.Optional(Type.String({ maxLength: limits.shortText, pattern: '^[^\\u0000]*$' })),
  debug_id: Type.Optional(Type.String({ maxLength: 36, pattern: '^[^\\u0000]*$' })),
})
export type ArtifactListQuery = Static<typeof ArtifactListQuery>
