import { type SecretNames, secretNamesOf } from './secret-names.ts'
import { type Fields, fieldsOf, valuesOf } from './values.ts'

export interface ScrubOptions {
  /** Makes an anonymous id of a person's own; the same text gives the same id within a project. */
  anonymousId: (text: string) => string
  /** Keeps what describes a person beside the id, such as an e-mail address. The id stays anonymous. */
  keepUserFields?: boolean | undefined
  /** Keeps the bodies of requests, without values of secret names. */
  keepRequestBody?: boolean | undefined
  /** Removes local variables and the arguments of the program. */
  dropVars?: boolean | undefined
  /** Names of values that are secret in a project, beside those that always are. */
  sensitiveKeys?: readonly string[] | undefined
}

/** The result of removing personal data from an event. */
export interface Scrubbed {
  /** Paths of the removed values, without their content; empty if the event is untouched. */
  removed: string[]
}

const removed = '[removed]'
const maxDepth = 40
const maxPaths = 50

/** The path of a value that was removed. */
type Note = (path: string) => void

/** Rules for the values of one event. */
interface Rules {
  names: SecretNames
  note: Note
}

const dropHeader =
  /^(?:authorization|cookie|set-cookie|proxy-authorization|x-api-key|x-auth-token|x-csrf.*|x-forwarded-.*|x-real-ip|cf-connecting-ip|forwarded)$/i
const bearer = /\b(Bearer|Basic) [A-Za-z0-9._~+/=-]{8,}/g
/** Stands alone: the digits of a UUID have letters beside them. */
const cardLike = /(?<![\dA-Za-z.-])[3-6]\d(?:[ -]?\d){11,17}(?![\dA-Za-z]|\.\d|-[\dA-Za-z])/g
const email = /^[^\s@]{1,200}@[^\s@]{1,200}\.[^\s@.]{2,}$/
const ip = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})$/i

/**
 * Removes personal data and secrets from a Sentry event in the known form, in place: of a person only an anonymous id stays, of a request
 * no cookies, credentials, addresses or body. Bounded in depth; deeper values are removed as well.
 */
export function scrubEvent(event: Fields, options: ScrubOptions): Scrubbed {
  const paths = new Set<string>()
  const note = (path: string) => {
    if (paths.size < maxPaths) paths.add(path)
  }
  const rules = { names: secretNamesOf(options.sensitiveKeys), note }
  for (const former of formerPersonal) {
    if (event[former] === undefined) continue
    delete event[former]
    note(former)
  }
  scrubUser(event, options, rules)
  scrubRequest(event, options, rules)
  if (options.dropVars) dropArguments(event, note)
  for (const name of valueFields) scrubField(event, name, name, rules)
  for (const [index, exception] of valuesOf(event.exception).entries()) {
    scrubField(exception, 'value', 'exception.value', rules)
    scrubField(exception, 'mechanism', 'exception.mechanism', rules)
    scrubStacks(exception, `exception.${index}`, options, rules)
    scrubOthers(exception, ofException, 'exception.', rules)
  }
  for (const thread of valuesOf(event.threads)) scrubStacks(thread, 'threads', options, rules)
  for (const list of ['exception', 'threads'] as const) {
    const holder = fieldsOf(event[list])
    if (holder !== undefined) scrubOthers(holder, ofList, `${list}.`, rules)
  }
  scrubFrames(event, 'stacktrace', 'stacktrace', options, rules)
  scrubOthers(event, known, '', rules)
  return { removed: [...paths] }
}

/** Former names of what describes a person, which stand beside the present ones: those alone are read. */
const formerPersonal = ['sentry.interfaces.User', 'sentry.interfaces.Http']

const valueFields = [
  'extra',
  'contexts',
  'tags',
  'breadcrumbs',
  'logentry',
  'message',
  'transaction',
  'culprit',
  'errors',
] as const

/** Fields that are handled by themselves, or hold names rather than values. */
const known = new Set(
  'user request extra contexts tags breadcrumbs logentry message transaction culprit errors exception threads stacktrace debug_meta modules sdk _meta fingerprint event_id timestamp platform level logger server_name release dist environment type site'.split(
    ' ',
  ),
)

/** Fields of an exception that are handled by themselves, or hold names. */
const ofException = new Set('type module value mechanism stacktrace raw_stacktrace thread_id'.split(' '))

const ofList = new Set(['values'])
const ofStack = new Set(['frames'])

/** Scrubs the fields that are not known, whose names may be those of secrets. */
function scrubOthers(holder: Fields, knownNames: ReadonlySet<string>, path: string, rules: Rules): void {
  for (const name in holder) {
    if (knownNames.has(name)) continue
    const value = holder[name]
    const isHidden = rules.names.isSecret(name) && value !== null && value !== undefined && value !== ''
    if (isHidden) holder[name] = noted(`${path}${name}`, rules)
    else scrubField(holder, name, `${path}${name}`, rules)
  }
}

function scrubField(holder: Fields, name: string, path: string, rules: Rules): void {
  const value = holder[name]
  if (value === undefined || value === null) return
  const clean = scrubAt(value, path, rules)
  if (clean !== value) holder[name] = clean
}

/** Removes secrets from any value that is no event, in place where it is an object. */
export function scrubValue(value: unknown, sensitiveKeys: readonly string[] = []): unknown {
  return scrubAt(value, '', { names: secretNamesOf(sensitiveKeys), note: () => {} })
}

