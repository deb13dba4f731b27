import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type AccessLimits, accessLimits } from './access-limits.ts'
import { readPlace } from './lib/read-place.ts'
import { dayMs, hourMs, minuteMs } from './lib/time.ts'

/**
 * The only place that reads the environment. Each row of the table states what a setting is, its default and the reason
 * for that default: `npm start -- --help` prints the table, and docs/configuration.md is generated from it.
 */
interface Setting<T> {
  parse: (text: string) => T
  default: T | undefined
  /** Text shown for a default that is not a plain value. */
  shown?: string
  what: string
  why: string
  /** Whether it can be in a file instead, which NAME_FILE names, and is never repeated in an error. */
  isSecret?: true
}

const MiB = 1024 ** 2
const GiB = 1024 ** 3

/** The mail server that accepts outgoing mails. */
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

/** An object store that speaks S3. */
export interface ObjectStoreAddress {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  origin: string
  bucket: string
  region: string
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  /** Whether new payloads go there; otherwise those that are there are only read and deleted. */
  isWritten: boolean
}

/** Where the archive of the embedded database is. */
export type ArchivePlace =
  | { folder: string }
  | (Omit<ObjectStoreAddress, 'isWritten' | 'accessKeyId' | 'secretAccessKey'> & {
      accessKeyId: string
      secretAccessKey: string
      /** Begins the names of all objects. */
      prefix: string
    })

