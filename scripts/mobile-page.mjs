// Usage: import { buildPage } from './mobile-page.mjs'
//
// Bundles the mobile app for browsers. Metro, which bundles it for phones, wraps every file of every library in a function; here all
// files of a screen share a scope, and what nothing reads is left out: a third less to load and to compile.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'rolldown'
import { mobileApp as app } from './mobile-packages.mjs'
import { bundledPackages, listName } from './notices/bundled-packages.mjs'
import { toModule } from './router-modules.mjs'

const require = createRequire(import.meta.url)
const { fileOfOurs, isFromOurs } = require(join(app, 'own-packages.js'))
const { isUnused } = require(join(app, 'unused.js'))
const screens = join(app, 'src/app')
/** Drawn first: the layouts and the lists. The other screens follow when the first is there, in a file of their own. */
const first = ['_layout.tsx', '(tabs)/_layout.tsx', '(tabs)/index.tsx', '(tabs)/issues.tsx']
/** Besides what phones do without: tools for developers, types alone, and the headers of the router, which no screen has. */
const unusedHere =
  /^@expo\/(log-box|metro-runtime)(\/|$)|\/(onboard\/Tutorial|(views\/)?Toast|ts-declarations\/\w+|Header\/Header(|BackButton|Title|Background|Button))$/
/** Files that no start needs. */
const laterFiles = new Set(['_later', 'issue-detail', 'german', 'src'])
const stub = '\0nothing:'
/** Titles and other tags of the page by components, which surround the whole app. */
const surrounding = /\/react-helmet-async\/lib$/

const virtual = {
  '\0screens': firstScreens,
  '\0later': laterScreens,
  '\0children': () => 'const only = ({ children }) => children; export { only as Helmet, only as HelmetProvider }',
}

/** @param {string} directory receives the files, and the page that loads them */
export async function buildPage(directory) {
  const { name, slug, scheme } = JSON.parse(readFileSync(join(app, 'app.json'), 'utf8')).expo
  const environment = {
    NODE_ENV: 'production',
    EXPO_OS: 'web',
    EXPO_BASE_URL: '/m',
    EXPO_ROUTER_IMPORT_MODE: 'sync',
    APP_MANIFEST: JSON.stringify({ name, slug, scheme }),
  }
  const { output } = await build({
    input: { index: join(app, 'index.web.ts') },
    cwd: app,
    platform: 'browser',
    plugins: [{ name: 'phone', resolveId, load }],
    resolve: {
      alias: { 'react-native': 'react-native-web' },
      extensions: ['tsx', 'ts', 'mjs', 'js'].flatMap((one) => [`.web.${one}`, `.${one}`]),
      mainFields: ['browser', 'module', 'main'],
    },
    transform: {
      jsx: { runtime: 'automatic' },
      define: {
        __DEV__: 'false',
        global: 'globalThis',
        'process.env': '{}',
        ...Object.fromEntries(
          Object.entries(environment).map(([key, value]) => [`process.env.${key}`, JSON.stringify(value)]),
        ),
      },
    },
    output: {
      dir: join(directory, '_expo'),
      minify: true,
      comments: { legal: false, annotation: false, jsdoc: false },
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      // Chromium then compiles all functions while it loads the file, off the page's thread: most are called at a start.
      postBanner: ({ name }) => (laterFiles.has(name) ? '' : '//# allFunctionsCalledOnLoad'),
    },
    treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    checks: { moduleLevelDirective: false, eval: false },
    logLevel: 'warn',
  })
  writeFileSync(join(directory, listName), JSON.stringify(bundledPackages(output)))
  const [entry] = output.filter(({ isEntry }) => isEntry)
  const start = output.find(({ facadeModuleId }) => facadeModuleId === join(app, 'src/start.ts'))
  const page = readFileSync(join(app, 'public/index.html'), 'utf8')
  // By a name of its content, as the program: a service worker of another build has neither.
  const early = readFileSync(join(app, 'early.js'), 'utf8')
  const earlyName = `early-${createHash('sha256').update(early).digest('hex').slice(0, 8)}.js`
  writeFileSync(join(directory, '_expo', earlyName), early)
  const program = [
    `<script src="/m/_expo/${earlyName}"></script>`,
    `<script type="module" src="/m/_expo/${entry.fileName}"></script>`,
    ...[start.fileName, ...start.imports.filter((file) => file !== entry.fileName)].map(
      (file) => `<link rel="modulepreload" href="/m/_expo/${file}" />`,
    ),
  ]
  writeFileSync(join(directory, 'index.html'), page.replace('<!-- The program -->', program.join('\n    ')))
}

