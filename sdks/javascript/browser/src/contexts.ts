import { cleanUrl, type Options } from '@bugle/core'

/** First match wins: most browsers name others as well. */
const browsers: [string, RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]

/** Browsers say the same version of Windows and macOS for ever: better none. */
const systems: [string, RegExp][] = [
  ['Android', /Android ?([\d.]*)/],
  ['iOS', /(?:iPhone|iPad).*? OS ([\d_]+)/],
  ['Windows', /Windows()/],
  ['macOS', /Mac OS()/],
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

function named(known: [string, RegExp][], agent: string): { name: string; version?: string | undefined } {
  for (const [name, expression] of known) {
    const version = expression.exec(agent)?.[1]
    if (version !== undefined) return { name, version: version.replaceAll('_', '.') || undefined }
  }
  return { name: 'other' }
}
