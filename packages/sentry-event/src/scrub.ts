import { type Fields, fieldsOf, valuesOf } from './values.ts'

export interface ScrubOptions {
  /** Makes an anonymous id of a person's own; the same text gives the same id within a project. */
  anonymousId: (text: string) => string
}

/** The result of removing personal data from an event. */
export interface Scrubbed {
  /** Paths of the removed values, without their content; empty if the event is untouched. */
  removed: string[]
}

const removed = '[removed]'
const maxDepth = 40
const maxPaths = 50

/** Names of values that are secret wherever they stand. */
const secretKey =
  /passwo?r?d|passwd|secret|api_?key|apikey|auth(?!or(?!i[sz]))|credentials|mysql_pwd|private_?key|token|bearer|session_?id|csrf|xsrf/i
const dropHeader =
  /^(?:authorization|cookie|set-cookie|proxy-authorization|x-api-key|x-auth-token|x-csrf.*|x-forwarded-.*|x-real-ip|cf-connecting-ip|forwarded)$/i
/** `key=value` of queries and forms, and `'key': 'value'` of printed structures. */
const secretPair =
  /((?:passwo?r?d|passwd|secret|api_?key|apikey|auth(?!or(?!i[sz]))|credentials|mysql_pwd|private_?key|token|bearer)\w{0,30}(?:=|["']\s{0,3}:\s{0,3}))("(?:[^"\\]|\\.){1,500}"|'(?:[^'\\]|\\.){1,500}'|[^\s&"',;)}\]]{1,500})/gi
const bearer = /\b(Bearer|Basic) [A-Za-z0-9._~+/=-]{8,}/g
const cardLike = /(?<![\d.-])[3-6]\d(?:[ -]?\d){11,17}(?!\d|\.\d)/g
const email = /^[^\s@]{1,200}@[^\s@]{1,200}\.[^\s@.]{2,}$/
const ip = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})$/i

/**
 * Removes personal data and secrets from a Sentry event, in place: of a person only an anonymous id stays, of a request
 * no cookies, credentials, addresses or body. Bounded in depth; deeper values are removed as well.
 */
export function scrubEvent(event: Fields, options: ScrubOptions): Scrubbed {
  const paths = new Set<string>()
  const note = (path: string) => {
    if (paths.size < maxPaths) paths.add(path)
  }
  scrubUser(event, options, note)
  scrubRequest(event, note)
  for (const name of [
    'extra',
    'contexts',
    'tags',
    'breadcrumbs',
    'logentry',
    'message',
    'transaction',
    'culprit',
    'errors',
  ])
    scrubField(event, name, name, note)
  for (const [index, exception] of valuesOf(event.exception).entries()) {
    scrubField(exception, 'value', 'exception.value', note)
    scrubField(exception, 'mechanism', 'exception.mechanism', note)
    scrubFrames(exception.stacktrace, `exception.${index}`, note)
    if (exception.raw_stacktrace !== undefined) scrubFrames(exception.raw_stacktrace, `exception.${index}`, note)
  }
  for (const thread of valuesOf(event.threads)) {
    scrubFrames(thread.stacktrace, 'threads', note)
    if (thread.raw_stacktrace !== undefined) scrubFrames(thread.raw_stacktrace, 'threads', note)
  }
  scrubFrames(event.stacktrace, 'stacktrace', note)
  for (const name of Object.keys(event)) if (!known.has(name)) scrubField(event, name, name, note)
  return { removed: [...paths] }
}

/** Fields that are handled by themselves, or hold names rather than values. */
const known = new Set(
  'user request extra contexts tags breadcrumbs logentry message transaction culprit errors exception threads stacktrace debug_meta modules sdk _meta fingerprint event_id timestamp platform level logger server_name release dist environment type site'.split(
    ' ',
  ),
)

function scrubField(holder: Fields, name: string, path: string, note: (path: string) => void): void {
  const value = holder[name]
  if (value === undefined || value === null) return
  const clean = scrubValue(value, path, note)
  if (clean !== value) holder[name] = clean
}

/** Removes secrets from any value, in place where it is an object. */
export function scrubValue(value: unknown, path: string, note: (path: string) => void, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value, path, note)
  if (typeof value === 'number') return isCardNumber(value) ? noted(path, note) : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return noted(path, note)
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      // Pairs of a name and its value, as headers and tags may be.
      const isSecretPair = value.length === 2 && index === 1 && typeof value[0] === 'string' && secretKey.test(value[0])
      const clean =
        isSecretPair && typeof entry === 'string' ? noted(path, note) : scrubValue(entry, path, note, depth + 1)
      if (clean !== entry) value[index] = clean
    }
    return value
  }
  const fields = value as Fields
  for (const key of Object.keys(fields)) {
    const entry = fields[key]
    if (entry === null || typeof entry === 'boolean') continue
    const isHidden = isSecretKey(key) && entry !== '' && entry !== removed && entry !== '[Filtered]'
    // A structure under such a name may hold anything.
    const clean = isHidden ? noted(`${path}.${key}`, note) : scrubValue(entry, path, note, depth + 1)
    if (clean !== entry)
      Object.defineProperty(fields, key, { value: clean, enumerable: true, configurable: true, writable: true })
  }
  return value
}