async function resolveId(name, origin, options) {
  if (name === 'expo-router/_ctx') return '\0screens'
  if (name in virtual) return name
  if (unusedHere.test(name) || isUnused(name, origin ?? '')) {
    const found = await this.resolve(name, origin, { ...options, skipSelf: true })
    return stub + (found?.id ?? name)
  }
  if (surrounding.test(name)) return '\0children'
  const file = fileOfOurs(name)
  if (file !== undefined) return file
  if (name.startsWith('expo-router/assets/')) return join(app, 'node_modules', name)
  if (origin !== undefined && isFromOurs(name, origin))
    return this.resolve(name, join(app, 'index.web.ts'), { ...options, skipSelf: true })
}

function load(id) {
  if (id.startsWith(stub)) return { code: nothingOf(id.slice(stub.length)), moduleType: 'js', moduleSideEffects: false }
  if (id in virtual) return { code: virtual[id](), moduleType: 'js' }
  // No screen has a picture of a library.
  if (/\.(png|jpg)$/.test(id)) return { code: 'export default {}', moduleType: 'js' }
  if (!/\/node_modules\/.*\.[jt]s$/.test(id)) return
  const code = readFileSync(id, 'utf8')
  if (
    /\/node_modules\/expo-router\//.test(id) &&
    /^(exports\.|module\.exports|Object\.defineProperty\(exports)/m.test(code)
  ) {
    const module = toModule(code)
    if (module !== undefined) return { code: module, moduleType: 'js' }
  }
  // A direct eval, which only servers reach, would keep the names of the whole scope.
  if (/(?<![.\w])eval\(/.test(code))
    return { code: code.replaceAll(/(?<![.\w])eval\(/g, '(0, eval)('), moduleType: id.endsWith('ts') ? 'ts' : 'js' }
}

/** Stands for a file that no screen needs: exports of the same names, which do nothing. Some are called while modules are loaded. */
function nothingOf(file) {
  const code = isFile(file) ? readFileSync(file, 'utf8') : ''
  const names = new Set(
    [...code.matchAll(/\bexport (?:const|let|function\*?|class|async function) (\w+)|\bexports\.(\w+) = /g)].map(
      (one) => one[1] ?? one[2],
    ),
  )
  for (const [, list] of code.matchAll(/\bexport \{([^}]*)\}/g))
    for (const one of list.split(',')) names.add(one.trim().split(/\s+/).at(-1))
  for (const [, list] of code.matchAll(/\bmodule\.exports = \{([^}]*)\}/g))
    for (const one of list.split(',')) names.add(one.trim().split(/\W/)[0])
  for (const [, name] of code.matchAll(/defineProperty\(exports, "(\w+)"/g)) names.add(name)
  for (const name of ['', 'default', '__esModule']) names.delete(name)
  const exports = [...names].map((name) => `nothing as ${name}`)
  return `const nothing = () => undefined\nexport { nothing as default${exports.map((one) => `, ${one}`).join('')} }`
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const allScreens = () =>
  readdirSync(screens, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .sort()

/** The router's list of screens, as Metro makes it of the folder. */
function firstScreens() {
  const names = allScreens()
  const imports = first.map((name) => `import * as s${names.indexOf(name)} from ${JSON.stringify(join(screens, name))}`)
  const entries = names.map((name, index) => {
    const screen = first.includes(name) ? `s${index}` : `{ default: laterScreen(load, 's${index}') }`
    return `${JSON.stringify(`./${name}`)}: ${screen}`
  })
  return `${imports.join('\n')}
import { laterScreen } from ${JSON.stringify(join(app, 'src/components/later.tsx'))}
const load = () => import('\\0later')
const screens = { ${entries.join(', ')} }
export const ctx = Object.assign((name) => screens[name], { keys: () => Object.keys(screens), resolve: (name) => name, id: 'screens' })
`
}

function laterScreens() {
  const exports = allScreens().map((name, index) =>
    first.includes(name) ? '' : `export { default as s${index} } from ${JSON.stringify(join(screens, name))}`,
  )
  return exports.join('\n')
}
