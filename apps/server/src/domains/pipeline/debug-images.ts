/** The debug id of a loaded file. */
export interface DebugImage {
  codeFile: string
  debugId: string
}

/** SDKs send no more. */
const maxImages = 50

/** Lists the debug ids of loaded files that an event names. SDKs are not trusted: any other shape is skipped. */
export function imagesOf(debugMeta: unknown): DebugImage[] {
  const { images: sent } = (debugMeta ?? {}) as { images?: unknown }
  const images = Array.isArray(sent) ? sent.slice(0, maxImages) : []
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
