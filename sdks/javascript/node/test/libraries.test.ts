import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BugleEvent } from '@bugle/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { installIn } from '../../../../scripts/runtimes.mjs'
import { TestClient } from '../../core/src/testing/client.ts'
import { traceContext } from '../src/trace.ts'

/** The libraries have an installation of their own: nothing else needs them. */
const directory = fileURLToPath(new URL('libraries/', import.meta.url))
const require = createRequire(`${directory}package.json`)
// biome-ignore lint/suspicious/noExplicitAny: installed apart, so the compiler cannot see the libraries' types
const load = (name: string): Promise<any> => import(/* @vite-ignore */ pathToFileURL(require.resolve(name)).href)

/** Every secret contains the word `hidden`. */
const secret = {
  body: { email: 'hidden-alice@example.com', password: 'hidden-hunter2', card: 'hidden-4111' },
  headers: { 'x-api-key': 'hidden-key', cookie: 'sid=hidden-cookie', authorization: 'Bearer hidden-bearer' },
  answer: JSON.stringify({ session: 'hidden-session', note: 'hidden-note' }),
}
const database = `libraries_${process.pid}`
let server: Server
let url: string
let connection: pg.ClientConfig
let missing: string | undefined

beforeAll(async () => {
  missing = installIn(directory)
  if (missing !== undefined && process.env.CI !== 'true') return
  expect(missing).toBeUndefined()
  server = createServer((request, response) => {
    request.resume()
    const isAws = /amz|aws/i.test(`${request.headers['user-agent']}`)
    response.writeHead(isAws ? 403 : 500, { 'set-cookie': 'sid=hidden-set-cookie', 'x-trace': 'hidden-header' })
    response.end(isAws ? awsRefusal : secret.answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://hidden-user:hidden-password@127.0.0.1:${(server.address() as AddressInfo).port}/pay?token=hidden-query`
  const { connection: admin } = inject('postgres')
  await query(admin, `create database ${database}`)
  connection = { ...(admin as pg.ClientConfig), database }
  await query(
    connection,
    'create table people (id serial primary key, email text constraint one_email unique, hash text)',
  )
  await query(connection, "insert into people (email, hash) values ('hidden-alice@example.com', 'hidden-hash')")
}, 300_000)

afterAll(async () => {
  server?.close()
  if (connection !== undefined) await query(inject('postgres').connection, `drop database ${database} with (force)`)
})

const awsRefusal = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>No.</Message></Error>
<RequestId>req-7</RequestId></ErrorResponse>`

async function query(config: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Returns the value that the work throws. */
async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

async function eventOf(thrown: unknown, options = {}): Promise<BugleEvent> {
  const test = new TestClient(options)
  test.client.captureException(thrown)
  await test.client.flush()
  return test.events[0]!
}

/** URL and credentials in each library's form. */
const settings = () => {
  const { host, port, user, password } = connection
  return { host: host!, port: port!, user: user!, password: password as string }
}

const post = { method: 'POST', headers: secret.headers, body: JSON.stringify(secret.body) }
const withoutQuery = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay$/)

const failures: Record<string, [work: () => Promise<unknown>, type: string, fields: object]> = {
  axios: [
    async () => {
      const { default: axios } = await load('axios')
      const headers = secret.headers
      return axios.post(url, secret.body, { headers, auth: { username: 'hidden-user', password: 'hidden-basic' } })
    },
    'AxiosError',
    { code: 'ERR_BAD_RESPONSE', status: 500, request: { method: 'POST', url: withoutQuery, status: 500 } },
  ],
  'axios with a base': [
    async () => {
      const { default: axios } = await load('axios')
      const api = axios.create({ baseURL: new URL('/v1', url).href, params: { key: 'hidden-param' } })
      return api.post('pay?token=hidden-query', secret.body, { headers: secret.headers })
    },
    'AxiosError',
    { request: { method: 'POST', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/pay$/), status: 500 } },
  ],
  'the response of axios, thrown itself': [
    async () => {
      const { default: axios } = await load('axios')
      await axios.post(url, secret.body, { headers: secret.headers }).catch((error: { response: unknown }) => {
        throw error.response
      })
    },
    'NonError',
    { status: 500, request: { method: 'POST', url: withoutQuery, status: 500 } },
  ],
  got: [
    async () => {
      const { default: got } = await load('got')
      const { username, password, href } = new URL(url)
      const bare = href.replace(`${username}:${password}@`, '')
      return got.post(bare, { json: secret.body, headers: secret.headers, retry: { limit: 0 } })
    },
    'HTTPError',
    { code: 'ERR_NON_2XX_3XX_RESPONSE', request: { method: 'POST', url: withoutQuery, status: 500 } },
  ],
  undici: [
    async () => {
      const { Agent, interceptors, request } = await load('undici')
      const dispatcher = new Agent().compose(interceptors.responseError())
      return request(url.replace('hidden-user:hidden-password@', ''), { ...post, dispatcher })
    },
    'ResponseError',
    { code: 'UND_ERR_RESPONSE', statusCode: 500 },
  ],
  'fetch of undici': [
    async () => {
      const { fetch } = await load('undici')
      return fetch('http://127.0.0.1:1/pay?token=hidden-query', post)
    },
    'TypeError',
    {},
  ],
  'the AWS SDK': [
    async () => {
      const { STSClient, GetCallerIdentityCommand } = await load('@aws-sdk/client-sts')
      const credentials = { accessKeyId: 'hidden-access', secretAccessKey: 'hidden', sessionToken: 'hidden-token' }
      const endpoint = new URL(url).origin
      const client = new STSClient({ region: 'eu-west-1', endpoint, credentials, maxAttempts: 1 })
      return client.send(new GetCallerIdentityCommand({}))
    },
    expect.stringMatching(/AccessDenied/) as unknown as string,
    { httpStatusCode: 403 },
  ],
  pg: [
    async () => {
      const client = new (await load('pg')).default.Client(connection)
      await client.connect()
      const values = ['hidden-alice@example.com', 'hidden-hash']
      return client.query('insert into people (email, hash) values ($1, $2)', values).finally(() => client.end())
    },
    'DatabaseError',
    { code: '23505', severity: 'ERROR', constraint: 'one_email', table: 'people', schema: 'public' },
  ],
  TypeORM: [
    async () => {
      await load('reflect-metadata')
      const { DataSource } = await load('typeorm')
      const { user: username, ...others } = settings()
      const source = await new DataSource({ type: 'postgres', ...others, username, database }).initialize()
      const values = ['hidden-alice@example.com', 'hidden-hash']
      return source.query('insert into people (email, hash) values ($1, $2)', values).finally(() => source.destroy())
    },
    'QueryFailedError',
    { code: '23505', constraint: 'one_email', table: 'people' },
  ],
  Sequelize: [
    async () => {
      const { Sequelize, DataTypes } = (await load('sequelize')).default
      const { user, password, host, port } = settings()
      const sequelize = new Sequelize(database, user, password, { host, port, dialect: 'postgres', logging: false })
      const fields = { email: DataTypes.STRING, hash: DataTypes.STRING }
      const Person = sequelize.define('person', fields, { tableName: 'people', timestamps: false })
      const person = { email: 'hidden-alice@example.com', hash: 'hidden-hash' }
      return Person.create(person).finally(() => sequelize.close())
    },
    'SequelizeUniqueConstraintError',
    { fields: ['email'] },
  ],
  Zod: [
    async () => {
      const { z } = await load('zod')
      z.object({ person: z.object({ email: z.number() }), age: z.number() }).parse({ person: secret.body, age: 'x' })
    },
    'ZodError',
    { fields: ['person.email', 'age'] },
  ],
  Mongoose: [
    async () => {
      const { default: mongoose } = await load('mongoose')
      const Person = mongoose.model(
        'Person',
        new mongoose.Schema({ email: Number, name: { required: true, type: String } }),
      )
      throw new Person({ email: { address: 'x' } }).validateSync()
    },
    'ValidationError',
    { fields: ['email', 'name'] },
  ],
}

describe('an error of a library is reported with the failure, and nothing that was sent, received or stored', () => {
  it.for(Object.entries(failures))('%s', async ([, [work, type, fields]], { skip }) => {
    if (missing !== undefined) skip(`the libraries could not be installed: ${missing}`)
    const event = await eventOf(await failureOf(work))
    expect(event.exception_type).toEqual(type)
    expect(event.extra?.error ?? event.extra?.thrown ?? {}).toMatchObject(fields)
    expect(JSON.stringify(event)).not.toContain('hidden')
    for (const part of event.exceptions ?? []) expect(part.exception_type).not.toBe('NonError')
  })
})

it('an event has the trace of the active OpenTelemetry span, or of the incoming request', async ({ skip }) => {
  if (missing !== undefined) skip(`the libraries could not be installed: ${missing}`)
  const { trace, context } = await load('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = await load('@opentelemetry/context-async-hooks')
  const { BasicTracerProvider } = await load('@opentelemetry/sdk-trace-base')
  const asked = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }
  const asking = { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', parent_span_id: '00f067aa0ba902b7' }
  expect(traceContext(asked)).toEqual(asking)
  expect(traceContext(new Headers(asked))).toEqual(asking)
  for (const traceparent of [undefined, 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, ['a'], Symbol('s')])
    expect(traceContext({ traceparent })).toBeUndefined()
  trace.setGlobalTracerProvider(new BasicTracerProvider())
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  try {
    await trace.getTracer('shop').startActiveSpan('pay', async (span: { spanContext(): Record<string, string> }) => {
      const { traceId, spanId } = span.spanContext()
      await Promise.resolve()
      expect(traceContext()).toEqual({ trace_id: traceId, span_id: spanId })
      expect(traceContext(asked)).toMatchObject({ trace_id: traceId, span_id: spanId })
    })
    expect(traceContext()).toBeUndefined()
  } finally {
    trace.disable()
    context.disable()
  }
})