const settings = {
  PORT: setting(port, 8080, 'Port of the API and ingest.', 'A single port is easy to forward.'),
  HOST: setting(
    text,
    '127.0.0.1',
    'Address to listen on.',
    'The server is not reachable from the network until you decide so.',
  ),
  BUGLE_URL: setting<string | undefined>(
    publicUrl,
    undefined,
    'Public address, such as https://bugle.example.com or https://example.com/bugle: links in mails, cookies, snippets.',
    'The Host header is never trusted.',
    'http://HOST:PORT',
  ),
  BUGLE_DATA: setting(text, './data', 'Directory of the embedded database and the secret.', 'Next to the checkout.'),
  BUGLE_ARCHIVE: secretSetting<ArchivePlace | undefined>(
    archivePlace,
    undefined,
    'Folder, or store that speaks S3, as s3://KEY:SECRET@host/bucket/prefix?region=eu-central-1, that receives the log of the embedded database as it comes, and a copy of its files once a day: `restore --to TIME` restores any moment. Put it on another disk or machine.',
    'A backup restores the moment it was made.',
    'none',
  ),
  BUGLE_ARCHIVE_KEEP: setting(
    duration,
    7 * dayMs,
    'How far back a moment can be restored from BUGLE_ARCHIVE (7d, 48h).',
    'A mistake is noticed within a week.',
    '7d',
  ),
  BUGLE_SECRET: secretSetting<string | undefined>(
    secret,
    undefined,
    'Key that encrypts stored secrets, 32 characters or more.',
    'Generated on the first start and kept in the data directory with mode 0600.',
    'generated on the first start',
  ),
  BUGLE_SECRET_PREVIOUS: secretSetting<string | undefined>(
    secret,
    undefined,
    'The former secret, until everything it encrypted is encrypted with the new one.',
    'The secret can be changed without losing the data it protects.',
    'none',
  ),
  DATABASE_URL: secretSetting<string | undefined>(
    databaseOfAccounts,
    undefined,
    'An external PostgreSQL 15 or later; the embedded one is then not started.',
    'The embedded database needs no administration.',
    'embedded',
  ),
  BUGLE_BUCKETS: secretSetting<Readonly<Record<string, string>>>(
    bucketList,
    {},
    'Further PostgreSQL servers for events, each a bucket of projects, as `name=postgres://…,name=postgres://…?schema=…`; see docs/scaling.md.',
    'One server carries what most installations ever receive.',
    'none',
  ),
  BUGLE_DATABASE_WAIT: setting(
    duration,
    60_000,
    'How long a start waits for the database of DATABASE_URL to respond.',
    'Machines and containers start in any order. Outages after the start are waited out, however long they last.',
    '60s',
  ),
  BUGLE_STALL_LIMIT: setting(
    durationOrNever,
    5000,
    'How long the event loop of an ingest process may stand still before the process is replaced; `0` never replaces one.',
    'No request keeps it busy for a second. Acknowledged events are on disk; the log names the request that was read last.',
    '5s',
  ),
  BUGLE_DATABASE_CONNECTIONS: setting(
    integer(4, 200),
    8,
    'Database connections of each ingest process.',
    'Two are for ingest alone, the others for the API; each takes 2 to 5 MB of the database’s memory.',
  ),
  BUGLE_SHARED_BUFFERS_MB: setting(
    integer(16, 65_536),
    128,
    'shared_buffers of the embedded database, MB.',
    'Enough for a million events; the operating system caches the rest.',
  ),
  BUGLE_WORKERS: setting(
    integer(1, 64),
    1,
    `Number of ingest processes that share the port (this machine has ${availableParallelism()} cores).`,
    'One process accepts thousands of events a second; several share their rate limits through the database.',
  ),
  BUGLE_WORKER_PORT: setting<number | undefined>(
    port,
    undefined,
    'Port on which a separate worker (`--role worker`) serves /healthz, /readyz and /metrics.',
    'With `--role all` the ingest processes report the state of the worker.',
    'none',
  ),
  BUGLE_TRUST_PROXY: setting(
    integer(0, 10),
    0,
    'Number of reverse proxies in front of the server whose X-Forwarded-For is trusted.',
    'A forged header must not decide which address a limit applies to.',
  ),
  BUGLE_API_RATE: setting(
    integer(60, 10_000_000),
    3000,
    'API requests per minute of one session or token, in each ingest process; of one account twice, from one address four times as many. Ingest has limits of its own.',
    'A script in a loop stays below it; a flood does not decide how long others wait.',
  ),
  BUGLE_API_AT_ONCE: setting(
    integer(2, 10_000),
    4,
    'API requests of one session or token that are worked on at once; of one account twice, from one address 16 times as many, and two writes at most. Others wait their turn.',
    'A page of the dashboard sends about four.',
  ),
  BUGLE_LOG_LEVEL: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Lowest level that is logged.',
    'One line for each notable occurrence.',
  ),
  BUGLE_RETENTION: setting(
    duration,
    90 * dayMs,
    'How long events are kept (90d, 12h).',
    'Covers a quarter of a year; counters and the first and latest event of each issue are kept.',
    '90d',
  ),
  BUGLE_MAX_DISK: setting(
    bytes,
    20 * GiB,
    'Disk budget of everything that is stored (20GB, 500MB). A tenth of it is for sessions, check-ins and feedback, a fiftieth for outcomes, a twentieth for comments, releases and the like; events have the rest, and what the others leave.',
    'A small server survives a flood; in each part the project furthest above its fair share loses its oldest first.',
    '20GB',
  ),
  BUGLE_ARTIFACT_DISK: setting(
    bytes,
    4 * GiB,
    'Disk budget of artifacts: source maps, generated files, sources and indexes. A part of BUGLE_MAX_DISK, at most a quarter. Above 85 % of it, projects above their fair share lose what was unused for longest, the newest three releases of a platform only if others need the room. An upload beyond it is refused.',
    'A fifth of the default BUGLE_MAX_DISK: about 200 releases of 30 MB of maps.',
    '4GB',
  ),
  BUGLE_OBJECTS: secretSetting<ObjectStoreAddress | undefined>(
    objectStore,
    undefined,
    'Where the payloads of packed events are kept: `database`, or a store that speaks S3, as s3://KEY:SECRET@host/bucket?region=eu-central-1. `tls=off` is for a store on a private network; with `write=off` the store is only read and emptied.',
    'One database needs no second service; see docs/object-storage.md.',
    'database',
  ),
  BUGLE_OBJECTS_KEY: secretSetting<string | undefined>(
    text,
    undefined,
    'Access key of BUGLE_OBJECTS, if its address has none.',
    'Addresses and keys may come from different places.',
    'that of BUGLE_OBJECTS',
  ),
  BUGLE_OBJECTS_SECRET: secretSetting<string | undefined>(
    text,
    undefined,
    'Secret of that access key.',
    'Addresses and keys may come from different places.',
    'that of BUGLE_OBJECTS',
  ),
  BUGLE_MAX_OBJECTS: setting(
    bytes,
    1024 * GiB,
    'Budget of what is stored in BUGLE_OBJECTS. Above 85 % of it, projects above their fair share lose their oldest events.',
    'The retention removes events before a usual installation reaches it.',
    '1TB',
  ),
  BUGLE_SYMBOL_CACHE: setting(
    bytes,
    32 * MiB,
    'Memory of each ingest process for pages of source maps.',
    'The stacks of a day fall into few pages; others are read from the database.',
    '32MB',
  ),
  BUGLE_MAX_NEW_GROUPS: setting(
    integer(1, 1_000_000),
    1000,
    'New groups of equal errors per project and hour; further ones share one issue that explains this.',
    'Nobody reads a thousand new issues an hour, and the data that each keeps permanently would fill the disk.',
  ),
  BUGLE_PACK_AFTER: setting(
    duration,
    hourMs,
    'Age at which segments are rewritten into packs of one project each.',
    'Most reads concern the last hour, and larger packs compress better.',
    '1h',
  ),
  BUGLE_INGEST_RATE: setting(
    integer(1, 1_000_000),
    1000,
    'Requests in any 60 s with one ingest token.',
    'The API promises 1000.',
  ),
  BUGLE_SENTRY_HINTS: setting(
    flag,
    true,
    '0: Sentry’s SDKs are not asked to stop sending kinds of items that Bugle does not keep, such as transactions.',
    'Traffic that nobody can use costs both sides; only SDKs that were seen to obey are asked.',
    '1',
  ),
  BUGLE_INGEST_BYTES_IN_FLIGHT: setting(
    bytes,
    64 * MiB,
    'Bytes of events being received or written; above it, requests get 503.',
    'Memory use stays bounded while the database is slow.',
    '64MB',
  ),
  BUGLE_REGISTRATION: setting(
    oneOf('open', 'invited', 'closed'),
    'open',
    'Who may register: anybody (open), invited people (invited) or nobody (closed). The first account can always be created, and operators create accounts with `user create`.',
    'A first trial runs on a machine that nobody else reaches. Close registration before strangers can.',
  ),
  BUGLE_OIDC_ISSUER: setting<string | undefined>(
    issuer,
    undefined,
    'Address of an OpenID Connect provider, without /.well-known: people can log in by it. Its redirect address is BUGLE_URL/api/auth/oidc/callback.',
    'Single sign-on needs a provider; see docs/single-sign-on.md.',
    'none',
  ),
  BUGLE_OIDC_CLIENT_ID: setting<string | undefined>(
    text,
    undefined,
    'Client id of Bugle at the provider.',
    'The provider gives it.',
    'none',
  ),
  BUGLE_OIDC_CLIENT_SECRET: secretSetting<string | undefined>(
    text,
    undefined,
    'Client secret; none for a public client, which PKCE protects.',
    'The provider gives it.',
    'none',
  ),
  BUGLE_OIDC_NAME: setting(
    text,
    'single sign-on',
    'How people call the provider, on the button.',
    'Fits any provider.',
  ),
  BUGLE_OIDC_SCOPES: setting(
    text,
    'openid email profile',
    'Scopes that are asked for. Some providers send groups with a scope of its own, such as groups.',
    'Enough for an address and a name.',
  ),
  BUGLE_OIDC_GROUPS_CLAIM: setting(
    text,
    'groups',
    'Claim with the groups of a person; one inside another is named with a dot (realm_access.roles).',
    'The usual name.',
  ),
  BUGLE_OIDC_ALLOWED_DOMAINS: setting(
    list,
    [],
    'Domains whose addresses get an account by a first login (example.com, example.org).',
    'A provider of one company knows only its own people.',
    'all',
  ),
  BUGLE_OIDC_ORGANIZATION: setting<string | undefined>(
    organizationId,
    undefined,
    'Organization (org_…) that people join by their first login; groups become its teams of the same name.',
    'Without it, they get an organization of their own.',
    'none',
  ),
  BUGLE_OIDC_ADMIN_GROUP: setting<string | undefined>(
    text,
    undefined,
    'Group whose members are admins of BUGLE_OIDC_ORGANIZATION.',
    'Roles are given here unless the provider is to give them.',
    'none',
  ),
  BUGLE_OIDC_TRUST_MFA: setting(
    flag,
    false,
    'Whether a second factor at the provider (amr: mfa, hwk, otp) counts as one here (1).',
    'The provider’s word is not taken until you decide so.',
    '0',
  ),
  BUGLE_OIDC_MAX_AGE: setting(
    duration,
    12 * hourMs,
    'Age at which a web session of the provider is renewed there (12h); 0 is never.',
    'People who may no longer log in there lose access within half a day.',
    '12h',
  ),
  BUGLE_SMTP_URL: secretSetting<SmtpServer | undefined>(
    smtpServer,
    undefined,
    'Mail server: smtp://user:password@host:587 (STARTTLS), smtps://…:465 (TLS), ?tls=off for neither.',
    'Mails work without setup: they are written to files that the log names.',
    'files in BUGLE_DATA/outbox',
  ),
  BUGLE_MAIL_FROM: setting<MailSender | undefined>(
    mailSender,
    undefined,
    'Sender of mails: Bugle <bugle@example.com>. Needed with BUGLE_SMTP_URL.',
    'A mail server accepts only senders that it knows.',
    'Bugle <bugle@host of BUGLE_URL>',
  ),
  BUGLE_ISSUE_MAILS: setting(
    integer(1, 10_000),
    30,
    'Mails about issues per hour to one person; further ones are omitted, and the last one says so.',
    'Otherwise anyone who can cause errors could fill a mailbox.',
  ),
  BUGLE_ISSUE_MAIL_DELAY: setting(
    duration,
    15_000,
    'How long new issues are gathered before they are mailed.',
    'The errors of one deployment arrive within seconds and become one mail.',
    '15s',
  ),
  BUGLE_ISSUE_MAIL_PACE: setting(
    duration,
    600_000,
    'Minimum time between two mails about the issues of a project; the second covers everything in between.',
    'The first mail draws attention; more of them would only distract.',
    '10m',
  ),
  BUGLE_PUSH_DELAY: setting(
    duration,
    2000,
    'How long changes of issues are gathered before they are pushed to phones.',
    'Fast enough for people on call; the errors of one outage make one message.',
    '2s',
  ),
  BUGLE_PUSH_PACE: setting(
    duration,
    60_000,
    'Minimum time between two push messages to a device; the second covers everything in between.',
    'The first message draws attention; more of them would only distract.',
    '60s',
  ),
  BUGLE_ALERT_DELAY: setting(
    duration,
    5000,
    'How long changes of issues are gathered before alert rules judge them.',
    'The errors of one deployment arrive within seconds and become one message.',
    '5s',
  ),
  BUGLE_ALERT_PACE: setting(
    duration,
    60_000,
    'Minimum time between two messages to a channel; the second covers everything in between.',
    'The first message draws attention; more of them would only distract.',
    '60s',
  ),
  BUGLE_ALERT_MESSAGES: setting(
    integer(1, 10_000),
    30,
    'Messages to a channel per hour; what comes then follows as one, and the last one says so. Pagers and webhooks are sent all.',
    'A chat in which a message comes every minute is read by nobody.',
  ),
  BUGLE_OUTGOING_ALLOW: setting(
    hosts,
    [],
    'Hosts, such as `push.internal` or `10.0.0.5:8080`, that the server may send to by http or at a private address, separated by commas.',
    'Members name the addresses of push services, and the identity provider those of its endpoints; without this list the server could be used to reach machines of its own network. The host of BUGLE_OIDC_ISSUER is always allowed.',
    'none',
  ),
  BUGLE_REFUSE_COMMON_PASSWORDS: setting(
    flag,
    false,
    '1: new passwords that are among the most common ones are refused.',
    'The API promises that eight characters are enough.',
    '0',
  ),
  BUGLE_SESSIONS_PER_KIND: setting(
    integer(1, 100),
    1,
    'Live sessions of each kind (web, mobile, cli) that a user may have. A further login ends the one that was not used for longest.',
    'The API promises one. Raise it where people work on two computers.',
  ),
  BUGLE_SESSION_IDLE_WEB: setting(
    durationOrNever,
    30 * dayMs,
    'Idle time after which a session of kind web ends (30d, 12h; 0 = never).',
    'A browser may be shared or lost.',
    '30d',
  ),
  BUGLE_SESSION_IDLE_MOBILE: setting(
    durationOrNever,
    180 * dayMs,
    'The same for kind mobile.',
    'A phone has its own lock, and logging in on it is tedious.',
    '180d',
  ),
  BUGLE_SESSION_IDLE_CLI: setting(
    durationOrNever,
    180 * dayMs,
    'The same for kind cli.',
    'As for a phone; programs use API tokens, which do not expire.',
    '180d',
  ),
  BUGLE_SECURITY_CONTACT: setting<string | undefined>(
    contact,
    undefined,
    'Contact in /.well-known/security.txt, for people who found a vulnerability: mailto:security@example.com or an https address.',
    'Without one, they find where vulnerabilities of Bugle itself are reported.',
    'the security policy of Bugle',
  ),
  BUGLE_METRICS_TOKEN: secretSetting<string | undefined>(
    text,
    undefined,
    'Bearer token that GET /metrics requires of everybody, also on this machine.',
    'Without it, only this machine may read metrics.',
    'loopback only',
  ),
  BILLING: setting(
    oneOf('off', 'on'),
    'off',
    'on: a subscription ends with its trial unless an operator changes it; a week later ingest responds with 402.',
    'Self-hosted installations are never locked.',
  ),
} as const satisfies Record<string, Setting<unknown>>

