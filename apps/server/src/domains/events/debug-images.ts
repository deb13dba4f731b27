import type { EventPayload } from './event-view.ts'

/** SDKs send no more. */
const maxImages = 50

/** Lists the debug ids of loaded files that an event names. */
export function imagesOf(payload: EventPayload): { codeFile: string; debugId: string }[] {
  if (payload.state !== 'kept' || !payload.body.includes('"debug_meta"')) return []
  return imagesIn((JSON.parse(payload.body.toString('utf8')) as { debug_meta?: unknown }).debug_meta)
}

/** Lists the debug ids of a `debug_meta`. SDKs are not trusted: any other shape is skipped. */
export function imagesIn(debugMeta: unknown): { codeFile: string; debugId: string }[] {
  const sent = debugMeta as { images?: unknown } | null | undefined
  const images = Array.isArray(sent?.images) ? sent.images.slice(0, maxImages) : []
  return images.flatMap((image: unknown) => {
    const { code_file: codeFile, debug_id: debugId } = (image ?? {}) as Record<string, unknown>
    return typeof codeFile === 'string' && typeof debugId === 'string' ? [{ codeFile, debugId }] : []
  })
}

/** Returns the Expo update that ran; null for the bundle that is embedded in the app, and for any other program. */
export function updateIdOf(contexts: Record<string, unknown>): string | null {
  const { update_id: id, is_embedded: isEmbedded } = (contexts.expo ?? {}) as Record<string, unknown>
  return typeof id === 'string' && id !== '' && isEmbedded !== true ? id.replaceAll('\0', '\uFFFD') : null
}