function scrubAt(value: unknown, path: string, rules: Rules, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value, path, rules)
  if (typeof value === 'number') return isCardNumber(value) ? noted(path, rules) : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return noted(path, rules)
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const entry: unknown = value[index]
      const isHidden = index === 1 && typeof entry === 'string' && isSecretPair(value, rules)
      const clean = isHidden ? noted(path, rules) : scrubAt(entry, path, rules, depth + 1)
      if (clean !== entry) value[index] = clean
    }
    return value
  }
  const fields = value as Fields
  // Objects of JSON inherit nothing that is enumerable; a list of the names would be garbage.
  for (const key in fields) {
    const entry = fields[key]
    if (entry === null || typeof entry === 'boolean') continue
    const isHidden = rules.names.isSecret(key) && entry !== '' && entry !== removed && entry !== '[Filtered]'
    // A structure under such a name may hold anything.
    const clean = isHidden ? noted(`${path}.${key}`, rules) : scrubAt(entry, path, rules, depth + 1)
    if (clean !== entry)
      Object.defineProperty(fields, key, { value: clean, enumerable: true, configurable: true, writable: true })
  }
  return value
}

/** Pairs of a name and its value, as headers and tags may be. */
function isSecretPair(pair: unknown[], { names }: Rules): boolean {
  return pair.length === 2 && typeof pair[0] === 'string' && names.isSecret(pair[0])
}

function noted(path: string, { note }: Rules): string {
  note(path.slice(0, 100))
  return removed
}

function scrubText(text: string, path: string, { names, note }: Rules): string {
  if (text.length <= 8 || !names.isSuspect(text)) return text
  let clean = names.mayBeIn(text) ? names.hideIn(text, removed) : text
  if (text.length > 12 && (text.includes('Basic ') || text.includes('Bearer ')))
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

function scrubStacks(holder: Fields, path: string, options: ScrubOptions, rules: Rules): void {
  scrubFrames(holder, 'stacktrace', path, options, rules)
  if (holder.raw_stacktrace !== undefined) scrubFrames(holder, 'raw_stacktrace', path, options, rules)
}

function scrubFrames(
  holder: Fields,
  name: 'stacktrace' | 'raw_stacktrace',
  path: string,
  { dropVars }: ScrubOptions,
  rules: Rules,
): void {
  const stack = fieldsOf(holder[name])
  // A stack without frames is no stack, and may hold anything.
  if (stack === undefined || !Array.isArray(stack.frames)) return void scrubField(holder, name, path, rules)
  scrubOthers(stack, ofStack, `${path}.`, rules)
  const frames = stack.frames as unknown[]
  for (const [index, frame] of frames.entries()) {
    if (typeof frame === 'string') frames[index] = scrubAt(frame, path, rules)
    const fields = fieldsOf(frame)
    if (fields?.vars === undefined || fields.vars === null) continue
    if (dropVars) {
      delete fields.vars
      rules.note(`${path}.vars`)
    } else scrubField(fields, 'vars', `${path}.vars`, rules)
  }
}

/** Removes what the program was started with, as Python's SDK sends it. */
function dropArguments(event: Fields, note: Note): void {
  const extra = fieldsOf(event.extra)
  if (extra?.['sys.argv'] === undefined) return
  delete extra['sys.argv']
  note('extra.sys.argv')
}

/** Keeps an anonymous id: the one that was sent, or one made of what else names the person. */
function scrubUser(event: Fields, { anonymousId, keepUserFields }: ScrubOptions, rules: Rules): void {
  const { note } = rules
  const user = fieldsOf(event.user)
  if (user === undefined) {
    if (event.user !== undefined && event.user !== null) {
      delete event.user
      note('user')
    }
    return
  }
  const sent = idOf(user.id)
  const named = sent ?? idOf(user.username) ?? idOf(user.email)
  const isAnonymous = sent !== undefined && !email.test(sent) && !ip.test(sent)
  const isPerson = named !== undefined && !ip.test(named) && !named.startsWith('{{')
  const id = isAnonymous ? sent : isPerson ? anonymousId(named) : undefined
  if (!isAnonymous && sent !== undefined) note('user.id')
  const others = Object.entries(user).filter(([key, value]) => key !== 'id' && value !== null && value !== undefined)
  // Nobody replaces it by the address of the sender.
  const kept = keepUserFields ? others.filter(([, value]) => value !== '{{auto}}') : []
  if (!keepUserFields) for (const [key] of others) note(`user.${key}`)
  if (isAnonymous && others.length === 0 && typeof user.id === 'string') return
  if (id === undefined && kept.length === 0) {
    delete event.user
    return
  }
  event.user = Object.fromEntries(id === undefined ? kept : [['id', id], ...kept])
  if (kept.length > 0) scrubField(event, 'user', 'user', rules)
}

function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function scrubRequest(event: Fields, { keepRequestBody }: ScrubOptions, rules: Rules): void {
  const { note } = rules
  const request = fieldsOf(event.request)
  if (request === undefined) {
    if (event.request !== undefined && event.request !== null) {
      delete event.request
      note('request')
    }
    return
  }
  for (const name of keepRequestBody ? ['cookies'] : ['cookies', 'data']) {
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
  for (const name of Object.keys(request)) scrubField(request, name, `request.${name}`, rules)
}

function scrubHeaders(headers: unknown, note: Note): unknown {
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
