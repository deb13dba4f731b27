/**
 * Usage: node vm/bundle.js OUT [bare]
 *
 * Writes OUT/index.android.bundle.js and its map: the SDK and the shop as Metro bundles them, unminified as for Hermes.
 * `bare`: as for an app without Expo, whose bundles have no debug id of their own.
 */
const { join } = require('node:path')
const { bugleDebugId, bugleSerializer } = require('@bugle/react-native/metro')
const { getDefaultConfig } = require('expo/metro-config')
const Metro = require('metro')

const root = join(__dirname, '..')
const [, , out, kind] = process.argv

async function main() {
  const config = getDefaultConfig(root, { unstable_beforeAssetSerializationPlugins: [bugleDebugId] })
  const serializer = {
    ...config.serializer,
    ...(kind === 'bare' ? { customSerializer: bugleSerializer } : {}),
    getModulesRunBeforeMainModule: () => [],
    getPolyfills: () => [join(__dirname, 'globals.js'), require.resolve('@react-native/js-polyfills/error-guard')],
  }
  const resolveRequest = (context, name, platform) => {
    if (name === 'react-native') return { type: 'sourceFile', filePath: join(__dirname, 'react-native.js') }
    // An app without Expo's modules; the SDK works without them.
    if (/^expo-/.test(name)) throw new Error(`${name} is not installed here`)
    return context.resolveRequest(context, name, platform)
  }
  await Metro.runBuild(
    { ...config, serializer, resolver: { ...config.resolver, resolveRequest } },
    {
      entry: join(__dirname, 'entry.js'),
      out: join(out, 'index.android.bundle.js'),
      platform: 'android',
      dev: false,
      minify: false,
      sourceMap: true,
      // Without a URL, the map would be inside the file.
      sourceMapUrl: 'index.android.bundle.map',
    },
  )
}

void main()
