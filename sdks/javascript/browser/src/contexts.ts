import { cleanUrl, type Options } from '@bugle/core'

/** First match wins: most browsers name others as well. */
const browsers: [string, RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]

const systems: [string, RegExp][] = [
  ['Android', /Android ([\d.]+)?/],
  ['iOS', /(?:iPhone|iPad).*? OS ([\d_]+)/],
  ['Windows', /Windows NT ([\d.]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['Linux', /Linux()/],
]

/** What the browser says of itself, and where the page is, without its query. */
export function browserContexts(options: Options): () => Record<string, unknown> {
  const agent = navigator.userAgent
  const fixed = {
    browser: named(browsers, agent),
    os: named(systems, agent),
    app: { bundle_id: options.appId, version: options.release },
  }
  return () => ({
    ...fixed,
    device: { viewport: `${innerWidth}x${innerHeight}` },
    page: { url: cleanUrl(location.href), language: navigator.language },
  })
}

function named(known: [string, RegExp][], agent: string): { name: string; version?: string } {
  for (const [name, expression] of known) {
    const version = expression.exec(agent)?.[1]
    if (version !== undefined) return version === '' ? { name } : { name, version: version.replaceAll('_', '.') }
  }
  return { name: 'other' }
}
