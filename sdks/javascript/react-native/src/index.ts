/** Bugle in React Native: reports what goes wrong, and never gets in the way of it. */
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
 * Turns Bugle on, as early in the app as possible. Errors and rejections that nobody catches are reported, and the app
 * does with them what it would without. What the config plugin put into the app's configuration need not be said again.
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
