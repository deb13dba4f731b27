import type { ExceptionPart } from './event.ts'
import { keysOf, read } from './plain.ts'

interface Image {
  type: 'sourcemap'
  code_file: string
  debug_id: string
}

/** The same limit as for source contexts. */
const maxImages = 50

/** Ours, and those that the tools of other trackers write. */
const registryNames = ['__bugleDebugIds', '_sentryDebugIds', '_debugIds']

/** Parsed once, and again when an entry is added: a page may have thousands. */
let images: Image[] = []
let count = 0

/**
 * Returns debug ids of loaded bundles, at most fifty, those of the given errors' frames first. A build step writes
 * `globalThis.__bugleDebugIds[new Error().stack] = id` into each bundle, or into a registry of another name; the first
 * position of that stack names the file. In Hermes bytecode it has no path before its name.
 */
export function debugMeta(errors: ExceptionPart[]): { images: Image[] } | undefined {
  const registries = registryNames.map((name) => read(globalThis, name))
  const stacks = registries.map((registry) => keysOf(registry, 1e5))
  const total = stacks.reduce((sum, { length }) => sum + length, 0)
  if (total !== count)
    images = stacks.flatMap((names, index) =>
      names.flatMap((stack) => {
        const [code_file] = filesOf(stack)
        const debug_id = read(registries[index], stack)
        return code_file && typeof debug_id === 'string' ? [{ type: 'sourcemap', code_file, debug_id }] : []
      }),
    )
  count = total
  if (images.length === 0) return undefined
  const files = new Set(errors.flatMap(({ stack }) => filesOf(stack ?? '')))
  const own = images.filter(({ code_file }) => files.has(code_file))
  return { images: [...new Set([...own, ...images.slice(0, maxImages)])].slice(0, maxImages) }
}

/** Lists the files of a stack in order; reads only the end of each line. */
export function filesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => /(?:[(@]|at )([^\s()]+?)(:\d+){1,2}\)?$/.exec(line.slice(-500))?.[1] ?? [])
}
