import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The one place that reads the environment. Each row of the table says what a setting is, its default and
 * why that default: `npm start -- --help` prints it and docs/configuration.md is written from it.
 */
interface Setting<T> {
  parse: (text: string) => T
  default: T | undefined
  /** How the default is shown when it is not a plain value. */
  shown?: string
  what: string
  why: string
}

const MiB = 1024 ** 2
const GiB = 1024 ** 3

/** Where mails are handed over. */
export interface SmtpServer {
  host: string
  port: number
  user: string | undefined
  password: string | undefined
  tls: 'immediate' | 'required' | 'off'
}

export interface MailSender {
  name: string
  address: string
}

const settings = {
  PORT: setting(port, 8080, 'Port of the API and ingest.', 'One port is easy to forward.'),
  HOST: setting(text, '127.0.0.1', 'Address to listen on.', 'Nothing is open to the network before you say so.'),
  BUGLE_URL: setting<string | undefined>(
    publicUrl,
    undefined,
    'Public address, such as https://bugle.example.com or https://example.com/bugle: links in mails, cookies, snippets.',
    'The Host header is never believed.',
    'http://HOST:PORT',
  ),
  BUGLE_DATA: setting(text, './data', 'Directory of the embedded database and the secret.', 'Beside the checkout.'),
  BUGLE_SECRET: setting<string | undefined>(
    secret,
    undefined,
    'Key for what is to be encrypted at rest, 32 characters or more.',
    'Made on the first start, kept 0600 in the data directory.',
    'made on first start',
  ),
  BUGLE_SECRET_PREVIOUS: setting<string | undefined>(
    secret,
    undefined,
    'The secret before this one, while what it encrypted is not encrypted anew.',
    'A secret can be changed without losing what it protects.',
    'none',
  ),
  DATABASE_URL: setting<string | undefined>(
    databaseUrl,
    undefined,
    'An external PostgreSQL 15 or later; then none is started here.',
    'The embedded one needs no care.',
    'embedded',
  ),
  BUGLE_DATABASE_WAIT: setting(
    duration,
    60_000,
    'How long a start waits for the database of DATABASE_URL to answer.',
    'Machines and containers start in no order. Later outages are waited out for as long as they last.',
    '60s',
  ),
  BUGLE_DATABASE_CONNECTIONS: setting(
    integer(4, 200),
    8,
    'Connections of each ingest process.',
    'Two write segments, the rest read; each costs the database 2 to 5 MB.',
  ),
  BUGLE_SHARED_BUFFERS_MB: setting(
    integer(16, 65_536),
    128,
    'shared_buffers of the embedded database, MB.',
    'Enough for a million events; the system caches the rest.',
  ),
  BUGLE_WORKERS: setting(
    integer(1, 64),
    1,
    `Ingest processes on the port (this machine has ${availableParallelism()} cores).`,
    'One process takes thousands of events a second; with several the limits are shared through the database.',
  ),
  BUGLE_WORKER_PORT: setting<number | undefined>(
    port,
    undefined,
    'Port on which a worker of its own (`--role worker`) answers /healthz, /readyz and /metrics.',
    'Otherwise the ingest processes tell of the worker beside them.',
    'none',
  ),
  BUGLE_TRUST_PROXY: setting(
    integer(0, 10),
    0,
    'How many reverse proxies stand in front, whose X-Forwarded-For is believed.',
    'A forged header must not choose the address that limits apply to.',
  ),
  BUGLE_LOG_LEVEL: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least level of the log.',
    'One line for what matters.',
  ),
  BUGLE_RETENTION: setting(
    duration,
    90 * 86_400_000,
    'How long events are kept (90d, 12h).',
    'Long enough for a quarter; counters and each issue’s first and latest event stay.',
    '90d',
  ),
  BUGLE_MAX_DISK: setting(
    bytes,
    20 * GiB,
    'Disk budget of stored events (20GB, 500MB).',
    'A small server survives a flood; the project furthest above its share gives first.',
    '20GB',
  ),
  BUGLE_MAX_NEW_GROUPS: setting(
    integer(1, 1_000_000),
    1000,
    'Groups of equal errors that a project may begin in an hour; further ones share one issue that says so.',
    'Nobody looks at a thousand new issues of an hour, and what each keeps for ever would fill the disk.',
  ),
  BUGLE_PACK_AFTER: setting(
    duration,
    3_600_000,
    'Age at which segments are packed by project.',
    'Most reads are of the last hour, and a pack compresses better the more it holds.',
    '1h',
  ),
  BUGLE_INGEST_RATE: setting(
    integer(1, 1_000_000),
    1000,
    'Requests in any 60 s for one ingest token.',
    'The interface promises 1000.',
  ),
  BUGLE_INGEST_BYTES_IN_FLIGHT: setting(
    bytes,
    64 * MiB,
    'Bytes of events being received or written; beyond, 503.',
    'Memory stays bounded when the database is slow.',
    '64MB',
  ),
  BUGLE_LOGIN_FAILURES: setting(
    integer(1, 10_000),
    5,
    'Wrong logins in a minute for an e-mail and address.',
    'A person mistypes thrice; a guesser does not.',
  ),
  BUGLE_LOGIN_FAILURES_ADDRESS: setting(
    integer(1, 100_000),
    20,
    'Wrong logins in a minute for an address.',
    'A team behind one address stays below.',
  ),
  BUGLE_LOGIN_FAILURES_EMAIL: setting(
    integer(1, 100_000),
    20,
    'Wrong logins in two minutes for an e-mail from all addresses.',
    'Bounds guessing from many addresses; strangers can use it up, so its owner is back within two minutes.',
  ),
  BUGLE_REGISTRATION: setting(
    oneOf('open', 'invited', 'closed'),
    'open',
    'Who may make an account: anybody, who was invited, nobody. The first account can always be made; an operator makes more by `user create`. Members cannot invite yet: until then invited is like closed.',
    'It is tried on a machine that nobody else reaches. Close it before strangers do.',
  ),
  BUGLE_PASSWORDS_ADDRESS: setting(
    integer(1, 1_000_000),
    60,
    'Passwords that are checked or set in a minute for an address, right ones too.',
    'Hashing is slow on purpose; a loop of right logins must not keep others out.',
  ),
  BUGLE_REGISTRATIONS_ADDRESS: setting(
    integer(1, 100_000),
    20,
    'Registrations in an hour for an address.',
    'Registration tells whether an e-mail is taken; this bounds how often.',
  ),
  BUGLE_SMTP_URL: setting<SmtpServer | undefined>(
    smtpServer,
    undefined,
    'Mail server: smtp://user:password@host:587 (STARTTLS), smtps://…:465 (TLS), ?tls=off for neither.',
    'Mails work from the first minute: as files, which the log names.',
    'files in BUGLE_DATA/outbox',
  ),
  BUGLE_MAIL_FROM: setting<MailSender | undefined>(
    mailSender,
    undefined,
    'Sender of mails: Bugle <bugle@example.com>. Needed with BUGLE_SMTP_URL.',
    'A mail server takes only senders that it knows.',
    'Bugle <bugle@host of BUGLE_URL>',
  ),
  BUGLE_MAILS_EMAIL: setting(
    integer(1, 10_000),
    3,
    'Mails in an hour that may be asked for to one e-mail (password reset, confirmation).',
    'Enough for a person, too few to annoy one.',
  ),
  BUGLE_MAILS_ADDRESS: setting(
    integer(1, 100_000),
    20,
    'Such mails in an hour that one address may ask for.',
    'A team behind one address stays below.',
  ),
  BUGLE_ISSUE_MAILS: setting(
    integer(1, 10_000),
    30,
    'Mails about issues to one person in an hour; beyond, they are left out, and the last one says so.',
    'Whoever makes errors at will would fill a mailbox at will.',
  ),
  BUGLE_ISSUE_MAIL_DELAY: setting(
    duration,
    15_000,
    'Time for which new issues are gathered before they are mailed.',
    'What one deployment breaks arrives within seconds, and becomes one mail.',
    '15s',
  ),
  BUGLE_ISSUE_MAIL_PACE: setting(
    duration,
    600_000,
    'Least time between two mails about issues of a project; what happens meanwhile is in the second.',
    'The first mail makes somebody look; more of them hold that up.',
    '10m',
  ),
  BUGLE_TOTP_FAILURES: setting(
    integer(1, 10_000),
    10,
    'Wrong codes of a second factor in an hour for an account.',
    'Who knows the password would guess for years. Its owner’s recovery codes are good all the while.',
  ),
  BUGLE_REFUSE_COMMON_PASSWORDS: setting(
    flag,
    false,
    '1: new passwords that are among the first to be guessed are refused.',
    'The interface promises that eight characters are enough.',
    '0',
  ),
  BUGLE_SESSION_IDLE_WEB: setting(
    durationOrNever,
    30 * 86_400_000,
    'Rest after which a session of kind web ends (30d, 12h; 0 = never).',
    'A browser may be shared, or be lost.',
    '30d',
  ),
  BUGLE_SESSION_IDLE_MOBILE: setting(
    durationOrNever,
    180 * 86_400_000,
    'The same for kind mobile.',
    'A phone has a lock of its own, and logging in on it is a nuisance.',
    '180d',
  ),
  BUGLE_SESSION_IDLE_CLI: setting(
    durationOrNever,
    180 * 86_400_000,
    'The same for kind cli.',
    'As for a phone; programs have API tokens, which never end by themselves.',
    '180d',
  ),
  BUGLE_METRICS_TOKEN: setting<string | undefined>(
    text,
    undefined,
    'Bearer token that GET /metrics asks everybody for, wherever they are.',
    'Metrics are nobody else’s business.',
    'loopback only',
  ),
  BILLING: setting(
    oneOf('off', 'on'),
    'off',
    'on: a subscription ends with its trial unless an operator changes it; a week later ingest answers 402.',
    'Who runs it owns it: nothing is ever locked.',
  ),
} as const satisfies Record<string, Setting<unknown>>

