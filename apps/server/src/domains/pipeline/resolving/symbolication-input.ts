import { programImagesOf, type SymbolicationInput } from '../../artifacts/index.ts'

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

/** The parts of an event that lead to its source maps, as an event has them and as it is shown. */
interface SentFacts {
  release?: string | null | undefined
  dist?: string | null | undefined
  platform?: string | null | undefined
  contexts?: Record<string, unknown> | null | undefined
  debug_meta?: unknown
}

/** Returns the facts by which the files of an event are matched with what was uploaded. */
export function symbolicationInputOf(
  projectId: number,
  { release, dist, platform, contexts: sent, debug_meta: debugMeta }: SentFacts,
  eventId?: string,
): SymbolicationInput {
  const contexts = sent ?? {}
  return {
    projectId,
    eventId,
    release: release || null,
    dist: dist || null,
    platform: platform ?? null,
    updateId: updateIdOf(contexts),
    isV8: isV8(contexts, platform),
    images: bundleImagesOf(debugMeta),
    programs: programImagesOf(debugMeta),
  }
}

const nodeLike = /^(?:node|deno|electron)/i
const chromiums = /chrom|edge|opera|samsung|brave|vivaldi|yandex|electron/i

/** Whether the engine that ran an event is V8; undefined if nothing but the form of the stack tells. */
function isV8({ runtime, browser }: Record<string, unknown>, platform: string | null | undefined): boolean | undefined {
  const name = nameOf(runtime)
  // Its stacks look like those of V8.
  if (name?.toLowerCase() === 'bun') return false
  const isKnown = (name !== undefined && nodeLike.test(name)) || (name === undefined && platform === 'node')
  if (isKnown) return true
  const agent = nameOf(browser)
  return agent === undefined ? undefined : chromiums.test(agent)
}

function nameOf(context: unknown): string | undefined {
  const { name } = (context ?? {}) as Record<string, unknown>
  return typeof name === 'string' ? name : undefined
}
