import { StreamQuery } from '@bugle/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type App, type Caller, endpoint } from '../../http/index.ts'
import type { LiveHub } from './live-hub.ts'

const description = [
  'Server-Sent Events: `issue.created`, `issue.updated` and `issue.regressed` (data: `IssueUpdate`), `event.received` (`EventUpdate`).',
  'At most four a second per project. `reset` means that updates may be missing: reload what you show.',
  'A client that reconnects with `Last-Event-ID` within a quarter of an hour gets what it missed, or `reset`.',
  'The stream ends when its token does.',
].join(' ')
const shared = {
  description,
  tag: 'Issues',
  access: 'caller',
  scope: 'issue:read',
  query: StreamQuery,
  headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ description: 'Browsers send it.' })) }),
  response: Type.String({ description: 'Server-sent events until the client disconnects.' }),
  produces: 'text/event-stream',
  isStream: true,
  refusals: ['rate_limited'],
} as const

export function mountLive(app: App, { hub }: { hub: LiveHub }): void {
  endpoint(app, {
    ...shared,
    method: 'GET',
    url: '/api/stream',
    summary: 'Stream updates of all projects',
    refusals: [...shared.refusals],
    handler: ({ caller, request, reply }) => stream(hub, caller, undefined, request, reply),
  })

  endpoint(app, {
    ...shared,
    method: 'GET',
    url: '/api/projects/:id/stream',
    summary: 'Stream updates of a project',
    refusals: [...shared.refusals],
    handler: ({ caller, projectId, request, reply }) => stream(hub, caller, projectId, request, reply),
  })
}

async function stream(
  hub: LiveHub,
  caller: Caller,
  projectId: number | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  if (request.method === 'HEAD') return reply.send('')
  const live = await hub.open({ caller, projectId }, lastIdsOf(request))
  reply.hijack()
  const response = reply.raw
  // The client may have disconnected before this handler listens for it.
  if (response.destroyed) {
    hub.remove(live)
    return reply
  }
  response.on('close', () => hub.remove(live))
  response.on('error', () => {})
  response.writeHead(200, reply.getHeaders() as Record<string, string>)
  live.begin(response)
  hub.add(live)
  return reply
}

/** Parses the id, a number for each bucket. An unknown id means that the missed updates cannot be determined: a reset is sent. */
function lastIdsOf({ headers, query }: FastifyRequest): number[] | undefined {
  const text = headers['last-event-id'] ?? (query as StreamQuery).last_event_id
  if (text === undefined || text === '') return undefined
  return typeof text === 'string' && /^\d{1,15}(\.\d{1,15}){0,99}$/.test(text) ? text.split('.').map(Number) : []
}
