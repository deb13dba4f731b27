import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCode, SentryErrorBody, statusOf } from '@bugle/protocol'
import Type from 'typebox'
import { type App, describeErrors, newRequestId, securityHeaders } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import { IngestRefusal } from '../native/ingest.ts'
import { isJson, receiveOtlp } from '../otlp/receive-otlp.ts'
import { BodyCut } from '../admission/read-body.ts'
import { send } from '../admission/respond.ts'
import { addShortcut } from '../admission/shortcut.ts'
import { receiveCheckIn } from './check-in.ts'
import { cutConnection, keepsAfterCut } from './cut-connection.ts'
import { type DoorDeps, DoorRequest, type DoorResult } from '../admission/dsn-request.ts'
import { admitDialog, dialogScript, receiveDialog } from './error-page.ts'
import { ItemsLimited } from './health-limits.ts'
import { receiveEnvelope } from './receive-envelope.ts'
import { receiveAttachments, receiveMinidump } from './receive-form.ts'
import { receiveReports } from './receive-reports.ts'
import { receiveStore } from './receive-store.ts'
import { receiveUnsupported } from './receive-unsupported.ts'

type OnBug = (error: unknown, requestId: string) => void
type Receive = (door: DoorRequest) => Promise<DoorResult>

/** Any origin may send, never with credentials; a page learns when to stop. */
const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'X-Sentry-Rate-Limits, Retry-After, X-Sentry-Error, X-Request-Id',
]
const preflightHeaders = [
  'access-control-allow-methods',
  'GET, POST',
  'access-control-allow-headers',
  'Content-Type, Content-Encoding, X-Sentry-Auth, X-Requested-With, Authorization, Sentry-Trace, Baggage, Traceparent, X-Service-Token',
  'access-control-max-age',
  '7200',
]
const plainHeaders = [...Object.entries(securityHeaders).flat(), ...corsHeaders]
const json = 'application/json; charset=utf-8'
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A response other than the refusals that all routes share. */
interface Reply {
  status: number
  type: string
  body: string | Buffer
}

interface DoorRoute {
  methods: readonly ('GET' | 'POST')[]
  /** Behind `/api/42`, or a path of its own. */
  path: string
  summary: string
  description?: string
  receive: Receive
  reply?: (result: DoorResult, request: IncomingMessage) => Reply
  /** Status of the response; 200 by default. */
  status?: number
  /** Set if the response is not JSON. */
  isText?: true
}

const project = '/api/:project(^[1-9]\\d{0,14}$)'
const idReply = ({ clientId }: DoorResult): Reply => ({
  status: 200,
  type: json,
  body: clientId === undefined ? '{}' : `{"id":"${clientId}"}`,
})

const doorRoutes: DoorRoute[] = [
  {
    methods: ['POST'],
    path: `${project}/envelope`,
    summary: 'Send an envelope of a Sentry SDK',
    description:
      'Authenticated by the key of a DSN: in `X-Sentry-Auth`, in `sentry_key` of the query, or in the header of the envelope. The 200 is a promise: what is kept is on disk.',
    receive: receiveEnvelope,
  },
  {
    methods: ['POST', 'GET'],
    path: `${project}/store`,
    summary: 'Send one event of an old Sentry SDK',
    receive: receiveStore,
    reply: storeReply,
  },
  {
    methods: ['POST', 'GET'],
    path: '/api/store',
    summary: 'Send one event without naming its project',
    receive: receiveStore,
    reply: storeReply,
  },
  ...(['security', 'csp-report'] as const).map(
    (path): DoorRoute => ({
      methods: ['POST'],
      path: `${project}/${path}`,
      summary: 'Send reports of a browser about a policy',
      description:
        'For `report-uri` and `Reporting-Endpoints`, with the key as `sentry_key` in the query. 202 for a report that equals one of the last minute: it is counted, and stored with the others of that minute at its end.',
      receive: receiveReports,
      reply: ({ isPending }) => ({ status: isPending ? 202 : 200, type: 'text/plain', body: '' }),
      isText: true,
    }),
  ),
  {
    methods: ['POST'],
    path: `${project}/minidump`,
    summary: 'Send the minidump of a crash',
    description: 'As `upload_file_minidump` in multipart/form-data. It is shown without the names of functions.',
    receive: receiveMinidump,
    reply: ({ clientId }) => ({ status: 200, type: 'text/plain', body: clientId ?? '' }),
    isText: true,
  },
  {
    methods: ['POST'],
    path: `${project}/events/:event/attachments`,
    summary: 'Add files to an event',
    receive: receiveAttachments,
    reply: () => ({ status: 201, type: json, body: '{}' }),
    status: 201,
  },
  ...['', '/:key'].map(
    (key): DoorRoute => ({
      methods: ['GET', 'POST'],
      path: `${project}/cron/:slug${key}`,
      summary: 'Check in for a scheduled job',
      description: '`?status=in_progress`, `ok` or `error`, as `curl` in a crontab sends it, or the fields as JSON.',
      receive: receiveCheckIn,
      reply: () => ({ status: 202, type: json, body: '{}' }),
      status: 202,
    }),
  ),
  ...['unreal/:key', 'nel', 'playstation'].map(
    (path): DoorRoute => ({
      methods: ['POST'],
      path: `${project}/${path}`,
      summary: 'Send data that is counted and not kept',
      receive: (door) => receiveUnsupported(door, path.split('/')[0]!),
      reply: () => ({ status: 200, type: json, body: '{}' }),
    }),
  ),
  ...otlpRoutes(),
  {
    methods: ['GET'],
    path: '/api/embed/error-page',
    summary: 'Get the script of the crash-report dialog',
    description: '`dsn` and `eventId` in the query, as the function `showReportDialog` of SDKs asks for it.',
    receive: (door) =>
      door.run(async () => {
        await admitDialog(door)
        return { clientId: undefined, rate: undefined, stop: undefined }
      }),
    reply: (_result, request) => dialogReply(request),
    isText: true,
  },
  {
    methods: ['POST'],
    path: '/api/embed/error-page',
    summary: 'Send feedback from the crash-report dialog',
    receive: receiveDialog,
    reply: () => ({ status: 200, type: json, body: '{}' }),
  },
]

