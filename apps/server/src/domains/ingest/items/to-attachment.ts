import { limits } from '@bugle/protocol'
import type { Attachment } from '../../storage/index.ts'

/** Makes a file of what a sender says of it; texts are cut and made storable. */
export function toAttachment({
  name,
  contentType,
  kind,
  data,
}: {
  name: unknown
  contentType?: unknown
  kind?: unknown
  data: Buffer
}): Attachment {
  return {
    name: textOr('attachment', name, limits.shortText),
    contentType: textOr('application/octet-stream', contentType, 100),
    kind: textOr('event.attachment', kind, 60),
    data,
  }
}

function textOr(fallback: string, value: unknown, maxLength: number): string {
  if (typeof value !== 'string' || value === '') return fallback
  return value.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD')
}
