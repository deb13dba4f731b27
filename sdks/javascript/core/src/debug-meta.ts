import type { ExceptionPart } from './event.ts'
import { keysOf, read } from './plain.ts'

interface Image {
  type: 'sourcemap'
  code_file: string
  debug_id: string
}

/** As many as an event may have places of source. */
const maxImages = 50

/** Read once, and again when there is one more: a page may have thousands of them. */
let images: Image[] = []
let count = 0

/**
 * Debug ids of loaded bundles, fifty at most, first of those that these errors came through. A build step writes
 * `globalThis.__bugleDebugIds[new Error().stack] = id` into each bundle; the first place of that stack names the file. In
 * bytecode of Hermes it has no path before its name.
 */
export function debugMeta(errors: ExceptionPart[]): { images: Image[] } | undefined {
  const registry = read(globalThis, '__bugleDebugIds')
  const stacks = keysOf(registry, 1e5)
  if (stacks.length !== count)
    images = stacks.flatMap((stack) => {
      const [code_file] = filesOf(stack)
      const debug_id = read(registry, stack)
      return code_file && typeof debug_id === 'string' ? [{ type: 'sourcemap', code_file, debug_id }] : []
    })
  count = stacks.length
  if (images.length === 0) return undefined
  const files = new Set(errors.flatMap(({ stack }) => filesOf(stack ?? '')))
  const own = images.filter(({ code_file }) => files.has(code_file))
  return { images: [...new Set([...own, ...images.slice(0, maxImages)])].slice(0, maxImages) }
}

/** The files of a stack in the order of their lines, of which the ends are enough. */
export function filesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => /(?:[(@]|at )([^\s()]+?)(:\d+){1,2}\)?$/.exec(line.slice(-500))?.[1] ?? [])
}
