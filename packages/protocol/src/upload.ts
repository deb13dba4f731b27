import Type, { type Static } from 'typebox'
import { ArtifactKind, ArtifactReason } from './artifact.ts'
import { Count, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

// An upload in chunks: files are named first, then the chunks that the server lacks are sent, then it is finished.

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'sha256 in hex.' })
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', description })
const debugId = Type.String({ pattern: '^[0-9a-fA-F-]{32,36}$', description: 'A UUID, with or without hyphens.' })

/** A file of an upload. */
export const UploadFile = Type.Object(
  {
    name: text(500, 'Name of the file.'),
    size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes, uncompressed.' }),
    sha256: { ...sha256, description: 'Of the uncompressed file, in hex.' },
    url: optional(
      text(2000, 'Address of the generated file; by default `~/` and the name, without `.map`. `~` is any origin.'),
    ),
    debug_id: optional(debugId),
    kind: optional({ ...ArtifactKind, description: 'By default what the name and the first bytes say.' }),
    chunks: Type.Array(sha256, {
      maxItems: 65_536,
      description: 'Of each `chunk_bytes` bytes of the file, in order; the last chunk is the rest.',
    }),
  },
  { $id: 'UploadFile', additionalProperties: false },
)
export type UploadFile = Static<typeof UploadFile>

/** The body of POST /api/projects/{id}/uploads. */
export const BeginUploadBody = Type.Object(
  {
    release: optional(text(limits.shortText, 'The release of all files.')),
    dist: optional(text(limits.shortText, 'The dist of all files; without one they serve every dist.')),
    platform: optional(oneOf(...platforms)),
    update_id: optional(text(limits.shortText, 'The Expo update that the files belong to.')),
    files: Type.Array(UploadFile, { minItems: 1, maxItems: limits.chunkedFiles }),
  },
  { $id: 'BeginUploadBody', additionalProperties: false },
)
export type BeginUploadBody = Static<typeof BeginUploadBody>

export const BeginUploadResponse = Type.Object(
  {
    upload_id: Type.Integer(),
    chunk_bytes: Type.Integer({ description: 'Bytes of each chunk of a file but its last.' }),
    missing: Type.Array(sha256, { description: 'Chunks to be sent, in the order of the files.' }),
    states: Type.Record(Type.String(), oneOf('missing', 'duplicate', 'ignored'), {
      description:
        'By sha256 of a file: some of it is missing, it is stored already, or it is larger than the server accepts.',
    }),
    expires_at: Timestamp,
  },
  { $id: 'BeginUploadResponse' },
)
export type BeginUploadResponse = Static<typeof BeginUploadResponse>

/** A file of an upload and what became of it. */
export const UploadProgressFile = Type.Object(
  {
    name: Type.String(),
    sha256,
    state: {
      ...oneOf('waiting', 'indexing', 'accepted', 'duplicate', 'ignored', 'failed'),
      description:
        '`waiting` for its chunks, or to be stored; `indexing`: stored; `accepted`: it can be used; `duplicate`: it was there already.',
    },
    artifact_id: nullable(Type.Integer()),
    reason: nullable(ArtifactReason),
  },
  { $id: 'UploadProgressFile' },
)
export type UploadProgressFile = Static<typeof UploadProgressFile>

/** How far an upload is. */
export const UploadProgress = Type.Object(
  {
    upload_id: Type.Integer(),
    state: {
      ...oneOf('receiving', 'processing', 'done'),
      description: '`done` when no file is waiting or being indexed.',
    },
    files: Type.Array(UploadProgressFile),
    bytes: { ...Count, description: 'Of all files, uncompressed.' },
    missing: Type.Array(sha256, { description: 'Chunks that were not received yet.' }),
    expires_at: Timestamp,
  },
  { $id: 'UploadProgress' },
)
export type UploadProgress = Static<typeof UploadProgress>