type SettingName = keyof typeof settings
type Parsed = { [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never }

/**
 * Work that follows a response and that the project's own tests hold back, by `npm test -- --late=…`: a test that does not
 * wait for it fails then, on a fast machine as on a slow one.
 */
const delayable = ['digest', 'health', 'counts', 'titles'] as const
type Delays = Record<(typeof delayable)[number], number>

/** Where those tests say by how much: `digest=2s,health=2s`. It is no setting, and is documented in CONTRIBUTING.md alone. */
const delaysName = 'BUGLE_TEST_DELAYS'

/**
 * Where tests of the built server raise limits that they would meet, since all of their people have one address:
 * `registrationsAddress=1000`. It is no setting either.
 */
const limitsName = 'BUGLE_TEST_LIMITS'

/** Names beginning with BUGLE_ that the SDKs, the command line and the project's tests read; the server ignores them. */
const namesOfOthers = new Set(
  [
    'TOKEN API_TOKEN PROJECT RELEASE DIST INGEST_TOKEN SERVER EMAIL PASSWORD',
    'ENDPOINT APP_ID ENVIRONMENT ENABLED SAMPLE_RATE SESSIONS STORE STRICT AUTOLOAD',
    'BUILT LONG MOBILE SEED SEND COMMAND PUB LAST_RELEASE SCREENS_URL TEST_DELAYS TEST_LIMITS TEST_JPEG',
  ].flatMap((line) => line.split(' ').map((name) => `BUGLE_${name}`)),
)

/** A variable that looks like a setting and is none: a misspelled limit or switch would be ignored silently. */
export interface UnknownSetting {
  name: string
  /** The setting that was meant, if one is spelled alike. */
  nearest: string | undefined
}

/** The validated configuration. Directories are absolute; durations are in milliseconds, sizes in bytes. */
export interface Config extends Parsed {
  /** Sender of mails. */
  sender: MailSender
  /** Public address without a trailing slash; includes the path under which a proxy serves Bugle. */
  url: string
  /** Absolute path of BUGLE_DATA. */
  dataDirectory: string
  /** Where the archive is, a folder by its absolute path. */
  archive: ArchivePlace | undefined
  /** Variables beginning with BUGLE_ that nothing reads. */
  unknown: UnknownSetting[]
  /** The disk budget of artifacts: a part of the whole, so that they never shut out events. */
  artifactBytes: number
  /** How much later than due background work begins; 0 but in tests. */
  delays: Delays
  /** Limits of logins, registrations and mails. */
  limits: AccessLimits
}

/** An invalid setting; the message names it. */
export class ConfigError extends Error {}

/**
 * Reads and validates every setting.
 *
 * @throws ConfigError naming the variable, for the first invalid value
 * @example readConfig({ PORT: '9000' }).PORT === 9000
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed: Record<string, unknown> = {}
  for (const [name, { parse, default: fallback, isSecret }] of Object.entries<Setting<unknown>>(settings)) {
    const given = isSecret === true ? readSecret(env, name) : env[name]
    try {
      parsed[name] = given === undefined || given === '' ? fallback : parse(given)
    } catch (error) {
      const shown = isSecret === true ? '' : ` (it is ${JSON.stringify(given)})`
      throw new ConfigError(`${name} ${(error as Error).message}${shown}.`)
    }
  }
  const values = parsed as unknown as Parsed
  if (values.BUGLE_SMTP_URL !== undefined && values.BUGLE_MAIL_FROM === undefined)
    throw new ConfigError('BUGLE_MAIL_FROM must be set with BUGLE_SMTP_URL, such as Bugle <bugle@example.com>.')
  if ((values.BUGLE_OIDC_ISSUER === undefined) !== (values.BUGLE_OIDC_CLIENT_ID === undefined))
    throw new ConfigError('BUGLE_OIDC_ISSUER and BUGLE_OIDC_CLIENT_ID belong together.')
  const objects = values.BUGLE_OBJECTS
  const accessKeyId = objects?.accessKeyId ?? values.BUGLE_OBJECTS_KEY
  const secretAccessKey = objects?.secretAccessKey ?? values.BUGLE_OBJECTS_SECRET
  if (objects !== undefined && (accessKeyId === undefined || secretAccessKey === undefined))
    throw new ConfigError(
      'BUGLE_OBJECTS needs a key: s3://KEY:SECRET@…, or BUGLE_OBJECTS_KEY and BUGLE_OBJECTS_SECRET.',
    )
  const host = values.HOST.includes(':') ? `[${values.HOST}]` : values.HOST
  const url = values.BUGLE_URL ?? `http://${host}:${values.PORT}`
  return {
    ...values,
    BUGLE_OBJECTS: objects && { ...objects, accessKeyId, secretAccessKey },
    url,
    sender: values.BUGLE_MAIL_FROM ?? { name: 'Bugle', address: `bugle@${mailDomainOf(url)}` },
    dataDirectory: resolve(values.BUGLE_DATA),
    archive: values.BUGLE_ARCHIVE,
    unknown: findUnknown(Object.keys(env)),
    artifactBytes: Math.min(values.BUGLE_ARTIFACT_DISK, values.BUGLE_MAX_DISK / 4),
    delays: delaysOf(env[delaysName]),
    limits: limitsOf(env[limitsName]),
  }
}

function findUnknown(names: string[]): UnknownSetting[] {
  return names
    .filter((name) => name.startsWith('BUGLE_') && !knownNames.includes(name) && !namesOfOthers.has(name))
    .sort()
    .map((name) => ({ name, nearest: nearestSetting(name) }))
}

const knownNames = Object.entries(settings).flatMap(([name, { isSecret }]: [string, Setting<unknown>]) =>
  isSecret === true ? [name, `${name}_FILE`] : [name],
)

/** Most letters that a misspelled name gets wrong. */
const maxTypos = 3

function nearestSetting(name: string): string | undefined {
  const distances = knownNames.map((known): [string, number] => [
    known,
    // Some settings have the names that every program gives them: BUGLE_PORT is PORT.
    Math.min(typosBetween(name, known), known.startsWith('BUGLE_') ? Infinity : typosBetween(name, `BUGLE_${known}`)),
  ])
  const [nearest] = distances.sort(([, one], [, next]) => one - next)
  return nearest![1] <= maxTypos ? nearest![0] : undefined
}

/** Letters to insert, remove or replace (Levenshtein). */
function typosBetween(one: string, other: string): number {
  let former = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, expected] of [...other].entries()) {
      const replaced = former[column]! + (letter === expected ? 0 : 1)
      current.push(Math.min(replaced, former[column + 1]! + 1, current[column]! + 1))
    }
    former = current
  }
  return former[other.length]!
}

