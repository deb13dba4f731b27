import { type Options, read } from '@bugle/core'

/** Options, and where they are silent what the config plugin wrote, and the app's own identifier. */
export function withConfiguration<T extends object>(options: T, constants: unknown, os: string): Partial<Options> & T {
  const config = read(constants, 'expoConfig')
  const written = read(read(config, 'extra'), 'bugle')
  const appId = read(read(config, os), os === 'ios' ? 'bundleIdentifier' : 'package')
  // What a program reads from an environment that has not got it is not said.
  const said = Object.entries(options ?? {}).filter(([, value]) => value !== undefined)
  return {
    ...(typeof appId === 'string' ? { appId } : {}),
    ...(written as Partial<Options> | undefined),
    ...(Object.fromEntries(said) as T),
  }
}
