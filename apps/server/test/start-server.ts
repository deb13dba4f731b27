import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClientKind, CreateProjectResponse, LoginResponse, Me, RegisterResponse } from '@bugle/protocol'
import type pg from 'pg'
import pino from 'pino'
import { afterAll } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { createHttpRole } from '../src/http-role.ts'
import { createWorkerRole } from '../src/worker-role.ts'
import { type Contract, createContract } from './contract.ts'
import { parseMail, type ReceivedMail } from './parse-mail.ts'
import { type Leak, SecretWatch } from './secret-watch.ts'
import { createTestDatabase, openBeside, type TestDatabase } from './test-database.ts'

export interface ServerTestOptions {
  /** Settings, as in the environment. Limits that would stand in the way of a story are high by default. */
  env?: Record<string, string>
  /** The clock of trials. */
  now?: () => Date
  /** Another process on the database of that server. */
  beside?: TestServer
  /** Also runs the digest, so that what is sent becomes issues. */
  digest?: boolean
  /** Passwords of these tests are texts that stand elsewhere too: they are not looked for. */
  passwordsAreSecret?: false
  /** Stands between the server and its pool of connections, to break it. */
  wrapPool?: (pool: pg.Pool) => pg.Pool
}

export interface RequestOptions {
  token?: string | undefined
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  rawBody?: string | Uint8Array<ArrayBuffer>
}

export interface Answer<Body> {
  status: number
  headers: Headers
  /** Without a type given, as JSON.parse gives it: it was held to the OpenAPI document before a test reads it. */
  body: unknown extends Body ? ReturnType<typeof JSON.parse> : Body
}

export interface Credentials {
  email: string
  password: string
}

/** Somebody with a token. */
export interface Session extends Credentials {
  token: string
  request<Body = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer<Body>>
  me(): Promise<Me>
  createProject(change?: Record<string, unknown>): Promise<CreateProjectResponse>
}

/** What tests read of the document. */
export interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, { security: object[] }>>
  components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> }
}

/** The real application on a port and a database of its own, and what users do with it. */
export interface TestServer {
  url: string
  database: TestDatabase
  /** Every answer is held to the OpenAPI document. */
  request<Body = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer<Body>>
  register(change?: { email?: string; password?: string; name?: string; kind?: ClientKind }): Promise<Session>
  logIn(credentials: Credentials & { kind?: ClientKind }): Promise<Session>
  /** What lies in the outbox for this address; only a server with `digest` sends mails. */
  mailsTo(address: string): ReceivedMail[]
  /** Every secret that went through `request`; when the server closes none may be in its log, errors or tables. */
  secrets: SecretWatch
  openapi: OpenApi
  /** Every route of the router, also those that the document does not show. */
  routes: { method: string; url: string }[]
  /** Lines of the log so far. */
  log: string[]
  /** Connections that the server holds. */
  connections(): Promise<number>
  /** How long a client may take, milliseconds; 0 is for ever. */
  timeouts: Record<'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'timeout', number>
  close(): Promise<void>
}

/** Call it where tests are collected (the top of a file): the server ends with the file. */
export async function startServer(options: ServerTestOptions = {}): Promise<TestServer> {
  const { env = {}, now, beside, digest = false, wrapPool = (pool) => pool } = options
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
  const { connection } = database
  const half = await createHttpRole({
    config,
    database: { ...database, pool: wrapPool(database.pool) },
    connection,
    logger,
    shard: 0,
    isAlone: config.BUGLE_WORKERS === 1,
    version: 'test',
    ...(now && { now }),
  })
  const url = await half.app.listen({ port: 0, host: '127.0.0.1' })
  const worker = digest ? createWorkerRole({ config, database, connection, logger }) : undefined
  await worker?.start()
  const openapi = JSON.parse(half.app.openapiText)
  const server = clientOf(url, await createContract(openapi), secrets)
  const close = async () => {
    await worker?.stop()
    await half.close()
    const leaks = beside || options.passwordsAreSecret === false ? [] : await findLeaks(database, secrets)
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
    if (leaks.length > 0) throw new Error(`Secrets of the tests lie in clear: ${JSON.stringify(leaks)}`)
  }
  afterAll(close)
  const routes = half.app.listRoutes()
  return {
    ...server,
    url,
    database,
    openapi,
    routes,
    connections: promisify(half.app.server.getConnections.bind(half.app.server)),
    timeouts: half.app.server,
    close,
    secrets,
    log,
    mailsTo: (address) => readOutbox(directory, address),
  }
}

