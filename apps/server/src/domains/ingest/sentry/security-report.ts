/** An event that was made of another kind of report, in Sentry's form. */
export interface ReportEvent {
  sent: Record<string, unknown>
  /** The bytes it came in; undefined for one that was made here. */
  received: Buffer | undefined
  /** How many equal ones it stands for; 1 by default. */
  repeat?: number
}

/** An event of reports, with a text that is the same for equal ones. */
export interface FoldableReport extends ReportEvent {
  key: string
  repeat: number
}

interface ReportContext {
  agent: string | undefined
  release: string | undefined
  environment: string | undefined
}

interface ReadReports {
  events: FoldableReport[]
  /** Reports that are noise, by reason. */
  filtered: Map<string, number>
  /** Reports of kinds that are not kept. */
  unsupported: Map<string, number>
}

type Fields = Record<string, unknown>

/** A report as an event would name it. */
interface Named {
  type: string
  value: string
  fingerprint: string[]
  /** Equal reports of one request become one event. */
  key: string
  url: string | undefined
  report: Fields
  tags?: Fields
  frame?: Fields | undefined
}

type Reading = { kind: 'event'; named: Named } | { kind: 'filtered' | 'unsupported'; reason: string }

const maxReports = 100

/** Reads reports of a Content Security Policy, of crashes, and the Expect-CT family, in each form that browsers send. */
export function eventOfReports(body: unknown, context: ReportContext): ReadReports {
  const filtered = new Map<string, number>()
  const unsupported = new Map<string, number>()
  const events = new Map<string, FoldableReport>()
  for (const report of Array.isArray(body) ? body.slice(0, maxReports) : [body]) {
    const fields = asFields(report)
    if (fields === undefined) continue
    const reading = readReport(fields)
    if (reading.kind === 'event') {
      const { named } = reading
      const equal = events.get(named.key)
      if (equal !== undefined) equal.repeat += 1
      else events.set(named.key, { sent: toEvent(named, context), received: undefined, key: named.key, repeat: 1 })
    } else count(reading.kind === 'filtered' ? filtered : unsupported, reading.reason)
  }
  return { events: [...events.values()], filtered, unsupported }
}

/** Kinds of the Reporting API that are counted by their names; others might be anything. */
const otherKinds = new Set([
  'deprecation',
  'intervention',
  'network-error',
  'coep',
  'coop',
  'permissions-policy-violation',
  'document-policy-violation',
])

function readReport(report: Fields): Reading {
  const body = asFields(report.body)
  if (typeof report.type === 'string' && body !== undefined) {
    if (report.type === 'csp-violation') return readCsp(body, textOf(report.url))
    if (report.type === 'crash') return readCrash(report, body)
    return { kind: 'unsupported', reason: otherKinds.has(report.type) ? report.type : 'report' }
  }
  const csp = asFields(report['csp-report'])
  if (csp !== undefined) return readCsp(csp, textOf(csp['document-uri']))
  if (report['effective-directive'] !== undefined || report['violated-directive'] !== undefined)
    return readCsp(report, textOf(report['document-uri']))
  return readCertificate(report)
}

function readCrash(report: Fields, body: Fields): Reading {
  const reason = textOf(body.reason) ?? 'unknown'
  return {
    kind: 'event',
    named: {
      type: 'BrowserCrash',
      value: reason,
      fingerprint: ['crash', reason],
      key: `crash ${reason}`,
      url: textOf(report.url),
      report,
    },
  }
}

const certificateReports = [
  ['expect-ct-report', 'Expect-CT'],
  ['expect-staple-report', 'Expect-Staple'],
] as const

function readCertificate(report: Fields): Reading {
  const pins = report['known-pins'] === undefined ? [] : ([['HPKP', report]] as const)
  const named = certificateReports.flatMap(([name, title]) => {
    const found = asFields(report[name])
    return found === undefined ? [] : ([[title, found]] as const)
  })
  const [first] = [...named, ...pins]
  if (first === undefined) return { kind: 'unsupported', reason: 'report' }
  const [type, fields] = first
  const host = textOf(fields.hostname) ?? 'unknown host'
  const value = `${type} failed for ${host}`
  return { kind: 'event', named: { type, value, fingerprint: [type, host], key: value, url: host, report } }
}

/** Code that is not the page's: its reports say nothing about the page. */
const extensions =
  /^(?:chrome-extension|moz-extension|safari-extension|safari-web-extension|webkit-masked-url|about)(?::|$)/i
const proxies = /^https?:\/\/(?:[^/]+\.)?(?:translate\.goog|translate\.googleusercontent\.com)/i
const words = new Set(['inline', 'eval', 'data', 'blob', 'self', 'wasm-eval'])

function readCsp(csp: Fields, document: string | undefined): Reading {
  const get = (dashed: string, camel: string) => textOf(csp[dashed]) ?? textOf(csp[camel])
  const blocked = get('blocked-uri', 'blockedURL') ?? ''
  const source = get('source-file', 'sourceFile') ?? ''
  const url = document ?? get('document-uri', 'documentURL')
  if (extensions.test(blocked) || extensions.test(source)) return { kind: 'filtered', reason: 'browser_extension' }
  if (proxies.test(url ?? '') || proxies.test(blocked)) return { kind: 'filtered', reason: 'translation_proxy' }
  const violated = get('violated-directive', 'violatedDirective')
  const directive = get('effective-directive', 'effectiveDirective') ?? violated?.split(' ')[0] ?? 'unknown-directive'
  const place = placeOf(blocked)
  const what = directive.startsWith('style') ? 'style' : directive.startsWith('script') ? 'script' : 'content'
  return {
    kind: 'event',
    named: {
      type: `CSP ${directive}`,
      value: words.has(place) ? `Blocked ${place} ${what}` : `Blocked ${place}`,
      fingerprint: ['csp', directive, place],
      key: `${directive} ${place} ${url}`,
      url,
      report: csp,
      tags: { disposition: get('disposition', 'disposition') ?? 'enforce', document: originAndPath(url) },
      frame: source.includes('/')
        ? {
            filename: originAndPath(source),
            lineno: csp['line-number'] ?? csp.lineNumber,
            colno: csp['column-number'] ?? csp.columnNumber,
            in_app: true,
          }
        : undefined,
    },
  }
}

/** The scheme and host of a blocked address, or the word that a browser writes in its place. */
function placeOf(blocked: string): string {
  if (blocked === '') return 'self'
  const scheme = /^([a-z][a-z0-9+.-]*):(\/\/[^/?#]*)?/i.exec(blocked)
  if (scheme === null) return blocked.slice(0, 60)
  return scheme[2] === undefined ? scheme[1]!.toLowerCase() : `${scheme[1]}:${scheme[2]}`.slice(0, 200)
}

function toEvent(
  { type, value, fingerprint, url, report, tags = {}, frame }: Named,
  { agent, release, environment }: ReportContext,
): Fields {
  const stacktrace = frame === undefined ? {} : { stacktrace: { frames: [frame] } }
  return {
    platform: 'javascript',
    logger: 'csp',
    level: 'warning',
    exception: { values: [{ type, value, ...stacktrace }] },
    fingerprint,
    tags: Object.fromEntries(Object.entries(tags).filter(([, tag]) => tag !== undefined)),
    contexts: { report },
    request: {
      ...(url === undefined ? {} : { url }),
      ...(agent === undefined ? {} : { headers: { 'User-Agent': agent } }),
    },
    ...(release === undefined ? {} : { release }),
    ...(environment === undefined ? {} : { environment }),
  }
}

function originAndPath(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1)
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined
}
