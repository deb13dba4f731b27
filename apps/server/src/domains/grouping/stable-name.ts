import { maxLength, stableClass, stableDirectory, stableFile } from './built-name.ts'
import { isGenerated } from './generated-name.ts'
import { memoize } from './memoize.ts'
import { libraryPath, packageAt } from './package-path.ts'
import { standing } from './passing-folder.ts'

/**
 * Returns the stable end of a path: no origin, no query, no content hash in the file's name, no directory that depends
 * on the release, the machine or the device.
 *
 * @example modulePath('https://x.io/assets/app.3f9a1c2b.js?v=3') === 'assets/app.js'
 */
export function modulePath(file: string): string {
  const path = withoutMachine(withoutOrigin(file), file)
  if (isBundle(path)) return 'bundle'
  const isPackage = path.startsWith('package:')
  const parts = (isPackage ? path.slice(8) : path)
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .flatMap((part, index, all) => (index === all.length - 1 ? part : standing(part, all[index - 1])))
  const library = isPackage ? 0 : packageAt(parts)
  if (library >= 0 && library < parts.length - 1) return libraryPath(parts.slice(library))
  const root = parts.findLastIndex((part) => roots.has(part))
  const from = root >= 0 && root < parts.length - 1 ? Math.max(root, parts.length - 4) : parts.length - 3
  return parts
    .slice(Math.max(0, from))
    .map((part, index, kept) => (index === kept.length - 1 ? stableFile(part, kept[index - 1]) : stableDirectory(part)))
    .join('/')
}

/** Directories at which a project's own tree begins; the path before them depends on the machine. */
const roots = new Set([
  'src',
  'app',
  'lib',
  'dist',
  'build',
  'assets',
  'static',
  'packages',
  'server',
  'client',
  'public',
])

/** Matches home directories. */
const home = /^(?:\/mnt\/[a-z]|\/?[A-Za-z]:|\/private|\/usr)?\/(?:home|Users|Documents and Settings)\/[^/]+(?=\/)/
/** Matches directories in which builds and containers place a project. */
const workplaces =
  /^\/(?:root|var\/root|github\/workspace|workspaces?|builds|vercel\/path0|opt\/build\/repo|usr\/src\/app|var\/task|var\/www(?:\/html)?|srv\/shiny-server|public_html|httpdocs|var\/(?:lib\/jenkins|jenkins_home)\/workspace)(?=\/)|^\/?[A-Z]:\/(?:a\/[^/]+|xampp\/htdocs|wamp(?:64)?\/www|laragon\/www)(?=\/)/
/** Temporary directories of a person or a system. */
const temporary = /^(?:(?:\/private)?\/var\/folders\/[^/]+\/[^/]+\/T|\/private\/tmp|\/AppData\/Local\/Temp)(?=\/)/
/** Names of folders in which people keep projects. */
const folders =
  /^\/(?:work\/[^/]+|Desktop|Documents|Downloads|OneDrive|[Pp]rojects?|[Ww]orkspace|[Cc]ode|[Dd]ev|[Dd]evelopment|git|[Rr]epos|source|[Gg]it[Hh]ub|[Ss]ites|www|work|(?:IdeaP|PycharmP|WebstormP|PhpstormP|AndroidStudioP|StudioP)rojects)(?=\/.*\/)/

/** Returns a path relative to the home directory or build directory that it is in, without a person's name. */
function withoutMachine(path: string, file: string): string {
  if (file.startsWith('http')) return path
  const own = path.replace(home, '')
  const rest = own.replace(temporary, '/tmp').replace(workplaces, '')
  return rest === path ? path : rest.replace(folders, '').replace(folders, '')
}

/**
 * Removes the person's name from the path of a home directory.
 *
 * @example withoutPerson('/home/jose/shop/main.js') === '~/shop/main.js'
 */