/** On a connection of its own: the server has closed its pool. */
async function findLeaks({ connection }: TestDatabase, secrets: SecretWatch): Promise<Leak[]> {
  const { pool, close } = openDatabase({ connection, connections: 1 })
  try {
    return await secrets.leaks(pool)
  } finally {
    await close()
  }
}

function readOutbox(dataDirectory: string, address: string): ReceivedMail[] {
  const outbox = join(dataDirectory, 'outbox')
  const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : []
  const mails = files.map((file) => parseMail(readFileSync(join(outbox, file), 'utf8')))
  const job = ({ headers }: ReceivedMail) => Number(/^<(\d+)/.exec(headers['message-id'] ?? '')?.[1])
  return mails.filter(({ to }) => to === address).sort((a, b) => job(a) - job(b))
}

const roomy = {
  // Processes of one database have one secret.
  BUGLE_SECRET: 'a secret that all servers of the tests share',
  BUGLE_MAILS_ADDRESS: '100000',
  BUGLE_LOGIN_FAILURES_ADDRESS: '100000',
  BUGLE_REGISTRATIONS_ADDRESS: '100000',
  BUGLE_PASSWORDS_ADDRESS: '100000',
}

function clientOf(
  url: string,
  contract: Contract,
  secrets: SecretWatch,
): Pick<TestServer, 'request' | 'register' | 'logIn'> {
  let people = 0

  async function request<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    const response = await fetch(`${url}${path}`, { method, headers: headersOf(options), body: bodyOf(options) })
    const type = response.headers.get('content-type')
    const isJson = type?.startsWith('application/json')
    // A stream has no end; who wants to read it uses listen().
    if (type?.startsWith('text/event-stream')) await response.body?.cancel()
    const text = response.bodyUsed ? '' : await response.text()
    const body = isJson && text !== '' ? JSON.parse(text) : undefined
    const { status, headers } = response
    const { body: sent, token, headers: sentHeaders } = options
    secrets.learn({ sent, token, ingest_token: sentHeaders?.['x-service-token'] })
    if (status < 400) secrets.learn(body)
    else secrets.see(`${method} ${path} → ${status}`, text)
    contract({ method, path: path.split('?', 1)[0]!, status, headers, body })
    return { status, headers, body }
  }

  async function authenticate(path: string, body: Credentials, kind: ClientKind | undefined): Promise<Session> {
    const answer = await request<RegisterResponse | LoginResponse>('POST', path, { body, headers: kindHeader(kind) })
    if (answer.status >= 400) throw Object.assign(new Error(`${path} → ${answer.status}`), { answer })
    const { token } = answer.body
    const as: Session['request'] = (method, path, options) => request(method, path, { token, ...options })
    return {
      email: body.email,
      password: body.password,
      token,
      request: as,
      me: async () => (await as<Me>('GET', '/api/auth/me')).body,
      createProject: async (change) => {
        const body = { name: 'Shop', app_id: 'com.example.shop', ...change }
        return (await as<CreateProjectResponse>('POST', '/api/projects', { body })).body
      },
    }
  }

  return {
    request,
    register: ({ kind, ...change } = {}) => {
      people += 1
      const body = { email: `person${people}@example.com`, password: 'correct horse', name: 'Ann', ...change }
      return authenticate('/api/auth/register', body, kind)
    },
    logIn: ({ email, password, kind }) => authenticate('/api/auth/login', { email, password }, kind),
  }
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
