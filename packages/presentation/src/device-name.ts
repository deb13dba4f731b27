const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Names a device by its User-Agent: `Safari · iPhone`. One that is no browser keeps its own name.
 *
 * @example deviceName('Mozilla/5.0 (X11; Linux x86_64) … Chrome/142.0 Safari/537.36') // 'Chrome · Linux'
 */
export function deviceName(userAgent: string): string {
  if (!userAgent.startsWith('Mozilla/')) return userAgent
  const parts = [browsers, systems].map((known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0])
  return parts.filter((part) => part !== undefined).join(' · ') || userAgent
}
