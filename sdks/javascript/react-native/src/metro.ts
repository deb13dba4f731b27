/** For `metro.config.js`, in Node: gives the bundle a debug id, by which its source map is found. */
import { createHash } from 'node:crypto'

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
  const code = registering(debugId)
  const module: Module = {
    path,
    dependencies: new Map(),
    inverseDependencies: new Set(),
    getSource: () => Buffer.from(code),
    output: [{ type: 'js/script/virtual', data: { code, lineCount: 1, map: [] } }],
  }
  return [module as unknown as M, ...premodules]
}

/** Registers the id in both registries, as the plugins of other bundlers do: the second is that of Sentry's SDKs. */
function registering(debugId: string): string {
  return `(function(g){var s=new Error().stack;(g.__bugleDebugIds=g.__bugleDebugIds||{})[s]=(g._sentryDebugIds=g._sentryDebugIds||{})[s]=${JSON.stringify(marker + debugId)}.slice(${marker.length})})(globalThis);`
}

interface SerializerOptions {
  dev: boolean
}

type BaseBundle = (entry: string, premodules: readonly unknown[], graph: unknown, options: SerializerOptions) => object
type BundleToString = (bundle: object) => { code: string }

/**
 * Makes a bundle as Metro does, with a debug id of its content: for React Native without Expo, whose bundles have none.
 * Development stays as it is.
 *
 * @example
 * const { getDefaultConfig, mergeConfig } = require('@react-native/metro-config')
 * const { bugleSerializer } = require('@bugle/react-native/metro')
 * module.exports = mergeConfig(getDefaultConfig(__dirname), { serializer: { customSerializer: bugleSerializer } })
 */
export function bugleSerializer(
  entry: string,
  premodules: readonly unknown[],
  graph: unknown,
  options: SerializerOptions,
): string {
  const makeBundle = partOfMetro<BaseBundle>('DeltaBundler/Serializers/baseJSBundle')
  const { code } = partOfMetro<BundleToString>('lib/bundleToString')(makeBundle(entry, premodules, graph, options))
  // In front of the first line, which has no originals: Metro makes the map by lines.
  return options.dev ? code : registering(idOf(code)) + code
}

/** Loads a function of the app's own Metro; older versions have it in another folder. */
function partOfMetro<Part>(name: string): Part {
  const at = { paths: [process.cwd(), __dirname] }
  const loaded = require(resolvable([`metro/private/${name}`, `metro/src/${name}`], at)) as Part | { default: Part }
  return 'default' in (loaded as object) ? (loaded as { default: Part }).default : (loaded as Part)
}

function resolvable([first = '', ...others]: string[], at: { paths: string[] }): string {
  try {
    return require.resolve(first, at)
  } catch (error) {
    if (others.length === 0) throw error
    return resolvable(others, at)
  }
}

/** Makes the id of a content, of version 8 of RFC 9562: by a rule of one's own. */
function idOf(code: string): string {
  const digest = createHash('sha256').update(code).digest()
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
