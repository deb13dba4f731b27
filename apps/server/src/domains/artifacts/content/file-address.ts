// Addresses of generated files: how one may have been uploaded, and where its map is.

/**
 * Lists the addresses under which a file may have been uploaded, the most exact first.
 *
 * @example urlsOf('https://shop.example/a.js?v=2#x') // ['https://shop.example/a.js?v=2', 'https://shop.example/a.js', '~/a.js?v=2', '~/a.js', 'app:///a.js', 'a.js']
 */
export function urlsOf(file: string): string[] {
  const address = file.replace(/#.*$/s, '')
  const paths = [pathWithin(address), withoutQuery(pathWithin(address)), pathOf(address)]
  const name = baseNameOf(address)
  const named = name === '' ? [] : [`app:///${name}`, ...(/bundle$|\.hbc$/.test(name) ? [name] : [])]
  return [...new Set([address, withoutQuery(address), ...paths.map((path) => `~${path}`), ...named])]
}

/**
 * Returns the path of an address as people write it: with slashes, without origin, drive, query and percent-encoding.
 *
 * @example pathOf('file:///C:/Program%20Files/shop/main.js') // '/Program Files/shop/main.js'
 */
export function pathOf(address: string): string {
  const path = decoded(withoutQuery(pathWithin(address)))
  const isOfWindows = /^\/(?:[a-z]:)?\\/i.test(path) || !path.slice(1).includes('/')
  return (isOfWindows ? path.replaceAll('\\', '/') : path).replace(/^\/[a-z]:(?=\/)/i, '')
}

function pathWithin(address: string): string {
  return /^(?:~|[a-z][a-z+.-]*:\/\/[^/]*)?(\/.*)$/is.exec(address)?.[1] ?? `/${address}`
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the last part of an address. */
export function baseNameOf(address: string): string {
  const path = decoded(withoutQuery(address))
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/**
 * Returns the last two parts of an address; undefined if it has one alone.
 *
 * @example pathTailOf('https://a.example/x/assets/b.js?c') // 'assets/b.js'
 */
export function pathTailOf(address: string): string | undefined {
  const path = /[%\\]/.test(address) ? pathOf(address) : withoutQuery(address)
  const slash = path.lastIndexOf('/')
  if (slash < 1 || slash === path.length - 1) return undefined
  const start = Math.max(path.lastIndexOf('/', slash - 1), path.lastIndexOf(':', slash - 1)) + 1
  return start === slash ? undefined : path.slice(start)
}

export function withoutQuery(address: string): string {
  const query = address.search(/[?#]/)
  return query < 0 ? address : address.slice(0, query)
}

/**
 * Whether a file name contains a hash of its content: eight characters beside a dot or a dash, with letters and digits.
 *
 * @example isHashedName('index-B3f9aK2q.js') // true
 */
export function isHashedName(name: string): boolean {
  const parts = [...name.matchAll(/(?<=[.-])[0-9a-zA-Z_-]{8,64}(?=\.)|^[0-9a-f]{8,}(?=[.-])/g)]
  // A word with a number after it, such as `vendors2`, is none.
  return parts.some(([part]) => /\d/.test(part) && /[a-zA-Z]/.test(part) && !/^[a-zA-Z-]+\d{1,2}$/.test(part))
}

const anyOrigin = 'http://any.invalid'

/**
 * Lists the addresses under which the map of a generated file may have been uploaded: as the file refers to it, with
 * and without `.map`.
 *
 * @example mapUrlsOf('~/assets/a.js', '../maps/a.js.map') // ['~/maps/a.js.map', '~/maps/a.js']
 */
export function mapUrlsOf(url: string, reference: string): string[] {
  const base = url.startsWith('~/') ? `${anyOrigin}${url.slice(1)}` : URL.canParse(url) ? url : `${anyOrigin}/${url}`
  if (!URL.canParse(reference, base)) return []
  const map = new URL(reference, base).href.replace(anyOrigin, '~')
  const urls = map.startsWith('~') ? [map, withoutQuery(map)] : urlsOf(map)
  return [...new Set([...urls, ...urls.map((one) => one.replace(/\.map$/, ''))])]
}