/** Names repeat from event to event: looking one up is faster than matching it. */
const knownKeys = new Map<string, boolean>()
const maxKnownKeys = 5000

function isSecretKey(key: string): boolean {
  const known = knownKeys.get(key)
  if (known !== undefined) return known
  const isSecret = secretKey.test(key)
  if (knownKeys.size >= maxKnownKeys) knownKeys.clear()
  if (key.length < 100) knownKeys.set(key, isSecret)
  return isSecret
}

function noted(path: string, note: (path: string) => void): string {
  note(path.slice(0, 100))
  return removed
}

function scrubText(text: string, path: string, note: (path: string) => void): string {
  let clean = text
  if (text.length > 8 && secretKey.test(text)) {
    clean = clean.replaceAll(secretPair, (_found, name: string) => `${name}${removed}`)
    clean = clean.replaceAll(bearer, `$1 ${removed}`)
  } else if (text.length > 12 && (text.includes('Basic ') || text.includes('Bearer ')))
    clean = clean.replaceAll(bearer, `$1 ${removed}`)
  if (text.length >= 13 && /\d[ -]?\d[ -]?\d[ -]?\d[ -]?\d/.test(text))
    clean = clean.replaceAll(cardLike, (found) => (isLuhn(found.replaceAll(/[ -]/g, '')) ? removed : found))
  if (clean !== text) note(path.slice(0, 100))
  return clean
}

function isCardNumber(value: number): boolean {
  return value >= 3e12 && Number.isSafeInteger(value) && /^[3-6]/.test(String(value)) && isLuhn(String(value))
}

/** The check digit of card numbers (ISO/IEC 7812). */
function isLuhn(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function scrubFrames(stacktrace: unknown, path: string, note: (path: string) => void): void {
  const { frames } = fieldsOf(stacktrace) ?? {}
  if (!Array.isArray(frames)) return
  for (const frame of frames) {
    const fields = fieldsOf(frame)
    if (fields?.vars !== undefined && fields.vars !== null) scrubField(fields, 'vars', `${path}.vars`, note)
  }
}

/** Keeps an anonymous id alone: the one that was sent, or one made of what else names the person. */
function scrubUser(event: Fields, { anonymousId }: ScrubOptions, note: (path: string) => void): void {
  const user = fieldsOf(event.user)
  if (user === undefined) {
    if (event.user !== undefined && event.user !== null) {
      delete event.user
      note('user')
    }
    return
  }
  const sent = idOf(user.id)
  const others = Object.keys(user).filter((key) => key !== 'id' && user[key] !== null && user[key] !== undefined)
  for (const key of others) note(`user.${key}`)
  const named = sent ?? idOf(user.username) ?? idOf(user.email)
  if (sent !== undefined && !email.test(sent) && !ip.test(sent)) {
    if (others.length > 0 || typeof user.id !== 'string') event.user = { id: sent }
    return
  }
  if (sent !== undefined) note('user.id')
  const isPerson = named !== undefined && !ip.test(named) && !named.startsWith('{{')
  if (isPerson) event.user = { id: anonymousId(named) }
  else delete event.user
}

function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function scrubRequest(event: Fields, note: (path: string) => void): void {
  const request = fieldsOf(event.request)
  if (request === undefined) {
    if (event.request !== undefined && event.request !== null) {
      delete event.request
      note('request')
    }
    return
  }
  for (const name of ['cookies', 'data'] as const) {
    if (request[name] === undefined || request[name] === null) continue
    delete request[name]
    note(`request.${name}`)
  }
  const env = fieldsOf(request.env)
  if (env?.REMOTE_ADDR !== undefined) {
    delete env.REMOTE_ADDR
    note('request.env.REMOTE_ADDR')
  }
  request.headers = scrubHeaders(request.headers, note)
  if (request.headers === undefined) delete request.headers
  for (const name of Object.keys(request)) scrubField(request, name, `request.${name}`, note)
}

function scrubHeaders(headers: unknown, note: (path: string) => void): unknown {
  if (Array.isArray(headers))
    return headers.filter((pair) => {
      const isDropped = Array.isArray(pair) && typeof pair[0] === 'string' && dropHeader.test(pair[0])
      if (isDropped) note(`request.headers.${pair[0]}`)
      return !isDropped
    })
  const fields = fieldsOf(headers)
  if (fields === undefined) return headers
  for (const name of Object.keys(fields)) {
    if (!dropHeader.test(name)) continue
    delete fields[name]
    note(`request.headers.${name}`)
  }
  return fields
}
