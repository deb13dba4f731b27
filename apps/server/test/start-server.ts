import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DocumentedUrl, RequestBodyOf, ResponseBodyOf } from '@bugle/api-client'
import type { ClientKind, CreateProjectResponse, ErrorBody, ErrorCode, Me } from '@bugle/protocol'
import type pg from 'pg'
import pino from 'pino'
import type { AccessLimits } from '../src/access-limits.ts'
import { readConfig } from '../src/config.ts'
import type { Buckets } from '../src/db/buckets.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import type { ObjectPayloads } from '../src/domains/objects/index.ts'
import { createHttpRole } from '../src/http-role.ts'
import { objectPayloadsOf } from '../src/wiring/from-config.ts'
import { createWorkerRole } from '../src/worker-role.ts'
import { type Contract, createContract } from './openapi-contract.ts'
import { parseMail, type ReceivedMail } from './parse-mail.ts'
import { checkBound, closeNow, noteRunning } from './running-servers.ts'
import { type Leak, SecretWatch } from './secret-watch.ts'
import { createTestDatabase, openBeside, type TestDatabase } from './test-database.ts'
import { until } from './until.ts'

export interface ServerTestOptions {
  /** Settings, as in the environment. Limits that would interfere with a test are high by default. */
  env?: Record<string, string>
  /** Limits of logins, registrations and mails. */
  limits?: Partial<AccessLimits>
  /** Clock of trials. */
  now?: () => Date
  /** Starts another process on the database of that server. */
  beside?: TestServer
  /** Where the payloads of packs are. */
  objects?: ObjectPayloads
  /** Also runs digest, so that events become issues. */
  digest?: boolean
  /** Passwords of these tests also occur elsewhere, so leaks of them are not checked. */
  passwordsAreSecret?: false
  /** Further buckets, which are in the directory then. */
  buckets?: Buckets
  /** Wraps the server's connection pool, to break it. */
  wrapPool?: (pool: pg.Pool) => pg.Pool
}

export interface RequestOptions {
  token?: string | undefined
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  rawBody?: string | Uint8Array<ArrayBuffer>
}

/** Options of a request with the JSON body that the OpenAPI document asks for. */
export interface DocumentedOptions<Body> extends RequestOptions {
  body?: Body
}

/** A response; the fields of a refusal are its own. */
export interface TestResponse<Body> extends Partial<ErrorBody> {
  status: number
  headers: Headers
  /** The body as it came. */
  text: string
  /** The body of a success. */
  body: Body
}

/** Sends a request that the OpenAPI document has, and returns the response that it promises. */
export type SendDocumented = <const Method extends string, const Url extends string>(
  method: Method,
  url: DocumentedUrl<Method, Url>,
  options?: DocumentedOptions<RequestBodyOf<Method, Url>>,
) => Promise<TestResponse<ResponseBodyOf<Method, Url>>>

/** Sends any request, such as one that the server must refuse. */
export type SendRaw = <Body = unknown>(
  method: string,
  url: string,
  options?: RequestOptions,
) => Promise<TestResponse<Body>>

export interface Credentials {
  email: string
  password: string
}

/** A user with a token. */
export interface Session extends Credentials {
  token: string
  request: SendDocumented
  raw: SendRaw
  /** Reads a success. */
  get: <const Url extends string>(url: DocumentedUrl<'GET', Url>) => Promise<ResponseBodyOf<'GET', Url>>
  me(): Promise<Me>
  createProject(change?: Record<string, unknown>): Promise<CreateProjectResponse>
}

interface DocumentedOperation {
  security: object[]
  responses: Record<string, { $ref?: string }>
  'x-codes': ErrorCode[]
}

/** The part of the OpenAPI document that tests read. */
export interface OpenApi {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> }
}

/** The real server on a port and a database of its own, and actions of users. */
export interface TestServer {
  url: string
  database: TestDatabase
  /** Sends a request of nobody, or of `token`. Every response is checked against the OpenAPI document. */
  request: SendDocumented
  raw: SendRaw
  register(change?: { email?: string; password?: string; name?: string; kind?: ClientKind }): Promise<Session>
  logIn(credentials: Credentials & { kind?: ClientKind }): Promise<Session>
  /** Reads the mails to this address in the outbox; only a server with `digest` sends mails. */
  mailsTo(address: string): ReceivedMail[]
  /** Every secret that went through `request`; at the end, none may be in the log, errors or tables. */
  secrets: SecretWatch
  openapi: OpenApi
  /** Every route of the router, including those that the OpenAPI document leaves out. */
  routes: { method: string; url: string }[]
  /** Lines of the log so far. */
  log: string[]
  /** Counts the open connections of the server. */
  connections(): Promise<number>
  /** Timeouts of clients in milliseconds; 0 means none. */
  timeouts: Record<'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'timeout', number>
  close(): Promise<void>
}

