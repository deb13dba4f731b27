import { type Options, read } from '@bugle/core'

/** Completes options from the config plugin's values, then from the app's own identifier. */
export function withConfiguration<T extends object>(options: T, constants: unknown, os: string): Partial<Options> & T {
  const config = read(constants, 'expoConfig')
  const written = read(read(config, 'extra'), 'bugle')
  const appId = read(read(config, os), os === 'ios' ? 'bundleIdentifier' : 'package')
  // Undefined, as read from a missing environment variable, counts as omitted.
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined)
  return {
    ...(typeof appId === 'string' ? { appId } : {}),
    ...(written as Partial<Options> | undefined),
    ...(Object.fromEntries(given) as T),
  }
}