export function withoutPerson(text: string): string {
  if (!text.includes('home') && !text.includes('Users') && !text.includes('Documents and')) return text
  return text.replaceAll(/(?:[A-Za-z]:)?[\\/](?:home|Users|Documents and Settings)[\\/][^\\/\s'"`,;:()]+/g, '~')
}

/**
 * Returns the path of a file for display, relative to a home directory.
 *
 * @example fromHome('C:\\Users\\Ann Lee\\shop\\main.js') === '~\\shop\\main.js'
 */
export function fromHome(file: string): string {
  return file.replace(
    /^(?:file:\/\/\/?)?(?:[\\/]mnt[\\/][a-z]|[\\/]?[A-Za-z]:|[\\/]private|[\\/]usr)?[\\/](?:home|Users|Documents and Settings)[\\/][^\\/]+/,
    '~',
  )
}

function withoutOrigin(file: string): string {
  let path = file.includes('\\') ? file.replaceAll('\\', '/') : file
  const scheme = path.indexOf('://')
  if (scheme > 0 && scheme < 20) {
    const slash = path.indexOf('/', scheme + 3)
    path = slash < 0 ? '' : path.slice(slash)
  }
  const query = path.search(/[?#]/)
  if (query >= 0) return path.slice(0, query)
  // Node's own files up to 14: `internal/modules/cjs/loader.js` is `node:internal/modules/cjs/loader` since.
  return path.startsWith('internal/') && path.endsWith('.js') ? path.slice(0, -3) : path
}

/** Whether a file is Metro's only bundle, under any of the names that platforms and updates use. */
function isBundle(path: string): boolean {
  return /(?:^|\/)(?:main\.jsbundle|index(?:\.(?:android|ios))?\.bundle|bundle-[\w-]+|[\w.-]+\.hbc|\.expo-internal\/[0-9a-f]{32,64})$/.test(
    path,
  )
}

/** Returns a class or import path without additions of compilers and containers. */
export const moduleName = memoize(stableClass)

/**
 * Returns the last part of a function's name, without additions of engines and compilers: engines disagree on
 * everything before it.
 *
 * @example functionName('async Cart.pay [as onClick]') === 'pay'
 */
export function functionName(name: string): string {
  let bare = name
  if (bare.endsWith(']')) bare = withoutTypes(bare.replace(/ \[as [^\]]*\]$/, ''))
  bare = bare.replace(/^(?:async |new |get |set |bound |static )+/, '')
  // Erlang and Elixir append the number of arguments, Swift and C++ their names.
  bare = withoutNumbers(bare.replace(/\/\d{1,3}$/, ''))
  const open = bare.indexOf('(')
  const before = bare.charCodeAt(open - 1)
  if (open > 0 && before !== 46 && before !== 32 && bare.includes(')', open)) bare = bare.slice(0, open)
  // Firefox prints `shop["with blank"]`, others `shop.with blank`.
  if (bare.endsWith('"]')) bare = bare.slice(bare.lastIndexOf('["') + 2, -2)
  if (bare.includes('<') || bare.includes('{')) bare = withoutAnonymous(bare)
  bare = bare.replace(/^(?:(?:block|rescue|ensure)(?: \(\d+ levels\))? in )+/, '')
  const inner = bare.search(/\.func\d/)
  bare = (inner < 0 ? bare : bare.slice(0, inner)).replace(/___?\d+(?:_\d+)*$/, '')
  if (/^lambda\$\w+\$\d+$/.test(bare)) bare = bare.slice(7, bare.lastIndexOf('$'))
  bare = bare.replace(/\$\d+$/, '').replace(/(.)\$suspendImpl$/, '$1')
  const last = bare
    .slice(lastSeparator(bare) + 1)
    .replace(/_\d{3,}(?=_)/, '')
    .replace(/(?<=.)__?([A-Za-z0-9]{6,40})$/, (part, token) => (isGenerated(token, 'suffix') ? '' : part))
  return last === 'anonymous' || last === 'lambda' || last === 'global code' || last === 'module code' ? '' : last
}

/**
 * Removes what compilers number or make up in the name of a function: `_callee3$`, `$r8$lambda$x7Kq2…`, `_add@201917165` of
 * Dart, `'-total/1-fun-3-'` of Erlang, `content_65a1b2c3d4e5f6_12345678` of Smarty, `total.constprop.0` of gcc.
 */
export function withoutNumbers(name: string): string {
  if (!/\d|\.cold$/.test(name) || name.length > maxLength) return name
  return name
    .replace(/^(_callee|\$r8\$lambda\$)[\w-]+?(\$?)$/, '$1$2')
    .replace(/^(?:\w{1,100}:)?'-(.+)\/\d+-fun-\d+-'?$/, '$1')
    .replace(/@\d{6,}$|_[0-9a-f]{14}_\d{6,8}$|(?:\.(?:constprop|isra|part|lto_priv|llvm)\.\d+|\.cold)+$/, '')
}

/**
 * Removes the number by which a bundler tells functions of one name apart: `payment_70`, and `payment2` in a built file.
 * Bundlers begin with 2, and people number what they count from 1. Names of standards keep theirs: `sha256`, `isIpv6`.
 */
export function withoutCounter(name: string, isBuilt: boolean): string {
  const counter = /^(.*[A-Za-z]{3})(_?)(\d{1,4})$/.exec(name)
  if (counter === null) return name
  const [, stem = '', underscore, number = ''] = counter
  if (underscore === '_' ? number.length < 2 && !isBuilt : !isBuilt || Number(number) < 2) return name
  return standards.test(stem) ? name : stem
}

const standards =
  /(?:ipv|html|http|utf|base|sha|md|mp|es|ecma|css|lib|crc|rfc|iso|u?int|float|bit|log|exp|atan|vec|mat|oauth|level|step|phase|stage|version)$/i

/** Removes the type arguments of a generic function: `Last[...]` and `Last[go.shape.int]` of Go are one. */
function withoutTypes(name: string): string {
  const open = name.indexOf('[', name.lastIndexOf('].') + 1)
  if (open < 1 || !name.endsWith(']') || name.startsWith('wasm')) return name
  return /^\w\[[\w.*[]/.test(name.slice(open - 1, open + 2)) ? name.slice(0, open) : name
}

/**
 * Normalizes `pay/<`, `<anonymous>`, `{closure:App\Cart::pay():12}`, `<Pay>b__0`, `<Pay>d__5`, `<anonymous closure>`.
 */
function withoutAnonymous(name: string): string {
  const compiled = /^<(\w+)>[a-z]__/.exec(name)
  if (compiled !== null) return compiled[1]!
  const closure = /\{closure:([^}]{0,300}?)(?:\(\))?:\d{1,9}\}/.exec(name)
  if (closure !== null) return `${closure[1]}{}`
  if (name.endsWith('{closure}')) return '{}'
  if (/(?:\/<+|<anonymous>|<anonymous closure>|<fn>|<lambda>|<>)$/.test(name)) return ''
  return name.replace(/<[^<>]*>/g, '')
}

function lastSeparator(name: string): number {
  const colon = name.lastIndexOf('::')
  return Math.max(name.lastIndexOf('.'), name.lastIndexOf('#'), name.lastIndexOf('/'), colon < 0 ? -1 : colon + 1)
}