/** Tests wait for digest often. */
const digestPaceMs = 40

/** Starts a server that ends with the test, or with the file if it is started outside of one. */
export async function startServer(options: ServerTestOptions = {}): Promise<TestServer> {
  const { env = {}, limits, now, beside, digest = false, wrapPool = (pool) => pool } = options
  checkBound()
  const database = beside ? openBeside(beside.database) : await createTestDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'bugle-server-'))
  const config = readConfig({ ...roomy, BUGLE_DATA: directory, ...env })
  const secrets = beside?.secrets ?? new SecretWatch()
  const log: string[] = []
  const logger = pino(
    { level: env.BUGLE_LOG_LEVEL ?? 'info' },
    {
      write: (line) => {
        secrets.see('log', line)
        log.push(line)
      },
    },
  )
  const db = await withBuckets(database, options.buckets)
  const connection = database.accountsConnection
  const role = await createHttpRole({
    config,
    db: wrapPool(db),
    connection,
    logger,
    shard: 0,
    isAlone: config.BUGLE_WORKERS === 1,
    version: 'test',
    digestPaceMs,
    limits: { ...roomyLimits, ...limits },
    ...(options.objects && { objects: options.objects }),
    ...(now && { now }),
  })
  const url = await role.app.listen({ port: 0, host: '127.0.0.1' })
  const { objects = objectPayloadsOf(config) } = options
  const worker = digest
    ? createWorkerRole({
        config,
        db,
        objects,
        connection,
        logger,
        digestPaceMs,
      })
    : undefined
  await worker?.start()
  const { openapi, contract } = documentOf(env, role.app)
  const server = clientOf(url, await contract, secrets, digest ? database.pool : undefined)
  const close = async () => {
    await worker?.stop()
    await role.close()
    const leaks = beside || options.passwordsAreSecret === false ? [] : await findLeaks(database, secrets)
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
    if (leaks.length > 0) throw new Error(`Secrets of the tests are stored in plain text: ${JSON.stringify(leaks)}`)
  }
  noteRunning(close)
  const routes = role.app.listRoutes()
  return {
    ...server,
    url,
    database,
    openapi,
    routes,
    connections: promisify(role.app.server.getConnections.bind(role.app.server)),
    timeouts: role.app.server,
    close: () => closeNow(close),
    secrets,
    log,
    mailsTo: (address) => readOutbox(directory, address),
  }
}

async function withBuckets(
  { accounts, accountsConnection, ofServer }: TestDatabase,
  buckets: Buckets | undefined,
): Promise<Database> {
  if (buckets === undefined) return ofServer
  for (const name of Object.keys(buckets))
    await accounts.query('insert into buckets (name) values ($1) on conflict do nothing', [name])
  return openDatabase({ connection: accountsConnection, connections: 4, buckets })
}

/** Documents and their contracts, by the settings of their servers: to make them takes as long as a start. */
const documents = new Map<string, { openapi: OpenApi; contract: Promise<Contract> }>()

function documentOf(env: object, app: { openapiText: string }): { openapi: OpenApi; contract: Promise<Contract> } {
  const settings = JSON.stringify(env)
  const known = documents.get(settings)
  if (known !== undefined) return known
  const openapi = JSON.parse(app.openapiText) as OpenApi
  const made = { openapi, contract: createContract(openapi) }
  documents.set(settings, made)
  return made
}

/** Uses a connection of its own, because the server has closed its pool. */
async function findLeaks({ connection, accountsConnection }: TestDatabase, secrets: SecretWatch): Promise<Leak[]> {
  const leaks: Leak[] = []
  for (const side of new Set([connection, accountsConnection])) {
    const pool = openDatabase({ connection: side, connections: 1 })
    try {
      leaks.push(...(await secrets.leaks(pool)))
    } finally {
      await pool.end()
    }
  }
  return leaks
}

function readOutbox(dataDirectory: string, address: string): ReceivedMail[] {
  const outbox = join(dataDirectory, 'outbox')
  const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : []
  const mails = files.map((file) => parseMail(readFileSync(join(outbox, file), 'utf8')))
  const job = ({ headers }: ReceivedMail) => Number(/^<(\d+)/.exec(headers['message-id'] ?? '')?.[1])
  return mails.filter(({ to }) => to === address).sort((a, b) => job(a) - job(b))
}

