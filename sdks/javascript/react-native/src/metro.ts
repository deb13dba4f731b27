/** For `metro.config.js`, in Node: gives the bundle a debug id, by which its source map is found. */

interface Module {
  path: string
  dependencies: Map<string, unknown>
  inverseDependencies: Set<string>
  getSource: () => Buffer
  output: { type: string; data: { code: string; lineCount: number; map: unknown[] } }[]
}

const path = '__bugle_debug_id__'

/**
 * Copies the debug id that Expo gives to a bundle and its map into the bundle, where the SDK reads it. It is a line of
 * code, because Hermes keeps no comments.
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
  const code = `(globalThis.__bugleDebugIds=globalThis.__bugleDebugIds||{})[new Error().stack]=${JSON.stringify(debugId)};`
  const module: Module = {
    path,
    dependencies: new Map(),
    inverseDependencies: new Set(),
    getSource: () => Buffer.from(code),
    output: [{ type: 'js/script/virtual', data: { code, lineCount: 1, map: [] } }],
  }
  return [module as unknown as M, ...premodules]
}