type SettingName = keyof typeof settings
type Parsed = { [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never }

/** The validated configuration. Directories are absolute, durations milliseconds, sizes bytes. */
export interface Config extends Parsed {
  /** Sender of mails. */
  sender: MailSender
  /** Public address, with the path that a proxy gives it, without a trailing slash. */
  url: string
  /** Absolute path of BUGLE_DATA. */
  dataDirectory: string
}

/** A setting with a wrong value; the message names it. */
export class ConfigError extends Error {}

/**
 * Reads and validates every setting.
 *
 * @throws ConfigError naming the variable, for the first wrong value.
 * @example readConfig({ PORT: '9000' }).PORT === 9000
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed: Record<string, unknown> = {}
  for (const [name, { parse, default: fallback }] of Object.entries(settings)) {
    const given = env[name]
    try {
      parsed[name] = given === undefined || given === '' ? fallback : parse(given)
    } catch (error) {
      const shown = /SECRET|TOKEN|DATABASE_URL|SMTP_URL/.test(name) ? '' : ` (it is ${JSON.stringify(given)})`
      throw new ConfigError(`${name} ${(error as Error).message}${shown}.`)
    }
  }
  const values = parsed as unknown as Parsed
  if (values.BUGLE_SMTP_URL !== undefined && values.BUGLE_MAIL_FROM === undefined)
    throw new ConfigError('BUGLE_MAIL_FROM must be set with BUGLE_SMTP_URL, such as Bugle <bugle@example.com>.')
  const host = values.HOST.includes(':') ? `[${values.HOST}]` : values.HOST
  const url = values.BUGLE_URL ?? `http://${host}:${values.PORT}`
  return {
    ...values,
    url,
    sender: values.BUGLE_MAIL_FROM ?? { name: 'Bugle', address: `bugle@${mailDomainOf(url)}` },
    dataDirectory: resolve(values.BUGLE_DATA),
  }
}

/** The table of settings, for `--help` and the documentation. */
export function describeSettings(): { name: string; default: string; what: string; why: string }[] {
  return Object.entries(settings).map(([name, row]) => ({
    name,
    default: row.shown ?? String(row.default),
    what: row.what,
    why: row.why,
  }))
}

/**
 * BUGLE_SECRET, or the one kept in the data directory, which is made (0600) when there is none.
 * The file is created exclusively: two processes that start at once end up with one secret.
 */
export function readOrMakeSecret(config: Config): string {
  if (config.BUGLE_SECRET !== undefined) return config.BUGLE_SECRET
  const file = join(config.dataDirectory, 'secret')
  try {
    if (!existsSync(file)) makeSecret(config.dataDirectory, file)
    if ((statSync(file).mode & 0o777) !== 0o600) chmodSync(file, 0o600)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const hint = code === 'EROFS' ? ' It is on a read-only file system.' : ''
    throw new ConfigError(`BUGLE_DATA cannot be used: ${message}.${hint}`)
  }
}

function makeSecret(directory: string, file: string): void {
  mkdirSync(directory, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The secret, and whether it is the one that Bugle made; undefined when there is none yet. Nothing is made. */
export function findSecret(config: Config): { text: string; isOurs: boolean } | undefined {
  if (config.BUGLE_SECRET !== undefined) return { text: config.BUGLE_SECRET, isOurs: false }
  const file = join(config.dataDirectory, 'secret')
  return existsSync(file) ? { text: readFileSync(file, 'utf8').trim(), isOurs: true } : undefined
}

/**
 * Puts a secret into the place of the one that Bugle makes. Another one that lies there is kept beside it.
 *
 * @returns where the other one is now
 */
export function keepSecret(config: Config, secret: string): string | undefined {
  const file = join(config.dataDirectory, 'secret')
  const former = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (former === secret) return undefined
  mkdirSync(config.dataDirectory, { recursive: true })
  const aside = `${file}.before-restore`
  if (former !== undefined) renameSync(file, aside)
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx', flush: true })
  return former === undefined ? undefined : aside
}

function setting<T>(
  parse: (text: string) => T,
  fallback: NoInfer<T>,
  what: string,
  why: string,
  shown?: string,
): Setting<T> {
  return { parse, default: fallback, what, why, ...(shown === undefined ? {} : { shown }) }
}

function text(value: string): string {
  return value
}

function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return number
  }
}

function port(value: string): number {
  return integer(0, 65_535)(value)
}

function oneOf<const Values extends readonly string[]>(...values: Values) {
  return (value: string): Values[number] => {
    if (!values.includes(value)) throw new Error(`must be one of ${values.join(', ')}`)
    return value
  }
}

/** Without a slash at its end. A path holds nothing that would have to be written otherwise in a page or a link. */
function publicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error('must be an address such as https://bugle.example.com')
  if (!/^(?:\/[\w.~-]+)*\/?$/.test(url.pathname))
    throw new Error('must have a path of plain letters, such as https://example.com/bugle')
  return url.origin + url.pathname.replace(/\/$/, '')
}

