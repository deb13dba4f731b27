import type { BugleEvent } from './event.ts'
import { keysOf, read } from './plain.ts'
import type { Integration } from './runtime.ts'

interface Image {
  type: 'sourcemap'
  code_file: string
  debug_id: string
}

/** The same limit as for source contexts. */
const maxImages = 50

/** Parsed once, and again when an entry is added: a page may have thousands. */
let images: Image[] = []
let count = 0

/**
 * Returns debug ids of loaded bundles, at most fifty, those of the event's frames first. A build step writes
 * `globalThis.__bugleDebugIds[new Error().stack] = id` into each bundle, or into a registry of another name; the first
 * position of that stack names the file. In Hermes bytecode it has no path before its name.
 */
function debugMeta({ stack, exceptions = [] }: BugleEvent): { images: Image[] } | undefined {
  // Ours, and those that the tools of other trackers write. Our tools write an id into the first two.
  const found = new Map(
    ['__bugleDebugIds', '_sentryDebugIds', '_debugIds']
      .map((name) => read(globalThis, name))
      .flatMap((registry) => keysOf(registry, 1e5).map((stack) => [stack, registry])),
  )
  if (found.size !== count)
    images = [...found].flatMap(([stack, registry]) => {
      const [code_file] = filesOf(stack)
      const debug_id = read(registry, stack)
      return code_file && typeof debug_id === 'string' ? [{ type: 'sourcemap', code_file, debug_id }] : []
    })
  count = found.size
  if (images.length === 0) return undefined
  const files = [stack, ...exceptions.map((one) => one.stack)].flatMap((one) => filesOf(one ?? ''))
  const own = images.filter(({ code_file }) => files.includes(code_file))
  return { images: [...new Set(own.concat(images))].slice(0, maxImages) }
}

/** Names the builds of an event's files, for source maps. */
export function debugIds(): Integration {
  return {
    name: 'debug-ids',
    setup(runtime) {
      runtime.builders!.push((event) => {
        event.debug_meta = debugMeta(event)
      })
    },
  }
}

/** Lists the files of a stack in order; reads only the end of each line. */
export function filesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => /(?:[(@]|at )([^\s()]+?)(:\d+){1,2}\)?$/.exec(line.slice(-500))?.[1] ?? [])
}