/** The paths of OTLP/HTTP: that of exporters with our address as their endpoint, and those that Sentry has. */
function otlpRoutes(): DoorRoute[] {
  const paths = [
    ['/otlp/v1/logs', 'logs'],
    ['/otlp/v1/traces', 'traces'],
    ['/otlp/v1/metrics', 'metrics'],
    [`${project}/integration/otlp/v1/logs`, 'logs'],
    [`${project}/integration/otlp/v1/traces`, 'traces'],
    [`${project}/otlp/v1/traces`, 'traces'],
  ] as const
  return paths.map(([path, signal]) => ({
    methods: ['POST'],
    path,
    summary: `Send an export of ${signal} of OpenTelemetry`,
    description:
      signal === 'metrics'
        ? 'Counted and not kept.'
        : 'OTLP/HTTP, as protobuf or JSON. Exceptions become events; the rest is counted and not kept.',
    receive: (door) => receiveOtlp(door, signal),
    reply: (_result, { headers }) =>
      isJson(headers['content-type'])
        ? { status: 200, type: 'application/json', body: '{}' }
        : { status: 200, type: 'application/x-protobuf', body: '' },
    isText: true,
  }))
}

function dialogReply({ url }: IncomingMessage): Reply {
  const query = new URLSearchParams(url!.slice(url!.indexOf('?')))
  return { status: 200, type: 'text/javascript; charset=utf-8', body: dialogScript(query) }
}

function storeReply(result: DoorResult, { method }: IncomingMessage): Reply {
  return method === 'GET' ? { status: 200, type: 'image/gif', body: gif } : idReply(result)
}

const onHotPath = /^\/api\/([1-9]\d{0,14})\/(envelope|store)\/?(?:\?|$)/

/**
 * Mounts the routes of Sentry's SDKs. They are ordinary ones of the framework; envelopes and events from the network take a shortcut past
 * the framework, like /ingest.
 */
export function mountDoorRoutes(app: App, deps: DoorDeps, onBug: OnBug): void {
  const handle = createHandler(deps, onBug)
  void app.register(async (scope) => {
    // Bodies are read as streams, with limits and decompression of their own.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of doorRoutes) mountRoute(scope as App, route, handle)
    for (const path of new Set(doorRoutes.map((route) => route.path))) mountPreflight(scope as App, path)
  })
  addShortcut(
    app,
    (request) => onHotPath.test(request.url!),
    (request, response) => {
      const [, number, path] = onHotPath.exec(request.url!)!
      return handle(request, response, {
        number: Number(number),
        receive: path === 'store' ? receiveStore : receiveEnvelope,
      })
    },
  )
}

type Handle = (
  request: IncomingMessage,
  response: ServerResponse,
  how: { number: number | undefined; receive: Receive; reply?: DoorRoute['reply']; address?: string },
) => Promise<void>

function mountRoute(scope: App, { methods, path, receive, reply, ...documented }: DoorRoute, handle: Handle): void {
  const how = reply === undefined ? { receive } : { receive, reply }
  // SDKs end every path with a slash; the document names one spelling.
  for (const spelling of [path, `${path}/`]) {
    const isHidden = spelling !== path
    for (const method of methods)
      scope.route({
        method,
        url: spelling,
        schema: { ...documentation({ method, path, ...documented }), hide: isHidden } as never,
        attachValidation: true,
        validatorCompiler: () => () => true,
        // A route of HEAD would come with GET.
        exposeHeadRoute: false,
        handler: (request, response) => {
          response.hijack()
          const { project: number } = request.params as { project?: string }
          void handle(request.raw, response.raw, {
            ...how,
            number: number === undefined ? undefined : Number(number),
            address: request.ip,
          })
        },
      })
  }
}