/** All people of a test have one address. */
const roomyLimits: Partial<AccessLimits> = {
  mailsAddress: 100_000,
  loginFailuresAddress: 100_000,
  registrationsAddress: 100_000,
  passwordsAddress: 100_000,
  // On a busy machine ten passwords take longer than people should wait.
  passwordWaitMs: 600_000,
}

const roomy = {
  BUGLE_TEST_DELAYS: process.env.BUGLE_TEST_DELAYS ?? '',
  // Processes of one database share the secret.
  BUGLE_SECRET: 'a secret that all servers of the tests share',
  BUGLE_API_RATE: '10000000',
  BUGLE_API_AT_ONCE: '1000',
}

/** How long the server waits for digest before it says that an event or issue does not exist. */
const serverWaitMs = 2000

function clientOf(
  url: string,
  contract: Contract,
  secrets: SecretWatch,
  digesting: pg.Pool | undefined,
): Pick<TestServer, 'request' | 'raw' | 'register' | 'logIn'> {
  let people = 0

  /** Sends it again, once all is digested, if the server waited for digest in vain: a busy one digests later. */
  async function raw<Body>(method: string, path: string, options?: RequestOptions): Promise<TestResponse<Body>> {
    const began = performance.now()
    const response = await send<Body>(method, path, options)
    const hasWaited = performance.now() - began >= serverWaitMs
    if (response.status !== 404 || digesting === undefined || !hasWaited) return response
    await queueEmptied(digesting)
    return send(method, path, options)
  }

  async function send<Body>(method: string, path: string, options: RequestOptions = {}): Promise<TestResponse<Body>> {
    const response = await fetch(`${url}${path}`, { method, headers: headersOf(options), body: bodyOf(options) })
    const type = response.headers.get('content-type')
    const isJson = type?.startsWith('application/json')
    // A stream never ends; use listen() to read one.
    if (type?.startsWith('text/event-stream')) await response.body?.cancel()
    const text = response.bodyUsed ? '' : await response.text()
    const body = isJson && text !== '' ? JSON.parse(text) : undefined
    const { status, headers } = response
    const { body: sent, token, headers: sentHeaders } = options
    secrets.learn({ sent, token, ingest_token: sentHeaders?.['x-service-token'] })
    if (status < 400) secrets.learn(body)
    else secrets.see(`${method} ${path} → ${status}`, text)
    contract({ method, path: path.split('?', 1)[0]!, status, headers, body })
    return { ...(status >= 400 && body), status, headers, text, body }
  }

  async function authenticate(path: string, body: Credentials, kind: ClientKind | undefined): Promise<Session> {
    const answer = await raw<{ token: string }>('POST', path, { body, headers: kindHeader(kind) })
    if (answer.status >= 400) throw Object.assign(new Error(`${path} → ${answer.status}`), { answer })
    const { token } = answer.body
    const rawAs: SendRaw = (method, url, options) => raw(method, url, { token, ...options })
    const request = rawAs as SendDocumented
    const get: Session['get'] = async (url) => {
      const { status, text, body } = await rawAs<never>('GET', url)
      if (status !== 200) throw new Error(`GET ${url} → ${status} ${text}`)
      return body
    }
    return {
      email: body.email,
      password: body.password,
      token,
      request,
      raw: rawAs,
      get,
      me: () => get('/api/auth/me'),
      createProject: async (change) => {
        const body = { name: 'Shop', app_id: 'com.example.shop', ...change }
        return (await request('POST', '/api/projects', { body })).body
      },
    }
  }

  return {
    request: raw as SendDocumented,
    raw,
    register: ({ kind, ...change } = {}) => {
      people += 1
      const body = { email: `person${people}@example.com`, password: 'correct horse', name: 'Ann', ...change }
      return authenticate('/api/auth/register', body, kind)
    },
    logIn: ({ email, password, kind }) => authenticate('/api/auth/login', { email, password }, kind),
  }
}

/** Waits until nothing is left to digest. */
export async function queueEmptied(
  pool: pg.Pool,
  queue: 'segment_queue' | 'count_queue' | 'health_queue' = 'segment_queue',
): Promise<void> {
  const count = async () => (await pool.query(`select count(*) as n from ${queue}`)).rows[0].n as number
  await until(count, (queued) => queued === 0)
}

function headersOf({ token, headers, body }: RequestOptions): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
}

function bodyOf({ body, rawBody }: RequestOptions): string | Uint8Array<ArrayBuffer> | null {
  if (rawBody !== undefined) return rawBody
  return body === undefined ? null : JSON.stringify(body)
}

function kindHeader(kind: ClientKind | undefined): Record<string, string> {
  return kind === undefined ? {} : { 'x-service-client': kind }
}
