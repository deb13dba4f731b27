import { normalizeDebugId } from '../content/index.ts'

/** A program or library that was loaded, or the mapping of an app, as an SDK names it. */
export interface ProgramImage {
  /** `proguard`, `elf`, `macho` …, as the SDK spells it; '' if it does not. */
  type: string
  /** Base name of its file; '' if the SDK does not name it. */
  name: string
  /** In the spelling that all are compared in. */
  debugId: string | undefined
  /** In hex, without dashes. */
  buildId: string | undefined
  /** Where it was loaded. */
  address: number | undefined
}

/** SDKs send no more. */
const maxImages = 200

/** Lists the programs that an event names. SDKs are not trusted: parts of any other shape are left out. */
export function programImagesOf(debugMeta: unknown): ProgramImage[] {
  const { images } = (debugMeta ?? {}) as { images?: unknown }
  return Array.isArray(images) ? images.slice(0, maxImages).flatMap(toImage) : []
}

function toImage(sent: unknown): ProgramImage[] {
  const fields = (sent ?? {}) as Record<string, unknown>
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value.slice(0, 500) : ''
  }
  const type = text('type')
  if (type === 'sourcemap') return []
  const id = text('debug_id') || text('uuid')
  const build = (text('build_id') || text('code_id') || text('uuid')).toLowerCase().replaceAll('-', '')
  return [
    {
      type,
      name: text('code_file').split(/[/\\]/).at(-1)!,
      address: addressOf(fields.image_addr),
      debugId: normalizeDebugId(id),
      buildId: /^[0-9a-f]{7,64}$/.test(build) ? build : undefined,
    },
  ]
}

function addressOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
