import type { AttachmentView } from '@bugle/protocol'
import { type AttachmentRecord, cleanText } from '../storage/index.ts'

/** Returns a file that came with an event, as it is listed. */
export function toAttachmentView(
  eventId: string,
  { number, name, contentType, kind, bytes, head }: AttachmentRecord,
): AttachmentView {
  return {
    name: cleanText(name, 200),
    content_type: cleanText(contentType, 100),
    kind: cleanText(kind, 60),
    bytes,
    is_image: imageTypeOf(head) !== undefined,
    url: `/api/events/${eventId}/attachments/${number}`,
  }
}

/** The media type of an image by its first bytes: a sender's word would let it choose how browsers read a file. */
export function imageTypeOf(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, 12)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp'
  return undefined
}
