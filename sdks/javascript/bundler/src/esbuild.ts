import type { UnpluginInstance } from 'unplugin'
import type { BugleOptions } from './options.ts'
import { unplugin } from './plugin.ts'

/**
 * Uploads the source maps of a build by esbuild. The token is read from `BUGLE_TOKEN`; without one, nothing happens.
 *
 * @example
 * import { bugle } from '@bugle/bundler/esbuild'
 * await build({ …, plugins: [bugle({ url: 'https://bugle.example.com', project: 'Shop' })] })
 */
export const bugle: UnpluginInstance<BugleOptions | undefined, false>['esbuild'] = unplugin.esbuild
