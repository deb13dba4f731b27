import type { IncomingMessage } from 'node:http'
import type { App } from '../../../http/index.ts'
import type { Refusal } from '../../../refusal.ts'
import {
  addShortcut,
  type DsnReply,
  type DsnResult,
  type DsnRoute,
  idReply,
  jsonReply,
  mountDsnRoutes,
  projectPath,
} from '../admission/index.ts'
import { receiveCheckIn } from './check-in.ts'
import { cutConnection, keepsAfterCut } from './cut-connection.ts'
import { admitDialog, dialogScript, receiveDialog } from './error-page.ts'
import { ItemsLimited } from './items-limited.ts'
import { receiveEnvelope } from './receive-envelope.ts'
import { receiveAttachments, receiveMinidump } from './receive-form.ts'
import { receiveReports } from './receive-reports.ts'
import { receiveStore } from './receive-store.ts'
import { receiveUnsupported } from './receive-unsupported.ts'
import type { SentryDeps } from './sentry-request.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const routes: DsnRoute<SentryDeps>[] = [
  {
    methods: ['POST'],
    path: `${projectPath}/envelope`,
    summary: 'Send an envelope of a Sentry SDK',
    description:
      'Authenticated by the key of a DSN: in `X-Sentry-Auth`, in `sentry_key` of the query, or in the header of the envelope. The 200 is a promise: what is kept is on disk.',
    receive: receiveEnvelope,
  },
  {
    methods: ['POST', 'GET'],
    path: `${projectPath}/store`,
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
    (path): DsnRoute<SentryDeps> => ({
      methods: ['POST'],
      path: `${projectPath}/${path}`,
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
    path: `${projectPath}/minidump`,
    summary: 'Send the minidump of a crash',
    description: 'As `upload_file_minidump` in multipart/form-data. It is shown without the names of functions.',
    receive: receiveMinidump,
    reply: ({ clientId }) => ({ status: 200, type: 'text/plain', body: clientId ?? '' }),
    isText: true,
  },
  {
    methods: ['POST'],
    path: `${projectPath}/events/:event/attachments`,
    summary: 'Add files to an event',
    receive: receiveAttachments,
    reply: () => jsonReply('{}', 201),
    status: 201,
  },
  ...['', '/:key'].map(
    (key): DsnRoute<SentryDeps> => ({
      methods: ['GET', 'POST'],
      path: `${projectPath}/cron/:slug${key}`,
      summary: 'Check in for a scheduled job',
      description: '`?status=in_progress`, `ok` or `error`, as `curl` in a crontab sends it, or the fields as JSON.',
      receive: receiveCheckIn,
      reply: () => jsonReply('{}', 202),
      status: 202,
    }),
  ),
  ...['unreal/:key', 'nel', 'playstation'].map(
    (path): DsnRoute<SentryDeps> => ({
      methods: ['POST'],
      path: `${projectPath}/${path}`,
      summary: 'Send data that is counted and not kept',
      receive: (incoming) => receiveUnsupported(incoming, path.split('/')[0]!),
      reply: () => jsonReply('{}'),
    }),
  ),
  {
    methods: ['GET'],
    path: '/api/embed/error-page',
    summary: 'Get the script of the crash-report dialog',
    description: '`dsn` and `eventId` in the query, as the function `showReportDialog` of SDKs asks for it.',
    receive: (incoming) =>
      incoming.run(async () => {
        await admitDialog(incoming)
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
    reply: () => jsonReply('{}'),
  },
]

function dialogReply({ url }: IncomingMessage): DsnReply {
  const query = new URLSearchParams(url!.slice(url!.indexOf('?')))
  return { status: 200, type: 'text/javascript; charset=utf-8', body: dialogScript(query) }
}

function storeReply(result: DsnResult, { method }: IncomingMessage): DsnReply {
  return method === 'GET' ? { status: 200, type: 'image/gif', body: gif } : idReply(result)
}

const onHotPath = /^\/api\/([1-9]\d{0,14})\/(envelope|store)\/?(?:\?|$)/

/**
 * Mounts the routes of Sentry's SDKs. They are ordinary ones of the framework; envelopes and events from the network take
 * a shortcut past the framework, like /ingest.
 */
export function mountSentryRoutes(app: App, deps: SentryDeps): void {
  const handle = mountDsnRoutes(app, deps, {
    tag: 'Sentry',
    operations: 'Sentry',
    routes,
    refusalHeaders,
    endOverloaded: ({ credentials, request }, response) => {
      const cuts = keepsAfterCut(credentials.client)
      if (cuts) cutConnection(request, response)
      return cuts
    },
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

/** Without both headers an SDK that is limited would stop everything for a minute. */
function refusalHeaders(refusal: Refusal, status: number): string[] {
  const { code, message, retryAfterSeconds } = refusal
  // Node writes headers as latin1 and throws at other characters.
  const error = ['x-sentry-error', message.replaceAll(/[^\x20-\x7e]/g, '?')]
  if (status !== 429) return error
  const limits =
    refusal instanceof ItemsLimited ? refusal.header : `${retryAfterSeconds ?? 60}:error;default;security:key:${code}`
  return [...error, 'x-sentry-rate-limits', limits]
}
