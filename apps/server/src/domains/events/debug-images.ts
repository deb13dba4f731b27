import type { EventPayload } from './event-view.ts'

/** SDKs send no more. */
const maxImages = 50

/** Lists the debug ids of loaded files that an event names. SDKs are not trusted: any other shape is skipped. */
export function imagesOf(payload: EventPayload): { codeFile: string; debugId: string }[] {
  if (payload.state !== 'kept' || !payload.body.includes('"debug_meta"')) return []
  const { debug_meta: sent } = JSON.parse(payload.body.toString('utf8')) as { debug_meta?: { images?: unknown } | null }
  const images = Array.isArray(sent?.images) ? sent.images.slice(0, maxImages) : []
  return images.flatMap((image: unknown) => {
    const { code_file: codeFile, debug_id: debugId } = (image ?? {}) as Record<string, unknown>
    return typeof codeFile === 'string' && typeof debugId === 'string' ? [{ codeFile, debugId }] : []
  })
}