function mountPreflight(scope: App, path: string): void {
  for (const spelling of [path, `${path}/`])
    scope.options(spelling, { schema: { hide: true } }, (request, response) => {
      response.hijack()
      respondToPreflight(request.raw, response.raw)
    })
}

/** Handles a request, and turns its result or refusal into the response that SDKs obey. */
function createHandler(deps: DoorDeps, onBug: OnBug): Handle {
  return async (request, response, { number, receive, reply = idReply, address }) => {
    const began = performance.now()
    const door = new DoorRequest(deps, request, number, address)
    try {
      const result = await receive(door)
      const { status, type, body } = reply(result, request)
      deps.onResponse(status, performance.now() - began)
      const stop = result.stop === undefined ? [] : ['x-sentry-rate-limits', result.stop]
      send(deps, request, response, status, body, [...plainHeaders, 'content-type', type, ...stop])
    } catch (error) {
      if (error instanceof BodyCut) return void response.destroy()
      const isOverloaded = error instanceof IngestRefusal && error.refusal.code === 'overloaded'
      if (isOverloaded && keepsAfterCut(door.credentials.client)) {
        deps.onResponse(statusOf('overloaded'), performance.now() - began)
        return cutConnection(request, response)
      }
      const requestId = newRequestId()
      const refusal = error instanceof IngestRefusal ? error.refusal : bug(error, requestId, onBug)
      const status = sdkStatusOf(refusal.code)
      deps.onResponse(status, performance.now() - began)
      send(deps, request, response, status, errorBody(refusal, requestId), [
        ...plainHeaders,
        ...refusalHeaders(refusal, status),
        'content-type',
        json,
        'x-request-id',
        requestId,
      ])
    }
  }
}

function bug(error: unknown, requestId: string, onBug: OnBug): Refusal {
  onBug(error, requestId)
  return new Refusal('internal')
}

/** SDKs drop an event on 402; a limit makes them wait. */
function sdkStatusOf(code: ErrorCode): number {
  return code === 'subscription_inactive' ? 429 : statusOf(code)
}

/** `detail` is what SDKs print. */
function errorBody({ code, message }: Refusal, requestId: string): string {
  return JSON.stringify({ detail: message, code, message, request_id: requestId } satisfies SentryErrorBody)
}

/** Without both headers an SDK that is limited would stop everything for a minute. */
function refusalHeaders(refusal: Refusal, status: number): string[] {
  const { code, message, retryAfterSeconds } = refusal
  // Node writes headers as latin1 and throws at other characters.
  const headers = ['x-sentry-error', message.replaceAll(/[^\x20-\x7e]/g, '?')]
  if (retryAfterSeconds !== undefined) headers.push('retry-after', String(retryAfterSeconds))
  if (status === 429)
    headers.push(
      'x-sentry-rate-limits',
      refusal instanceof ItemsLimited
        ? refusal.header
        : `${retryAfterSeconds ?? 60}:error;default;security:key:${code}`,
    )
  return headers
}

function respondToPreflight(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, [...plainHeaders, ...preflightHeaders])
  response.end()
}

const refusals: ErrorCode[] = [
  'malformed_body',
  'invalid_ingest_token',
  'subscription_inactive',
  'app_id_mismatch',
  'origin_not_allowed',
  'payload_too_large',
  'unsupported_encoding',
  'rate_limited',
  'internal',
  'overloaded',
  'storage_full',
  'project_storage_full',
]

function documentation({
  method,
  path,
  summary,
  description,
  status = 200,
  isText,
}: Pick<DoorRoute, 'path' | 'summary' | 'description' | 'status' | 'isText'> & { method: string }) {
  const { response: errors, ...codes } = describeErrors(refusals, { body: SentryErrorBody, toStatus: sdkStatusOf })
  const success = {
    description: 'It is on disk.',
    ...(isText ? Type.String() : Type.Object({ id: Type.Optional(Type.String()) })),
  }
  const name = path
    .replace(project, '')
    .split(/[/:?-]/)
    .filter(Boolean)
    .map(capital)
    .join('')
  return {
    operationId: `${method.toLowerCase()}Door${path.startsWith(project) ? '' : 'Plain'}${name}`,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: ['Sentry door'],
    security: [],
    ...codes,
    response: { [status]: success, ...errors },
    ...(path.includes(':') ? { params: paramsOf(path) } : {}),
  }
}

const described: Record<string, string> = {
  project: 'Number of the project, as in its DSN.',
  event: 'The id by which the SDK named the event.',
  slug: 'Name of the monitor.',
  key: 'The key of the DSN.',
}

function paramsOf(path: string) {
  const names = [...path.replace(project, '/:project').matchAll(/:([a-z]+)/g)].map(([, name]) => name!)
  return Type.Object(Object.fromEntries(names.map((name) => [name, Type.String({ description: described[name]! })])))
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