function delaysOf(given = ''): Delays {
  const delays: Delays = { digest: 0, health: 0, counts: 0, titles: 0 }
  for (const part of list(given)) {
    const [name, time = ''] = part.split('=')
    const known = delayable.find((one) => one === name)
    if (known === undefined) throw new ConfigError(`${delaysName} must name some of ${delayable.join(', ')}.`)
    delays[known] = duration(time)
  }
  return delays
}

function limitsOf(given = ''): AccessLimits {
  const limits = { ...accessLimits }
  const names = Object.keys(accessLimits) as (keyof AccessLimits)[]
  for (const part of given.split(',').filter(Boolean)) {
    const [name, value = ''] = part.split('=')
    const known = names.find((one) => one === name)
    if (known === undefined) throw new ConfigError(`${limitsName} must name some of ${names.join(', ')}.`)
    try {
      limits[known] = integer(1, 1_000_000)(value)
    } catch (error) {
      throw new ConfigError(`${limitsName}: ${name} ${(error as Error).message}.`)
    }
  }
  return limits
}

/** Reads a secret from its variable or, as container platforms provide it, from the file that NAME_FILE names. */
function readSecret(env: Record<string, string | undefined>, name: string): string | undefined {
  const [given, file] = [env[name] || undefined, env[`${name}_FILE`] || undefined]
  if (file === undefined) return given
  if (given !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set; keep one.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${name}_FILE cannot be read: ${(error as Error).message}.`)
  }
}

/** Returns the table of settings, for `--help` and the documentation. */
export function describeSettings(): { name: string; default: string; what: string; why: string }[] {
  return Object.entries<Setting<unknown>>(settings).map(([name, row]) => ({
    name,
    default: row.shown ?? String(row.default),
    what: row.isSecret === true ? `${row.what} ${name}_FILE: a file that holds it.` : row.what,
    why: row.why,
  }))
}

/** Says in a sentence that a variable is ignored. */
export function describeUnknown({ name, nearest }: UnknownSetting): string {
  return `${name} is not a setting and is ignored.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
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

/** A setting that may also be in a file: NAME_FILE is its path. */
function secretSetting<T>(...row: Parameters<typeof setting<T>>): Setting<T> {
  return { ...setting<T>(...row), isSecret: true }
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

/** Parses a list of hosts, each with or without a port. */
function hosts(value: string): string[] {
  return value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
    .map((host) => {
      if (!URL.canParse(`http://${host}`) || new URL(`http://${host}/`).pathname !== '/' || /[/@?#]/.test(host))
        throw new Error('must be hosts such as push.internal or 10.0.0.5:8080, separated by commas')
      return host
    })
}

function list(value: string): string[] {
  return value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '')
}

function issuer(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error('must be an address such as https://login.example.com/realms/main')
  return value
}

/** Returns the uuid of an id as the API shows it. */
function organizationId(value: string): string {
  const [, ...parts] = /^org_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(value) ?? []
  if (parts.length === 0) throw new Error('must be the id of an organization, such as org_0189…')
  return parts.join('-')
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

/**
 * Parses a URL, without its trailing slash. The path is limited to characters that need no escaping in a page or link.
 */
function publicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error('must be an address such as https://bugle.example.com')
  if (!/^(?:\/[\w.~-]+)*\/?$/.test(url.pathname))
    throw new Error('must have a path of plain letters, such as https://example.com/bugle')
  return url.origin + url.pathname.replace(/\/$/, '')
}

/**
 * Checks a URL the way the driver reads it. A Unix socket leaves out the host
 * (`postgres://user@/bugle?host=/run/postgresql`).
 */
function databaseUrl(value: string): string {
  const whole = value.replace(/^(postgres(?:ql)?:\/\/[^/@]*@)\//, '$1socket/')
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  const isWhole = url !== undefined && /^postgres(ql)?:$/.test(url.protocol)
  const host = url?.searchParams.get('host')
  if (!isWhole || (whole !== value && !host?.startsWith('/')))
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/bugle, or postgres://user@/bugle?host=/run/postgresql for a Unix socket',
    )
  // The driver already treats these as verify-full, and warns that a later release will not.
  return value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)\b/, '$1verify-full')
}

function databaseOfAccounts(value: string): string {
  const url = databaseUrl(value)
  if (readPlace(url).schema !== undefined)
    throw new Error('must not name a schema: those are for BUGLE_BUCKETS. Set the search_path of the role instead')
  return url
}

function bucketList(value: string): Record<string, string> {
  const buckets: Record<string, string> = {}
  for (const part of value.split(/[\s,]+/).filter((one) => one !== '')) {
    const [, name, url] = /^([a-z][a-z0-9-]{0,30})=(.+)$/.exec(part) ?? []
    if (name === undefined || url === undefined || name === 'main' || name in buckets)
      throw new Error(
        'must be a list such as second=postgres://…,third=postgres://…, without `main` and each name once',
      )
    buckets[name] = databaseUrl(url)
    readPlace(buckets[name])
  }
  return buckets
}

function contact(value: string): string {
  if (!URL.canParse(value) || !/^(mailto|https|tel):[^\s]+$/.test(value))
    throw new Error('must be such as mailto:security@example.com or https://example.com/security')
  return value
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

/** Parses `s3://KEY:SECRET@host:port/bucket?region=…&tls=off&write=off`. */
function objectStore(value: string): ObjectStoreAddress | undefined {
  if (value === 'database') return undefined
  const found = s3Address(value, ['tls', 'write'])
  if (found === undefined || found.prefix !== '')
    throw new Error('must be `database`, or s3://KEY:SECRET@host:port/bucket?region=…, with &tls=off or &write=off')
  const { origin, bucket, region, accessKeyId, secretAccessKey, query } = found
  return { origin, bucket, region, accessKeyId, secretAccessKey, isWritten: query.get('write') !== 'off' }
}

function archivePlace(value: string): ArchivePlace {
  if (!/^s3:/i.test(value)) return { folder: resolve(text(value)) }
  const { accessKeyId, secretAccessKey, ...found } = s3Address(value, ['tls']) ?? {}
  if (!('origin' in found) || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('must be a folder, or s3://KEY:SECRET@host:port/bucket/prefix?region=…, with &tls=off')
  const { origin, bucket, prefix, region } = found
  return { origin, bucket, prefix, region, accessKeyId, secretAccessKey }
}

/** Parses the address of a bucket; undefined if it is none. @param switches options that may be `off` */
function s3Address(value: string, switches: readonly string[]) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const query = url?.searchParams ?? new URLSearchParams()
  const isKnown = [...query].every(
    ([name, given]) => (name === 'region' && given !== '') || (switches.includes(name) && given === 'off'),
  )
  const [, bucket, prefix = ''] =
    /^\/([a-z\d][a-z\d.-]{2,62})(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/.exec(url?.pathname ?? '') ?? []
  if (url?.protocol !== 's3:' || url.hostname === '' || url.hash !== '' || !isKnown || bucket === undefined)
    return undefined
  try {
    return {
      origin: `${query.get('tls') === 'off' ? 'http' : 'https'}://${url.host}`,
      bucket,
      prefix: prefix === '' ? '' : `${prefix}/`,
      region: query.get('region') ?? 'us-east-1',
      accessKeyId: url.username === '' ? undefined : decodeURIComponent(url.username),
      secretAccessKey: url.password === '' ? undefined : decodeURIComponent(url.password),
      query,
    }
  } catch {
    throw new Error('must have its key and secret percent-encoded (%2F for /)')
  }
}

function mailSender(value: string): MailSender {
  const match = /^(?:([^<>"\p{Cc}]*?) *<([^<>]+)>|([^<>]+))$/u.exec(value.trim())
  const address = match?.[2] ?? match?.[3] ?? ''
  if (!/^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u.test(address))
    throw new Error('must be an address such as bugle@example.com or Bugle <bugle@example.com>')
  return { name: match?.[1] ?? '', address }
}

/** Returns a domain for the default sender. A domain needs letters; without a real name, mails are files anyway. */
function mailDomainOf(url: string): string {
  const { hostname } = new URL(url)
  return /^[\d.]+$|\[/.test(hostname) ? 'localhost' : hostname
}

function duration(value: string): number {
  const match = /^(\d+)(s|m|h|d)$/.exec(value)
  if (match === null || Number(match[1]) === 0) throw new Error('must be a time such as 90d, 12h, 30m or 10s')
  return Number(match[1]) * { s: 1000, m: minuteMs, h: hourMs, d: dayMs }[match[2] as 's' | 'm' | 'h' | 'd']
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
