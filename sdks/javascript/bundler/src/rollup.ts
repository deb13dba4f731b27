import type { UnpluginInstance } from 'unplugin'
import type { BugleOptions } from './options.ts'
import { unplugin } from './plugin.ts'

/**
 * Uploads the source maps of a build by Rollup. The token is read from `BUGLE_TOKEN`; without one, nothing happens.
 *
 * @example
 * import { bugle } from '@bugle/bundler/rollup'
 * export default { input: 'main.js', plugins: [bugle({ url: 'https://bugle.example.com', project: 'Shop' })] }
 */
export const bugle: UnpluginInstance<BugleOptions | undefined, false>['rollup'] = unplugin.rollup
