/** For `metro.config.js`, in Node: gives the bundle a debug id, by which its source map is found. */

interface Module {
  path: string
  dependencies: Map<string, unknown>
  inverseDependencies: Set<string>
  getSource: () => Buffer
  output: { type: string; data: { code: string; lineCount: number; map: unknown[] } }[]
}

const path = '__bugle_debug_id__'
const marker = 'bugle-dbid-'

/**
 * Copies the debug id that Expo gives to a bundle and its map into the bundle, where the SDK reads it. It is a line of
 * code, because Hermes keeps no comments. The uploader finds the id in the bytecode by the text before it: the map that
 * is composed for bytecode does not have it.
 *
 * @example
 * const { getDefaultConfig } = require('expo/metro-config')
 * const { bugleDebugId } = require('@bugle/react-native/metro')
 * module.exports = getDefaultConfig(__dirname, { unstable_beforeAssetSerializationPlugins: [bugleDebugId] })
 */
export function bugleDebugId<M extends { path: string }>({
  premodules,
  debugId,
}: {
  premodules: M[]
  debugId?: string
}): M[] {
  if (debugId === undefined || premodules.some((one) => one.path === path)) return premodules
  const code = `(globalThis.__bugleDebugIds=globalThis.__bugleDebugIds||{})[new Error().stack]=${JSON.stringify(marker + debugId)}.slice(${marker.length});`
  const module: Module = {
    path,
    dependencies: new Map(),
    inverseDependencies: new Set(),
    getSource: () => Buffer.from(code),
    output: [{ type: 'js/script/virtual', data: { code, lineCount: 1, map: [] } }],
  }
  return [module as unknown as M, ...premodules]
}
