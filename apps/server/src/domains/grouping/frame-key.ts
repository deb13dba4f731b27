import type { Frame } from '@bugle/stacktrace'

/** The part of a frame that stays the same from build to build: module path and function, never a line. */
export function frameKey({ file, function: name }: Frame): string {
  return `${file === undefined ? '' : modulePath(file)}#${name === undefined ? '' : functionName(name)}`
}

/**
 * The stable end of a path: no origin, no query, no content hash in the file's name, no release directory.
 *
 * @example modulePath('https://x.io/assets/app.3f9a1c2b.js?v=3') === 'assets/app.js'
 */
export function modulePath(file: string): string {
  const path = file
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && !isBuildDirectory(part))
  return parts.slice(-3).map(withoutHash).join('/')
}

/** Directories that change with every deployment: dates, bare numbers, commit hashes. */
function isBuildDirectory(part: string): boolean {
  return /^v?\d[\d._-]*$/.test(part) || (/^[0-9a-f]{7,40}$/.test(part) && /\d/.test(part))
}

/** `app.3f9a1c2b.js`, `index-BxK3fQ2a.js` → `app.js`, `index.js` */
function withoutHash(name: string): string {
  return name.replace(/[.-](?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{6,32}(?=\.[a-z]{1,5}$)/, '')
}

/** The last name of a function, without what engines and compilers add. */
export function functionName(name: string): string {
  const bare = name
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/^(?:async |new )/, '')
    .replace(/\$\d+$/, '')
  const last = bare.slice(bare.lastIndexOf('.') + 1)
  return last === '<anonymous>' || last === 'anonymous' ? '' : last
}
