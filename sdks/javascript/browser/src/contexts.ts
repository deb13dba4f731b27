import { cleanUrl, type Integration } from '@bugle/core'

/** The first match wins: most user agents name other browsers too. */
const browsers: [string, RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]

/** Windows and macOS without a version: browsers report a frozen one. */
const systems: [string, RegExp][] = [
  ['Android', /Android ?([\d.]*)/],
  ['iOS', /(?:iPhone|iPad).*? OS ([\d_]+)/],
  ['Windows', /Windows()/],
  ['macOS', /Mac OS()/],
  ['Linux', /Linux()/],
]

/** Adds facts that the browser reveals about itself, and the page's URL without its query. */
export function contexts(): Integration {
  return {
    name: 'contexts',
    setup(runtime, { appId, release }) {
      const agent = navigator.userAgent
      const fixed = {
        browser: named(browsers, agent),
        os: named(systems, agent),
        app: { bundle_id: appId, version: release },
      }
      runtime.contexts = () => ({
        ...fixed,
        device: { viewport: `${innerWidth}x${innerHeight}` },
        page: { url: cleanUrl(location.href), language: navigator.language },
      })
    },
  }
}

function named(known: [string, RegExp][], agent: string): { name: string; version?: string | undefined } {
  for (const [name, expression] of known) {
    const version = expression.exec(agent)?.[1]
    if (version !== undefined) return { name, version: version.replaceAll('_', '.') || undefined }
  }
  return { name: 'other' }
}
