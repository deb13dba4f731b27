const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { buildSync, transformSync } = require('esbuild')
const { getDefaultConfig } = require('expo/metro-config')

const packages = join(__dirname, '../../packages')
const sdks = join(__dirname, '../../sdks/javascript')
const config = getDefaultConfig(__dirname, { unstable_beforeAssetSerializationPlugins: [ownDebugId()] })

/** Our packages are used as TypeScript; what they import comes from this app's installation. */
const ours = [
  [/^@bugle\/api-client$/, join(packages, 'api-client/src/index.ts')],
  [/^@bugle\/protocol\/vocabulary$/, join(packages, 'protocol/src/vocabulary/index.ts')],
  [/^@bugle\/client-state\/(.+)$/, join(packages, 'client-state/src/$1.ts')],
  [/^@bugle\/presentation\/labels\/de$/, usedLabels()],
  [/^@bugle\/presentation\/(.+)$/, join(packages, 'presentation/src/$1.ts')],
  [/^@bugle\/symbols\/reason$/, join(packages, 'symbols/src/resolve/reason.ts')],
  [/^@bugle\/core\/(\w+)$/, join(sdks, 'core/src/$1.ts')],
  [/^@bugle\/(core|react|browser|react-native)$/, join(sdks, '$1/src/index.ts')],
]

/**
 * Native toolbars and tabs, previews of links, drawers, search in headers, mixed colors and a list of all routes, which the router
 * brings; streams as queries; parts of React Native for the web, and pictures from texts and addresses, that no screen has; tools for
 * developers; generators, which Hermes has.
 */
const unused =
  /^(@expo\/ui|expo\/devtools|regenerator-runtime)(\/|$)|^color$|^\.\/(toolbar(\/shared)?|LinkWithPreview|DrawerRouter|HeaderSearchBar|streamedQuery\.js|xml|utils\/fetchData|deprecated)$|\/exports\/(Button|CheckBox|ImageBackground|Picker|ProgressBar|SectionList|Switch|Touchable\w*|Vibration|YellowBox|LogBox|LayoutAnimation)$|\/(lib\/SvgTouchableMixin|views\/Sitemap|stack-utils\/toolbar\/StackToolbar|layouts\/experimental-stack|preview\/HrefPreview|native-tabs\/NativeTabTrigger)$/

/**
 * More of them, by the file that lists them: shapes that no icon or picture is drawn of, and transformations in texts; components
 * of React Native; routes without files; hooks of the database.
 */
const unusedParts = [
  [
    /\/react-native-svg\/src\/(elements|fabric\/index|lib\/extract\/extractTransform)\.ts$/,
    /^\.\/(elements\/)?(filters\/\w+|Fe\w+NativeComponent|(ClipPath|Defs|Filter|ForeignObject|Image|LinearGradient|Marker|Mask|Pattern|RadialGradient|Stop|Symbol|Text|TextPath|TSpan|Use)(NativeComponent)?|transform|transformToRn)$/,
  ],
  [
    /\/react-native\/index\.js$/,
    /\/(Button|Clipboard|DrawerLayoutAndroid|ImageBackground|InputAccessoryView|LayoutConformance|PushNotificationIOS|SectionList|Switch|ToastAndroid|Touchable\w*|Vibration|VirtualView|VirtualCollectionView|VirtualColumn|VirtualRow)$/,
  ],
  [
    /\/expo-router\/build\/react-navigation\/(core|native)\/index\.js$/,
    /^\.\/(createStaticNavigation|StaticNavigation)$/,
  ],
  [/\/expo-sqlite\/build\/index\.js$/, /^\.\/hooks$/],
]
const isUnused = (name, origin) =>
  unused.test(name) || unusedParts.some(([file, part]) => file.test(origin) && part.test(name))

/** Titles and other tags of the page by components, which surround the whole app. */
const surrounding = /\/react-helmet-async\/lib$/

// In browsers a module is run when it is first used: a start needs a part of the libraries, and of the screens none but its own.
// Phones, where no test runs the bundle, keep the order of imports.
config.transformer.getTransformOptions = async (_, { platform }) => ({
  transform: { experimentalImportSupport: true, inlineRequires: platform === 'web' },
})
config.watchFolders = [packages, sdks]
config.resolver.resolveRequest = (context, name, platform) => {
  const rule = ours.find(([pattern]) => pattern.test(name))
  if (rule !== undefined) return { type: 'sourceFile', filePath: name.replace(...rule) }
  if (!context.dev && isUnused(name, context.originModulePath))
    return { type: 'sourceFile', filePath: join(__dirname, 'src/lib/nothing.js') }
  if (surrounding.test(name)) return { type: 'sourceFile', filePath: join(__dirname, 'src/lib/only-children.js') }
  const isOurs = [packages, sdks].some((folder) => context.originModulePath.startsWith(folder)) && !name.startsWith('.')
  const from = isOurs ? { ...context, originModulePath: join(__dirname, 'index.ts') } : context
  return context.resolveRequest(from, name, platform)
}

/** Writes the German texts of the dashboard that this app uses too, less than half of them. @returns the file */
function usedLabels() {
  const presentation = join(packages, 'presentation/src')
  const state = join(packages, 'client-state/src')
  const { outputFiles } = buildSync({
    entryPoints: [join(presentation, 'labels/de.ts')],
    bundle: true,
    format: 'cjs',
    write: false,
  })
  const made = { exports: {} }
  new Function('module', 'exports', outputFiles[0].text)(made, made.exports)
  // Units of ages are looked up by a variable.
  const used = new Set(['y', 'mo', 'd', 'h', 'min', 's'])
  for (const folder of [join(__dirname, 'src'), presentation, state, join(packages, 'symbols/src/resolve')])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue
      // As the test of translations finds them.
      const sentences = /\bt\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)")/g
      for (const [, single, double] of readFileSync(join(folder, name), 'utf8').matchAll(sentences))
        used.add((single ?? double).replaceAll("\\'", "'"))
    }
  const labels = Object.entries(made.exports.labels).filter(([key]) => used.has(key.replace(/_(one|other)$/, '')))
  const folder = join(__dirname, 'node_modules/.cache/bugle')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'labels-de.js')
  writeFileSync(file, `export const labels = ${JSON.stringify(Object.fromEntries(labels))}\n`)
  return file
}

/** The part of our SDK that gives bundles a debug id; Node 20 does not read its TypeScript. */
function ownDebugId() {
  const source = readFileSync(join(sdks, 'react-native/src/metro.ts'), 'utf8')
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  const made = { exports: {} }
  new Function('require', 'module', 'exports', code)(require, made, made.exports)
  return made.exports.bugleDebugId
}

module.exports = config
