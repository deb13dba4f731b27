/** A loaded file of JavaScript, with the debug id that joins it to its source map. */
export interface BundleImage {
  codeFile: string
  debugId: string
}

/** SDKs send no more. */
const maxImages = 50

/** Lists the loaded files that an event names with their debug ids. SDKs are not trusted: any other shape is skipped. */
export function bundleImagesOf(debugMeta: unknown): BundleImage[] {
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
