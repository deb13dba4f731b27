import { keysOf } from './plain.ts'

/**
 * Debug ids of the loaded bundles. A build step writes `globalThis.__bugleDebugIds[new Error().stack] = id` into each
 * bundle; the first place of that stack names the file. In bytecode of Hermes it has no path before its name.
 */
export function debugMeta(): Record<string, unknown> | undefined {
  const registry = (globalThis as { __bugleDebugIds?: Record<string, string> }).__bugleDebugIds
  const images = keysOf(registry).flatMap((stack) => {
    const file = /(?:\(|@|at )([^\s()]+?):\d+(?::\d+)?\)?$/m.exec(stack)?.[1]
    return file === undefined ? [] : [{ type: 'sourcemap', code_file: file, debug_id: String(registry?.[stack]) }]
  })
  return images.length === 0 ? undefined : { images }
}
