import type { UnpluginInstance } from 'unplugin'
import type { BugleOptions } from './options.ts'
import { unplugin } from './plugin.ts'

/**
 * Uploads the source maps of a build by webpack. The token is read from `BUGLE_TOKEN`; without one, nothing happens.
 *
 * @example
 * const { bugle } = require('@bugle/bundler/webpack')
 * module.exports = { plugins: [bugle({ url: 'https://bugle.example.com', project: 'Shop' })] }
 */
export const bugle: UnpluginInstance<BugleOptions | undefined, false>['webpack'] = unplugin.webpack
