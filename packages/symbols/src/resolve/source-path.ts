/**
 * Shortens a path of a map to the one that the author knows: without the schemes of bundlers, the layers of Next.js,
 * queries, and `.` or `..` at the front.
 *
 * @example readablePath('webpack://shop/./src/cart.ts?a1b2') // 'src/cart.ts'
 */
export function readablePath(path: string): string {
  const file = path.replace(/[?#].*$/s, '').replace(dartSdk, 'dart:')
  const local = bundlerPrefixes.reduce((rest, prefix) => rest.replace(prefix, ''), file)
  return withoutDots(local.replace(/^~\//, 'node_modules/')) || path
}

/** Dart's own libraries, as its compilers for JavaScript name them. */
const dartSdk = /^org-dartlang-sdk:\/\/\/(?:(?:dart-)?sdk\/)?lib\//

const bundlerPrefixes = [
  /^webpack-internal:\/\/\//,
  /^webpack:\/\/[^/]*\//,
  /^turbopack:\/\/[^/]*\//,
  /^rspack:\/\/[^/]*\//,
  /^file:\/\/(?=\/)/,
  /^\[(?:project|root-of-the-server)\]\//,
  // Layers of Next.js: (app-pages-browser)/./src/page.tsx
  /^\([a-z-]+\)\//,
]

/** Resolves `.` and `..`; leading ones go, as nobody knows what they would lead to. */
function withoutDots(path: string): string {
  const root = path.startsWith('/') ? '/' : ''
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
    else if (part === '' && parts.at(-1)?.endsWith(':')) parts.push('')
  }
  return root + parts.join('/')
}

/**
 * Separates the customer’s code from that of libraries and of the bundler, by the path of the source.
 *
 * @example isOwnSource('webpack://shop/webpack/runtime/jsonp chunk loading') // false
 */
export function isOwnSource(path: string): boolean {
  return !foreign.test(path)
}

const foreign =
  /(?:^|\/)(?:node_modules|~)\/|(?:^|\/)(?:webpack|rspack|turbopack)\/(?:runtime|bootstrap|before-startup|startup)|^(?:webpack|rspack):\/\/\/?webpack\/|(?:^|\0|\/)vite\/(?:modulepreload-polyfill|preload-helper)|^\0|^(?:node|native):|(?:^|\/)polyfills?-nomodule|^(?:dart:|org-dartlang-)|(?:^|\/)(?:\.pub-cache|packages\/flutter\w*\/lib)\//