/** As the driver reads it. A Unix socket has no host in its place (`postgres://user@/bugle?host=/run/postgresql`). */
function databaseUrl(value: string): string {
  const whole = value.replace(/^(postgres(?:ql)?:\/\/[^/@]*@)\//, '$1socket/')
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  const isWhole = url !== undefined && /^postgres(ql)?:$/.test(url.protocol)
  const host = url?.searchParams.get('host')
  if (!isWhole || (whole !== value && !host?.startsWith('/')))
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/bugle, or postgres://user@/bugle?host=/run/postgresql for a Unix socket',
    )
  // The driver takes these for verify-full already, and warns of a release in which it will not.
  return value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)\b/, '$1verify-full')
}

function secret(value: string): string {
  if (value.length < 32) throw new Error('must have at least 32 characters')
  return value
}

function smtpServer(value: string): SmtpServer {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const tls = url?.searchParams.get('tls') ?? undefined
  const isKnown = [...(url?.searchParams.keys() ?? [])].every((key) => key === 'tls') && (tls ?? 'off') === 'off'
  const isSmtp = url?.protocol === 'smtp:' || (url?.protocol === 'smtps:' && tls === undefined)
  if (url === undefined || !isSmtp || !isKnown || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    throw new Error('must be smtp://user:password@host:587, smtps://user:password@host:465 or smtp://host:25?tls=off')
  const isImmediate = url.protocol === 'smtps:'
  try {
    return {
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: url.port === '' ? (isImmediate ? 465 : 587) : Number(url.port),
      user: url.username === '' ? undefined : decodeURIComponent(url.username),
      password: url.password === '' ? undefined : decodeURIComponent(url.password),
      tls: isImmediate ? 'immediate' : tls === 'off' ? 'off' : 'required',
    }
  } catch {
    throw new Error('must have its user and password percent-encoded (%25 for %)')
  }
}

function mailSender(value: string): MailSender {
  const match = /^(?:([^<>"\p{Cc}]*?) *<([^<>]+)>|([^<>]+))$/u.exec(value.trim())
  const address = match?.[2] ?? match?.[3] ?? ''
  if (!/^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u.test(address))
    throw new Error('must be an address such as bugle@example.com or Bugle <bugle@example.com>')
  return { name: match?.[1] ?? '', address }
}

/** An address needs a domain of letters; mails of a server without a name are files anyway. */
function mailDomainOf(url: string): string {
  const { hostname } = new URL(url)
  return /^[\d.]+$|\[/.test(hostname) ? 'localhost' : hostname
}

function duration(value: string): number {
  const match = /^(\d+)(s|m|h|d)$/.exec(value)
  if (match === null || Number(match[1]) === 0) throw new Error('must be a time such as 90d, 12h, 30m or 10s')
  return Number(match[1]) * { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[match[2] as 's' | 'm' | 'h' | 'd']
}

function durationOrNever(value: string): number {
  return value === '0' ? 0 : duration(value)
}

function flag(value: string): boolean {
  if (value !== '0' && value !== '1') throw new Error('must be 0 or 1')
  return value === '1'
}

function bytes(value: string): number {
  const match = /^(\d+)(MB|GB|TB)$/.exec(value)
  if (match === null || Number(match[1]) === 0) throw new Error('must be a size such as 500MB or 20GB')
  return Number(match[1]) * { MB: MiB, GB: GiB, TB: 1024 * GiB }[match[2] as 'MB' | 'GB' | 'TB']
}
