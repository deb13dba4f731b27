/** The Bugle SDK for React Native. */
import { type Options, start } from '@bugle/core'
import { AppState, Platform } from 'react-native'
import { withConfiguration } from './configuration.ts'
import { createClient, type ReactNativeOptions } from './create-client.ts'
import { optionalModules } from './optional-modules.ts'

export * from '@bugle/core/public'
export { ErrorBoundary, type ErrorBoundaryProps, type Failure } from '@bugle/react'
export type { ReactNativeOptions } from './create-client.ts'
export { type ExpoFileSystem, fileStorage } from './file-storage.ts'
export { Mask, type MaskProps } from './mask.ts'
export { BugleRoot } from './root.ts'
export { type NavigationContainer, noteScreen, watchScreens } from './screens.ts'
export type { TakeScreenshot } from './screenshots.ts'
export type { KeyValueStorage } from './store.ts'

/**
 * Starts the SDK; call it as early in the app as possible. Uncaught errors and unhandled rejections are reported, and
 * the app treats them as it would without Bugle. Values that the config plugin wrote may be omitted.
 *
 * @example
 * import AsyncStorage from '@react-native-async-storage/async-storage'
 * import { init } from '@bugle/react-native'
 * init({ token: 'bgl_live_…', endpoint: 'https://bugle.example.com', appId: 'com.example.shop', storage: AsyncStorage })
 */
export function init(options: ReactNativeOptions = {}): void {
  const native = { AppState, Platform }
  start(
    options as Options,
    (given) => createClient(given, native, optionalModules),
    (given) => withConfiguration(given, optionalModules.constants, Platform.OS),
  )
}
