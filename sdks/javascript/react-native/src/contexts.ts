import { type Options, read } from '@bugle/core'
import type { Native } from './native.ts'
import type { OptionalModules } from './optional-modules.ts'
import { currentScreen } from './screens.ts'

const systems: Record<string, string> = { android: 'Android', ios: 'iOS', web: 'Web' }

/** Version and identifier of the build. */
export interface Build {
  version: string | undefined
  build: string | undefined
  bundleId: string | undefined
}

/** Reads the build from the binary; in Expo Go, whose binary is not the app's, from the app's configuration. */
export function buildOf({ application, constants }: OptionalModules, os: string): Build {
  const config = read(constants, 'expoConfig')
  const isGo = read(constants, 'executionEnvironment') === 'storeClient'
  const own = (key: string) => (isGo ? undefined : read(application, key))
  return {
    version: textOf(own('nativeApplicationVersion') ?? read(config, 'version')),
    build: textOf(own('nativeBuildVersion')),
    bundleId: textOf(own('applicationId') ?? read(read(config, os), os === 'ios' ? 'bundleIdentifier' : 'package')),
  }
}

/**
 * Returns device, app and system, from Expo's modules if present, else from React Native. Nothing identifies a person.
 */
export function nativeContexts(
  options: Options,
  { Platform }: Native,
  modules: OptionalModules,
): () => Record<string, unknown> {
  const { constants, device, updates } = modules
  const known = Platform.constants
  const { version, build, bundleId } = buildOf(modules, Platform.OS)
  const fixed = {
    device: filled({
      manufacturer: read(device, 'manufacturer') ?? read(known, 'Manufacturer'),
      model: read(device, 'modelName') ?? read(known, 'Model'),
      model_id: read(device, 'modelId'),
      simulator: read(device, 'isDevice') === false ? true : undefined,
    }),
    app: filled({ version: version ?? options.release, build, bundle_id: bundleId ?? options.appId }),
    os: filled({
      name: read(device, 'osName') ?? systems[Platform.OS] ?? Platform.OS,
      version: read(device, 'osVersion') ?? read(known, 'Release') ?? String(Platform.Version),
    }),
    expo: filled({
      runtime_version: read(updates, 'runtimeVersion'),
      update_id: read(updates, 'updateId'),
      channel: read(updates, 'channel'),
      environment: read(constants, 'executionEnvironment'),
    }),
    runtime: runtimeOf(read(known, 'reactNativeVersion')),
  }
  const contexts = Object.fromEntries(Object.entries(fixed).filter(([, facts]) => Object.keys(facts).length > 0))
  return () => {
    const name = currentScreen()
    return { ...contexts, ...(name === undefined ? {} : { screen: { name } }) }
  }
}

function runtimeOf(reactNative: unknown): Record<string, unknown> {
  const { HermesInternal } = globalThis as { HermesInternal?: { getRuntimeProperties?(): object } }
  const properties = HermesInternal?.getRuntimeProperties?.()
  const parts = ['major', 'minor', 'patch'].map((part) => read(reactNative, part))
  return filled({
    name: HermesInternal && 'hermes',
    version: read(properties, 'OSS Release Version'),
    bytecode: read(properties, 'Bytecode Version'),
    react_native: parts.includes(undefined) ? undefined : parts.join('.'),
  })
}

/** Removes unknown facts. */
function filled(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== null && fact !== ''),
  )
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value)
}
