import { detectRelease } from '@bugle/protocol/vocabulary'
import type { BugleOptions, Settings } from './options.ts'

/**
 * Completes the options by the environment.
 *
 * @returns undefined without a token: then the plugin does nothing
 * @throws Error with a sentence if there is a token, but no server or project
 */
export function readSettings(options: BugleOptions, env: NodeJS.ProcessEnv): Settings | undefined {
  const { url = env.BUGLE_URL, token = env.BUGLE_TOKEN, project = env.BUGLE_PROJECT } = options
  if (!token) return undefined
  if (!url) throw new Error('The option `url` is missing, or BUGLE_URL.')
  if (!project) throw new Error('The option `project` is missing, or BUGLE_PROJECT.')
  const { release = detectRelease(env), dist = env.BUGLE_DIST } = options
  return {
    ...options,
    url: url.replace(/\/+$/, ''),
    token,
    project,
    ...(release ? { release } : {}),
    ...(dist ? { dist } : {}),
  }
}
