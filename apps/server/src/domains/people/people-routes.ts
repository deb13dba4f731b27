import { Readable } from 'node:stream'
import {
  ErasureResponse,
  ExportResponse,
  PersonRequestPage,
  type PersonRequest as PersonRequestView,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Database } from '../../db/database.ts'
import { type App, type Caller, endpoint, listEndpoint, originOf } from '../../http/index.ts'
import { hourMs } from '../../lib/time.ts'
import { Refusal } from '../../refusal.ts'
import { anonymousIdOf } from '../counters/index.ts'
import type { ObjectPayloads } from '../objects/index.ts'
import { auditActorOf } from '../organizations/index.ts'
import { type BodySource, decompressPayload } from '../storage/index.ts'
import { requestPerson } from './people.ts'
import { exportHours, findChunk, findRequest, listRequests, type PersonRequest } from './people-store.ts'

interface Asked {
  caller: Caller
  projectId: number
  params: { user_id: string }
  request: FastifyRequest
}

/** Mounts the exports and erasures of a project's data about one anonymous id. */
export function mountPeople(
  app: App,
  { db, objects, personKey }: { db: Database; objects: ObjectPayloads; personKey: Buffer },
): void {
  const ask = async (kind: PersonRequest['kind'], { caller, projectId, params, request }: Asked) => {
    const person = personOf(params.user_id)
    const alias = anonymousIdOf(personKey, projectId, person)
    const asked = { projectId, kind, person, alias, caller, auditActor: auditActorOf(caller, originOf(request)) }
    return toView(await requestPerson(db, asked))
  }

  listEndpoint(app, {
    url: '/api/projects/:id/people',
    summary: 'List exports and erasures of people, newest first',
    description: 'The record of who asked for what, when, and how many events that was. Ids of people are not in it.',
    tag: 'Projects',
    scope: 'issue:read',
    response: PersonRequestPage,
    find: ({ projectId }, { after, limit }) => listRequests(db, projectId, { before: after?.id, limit }),
    positionOf: ({ id }) => ({ id }),
    show: (requests) => ({ requests: requests.map((entry) => ({ ...toView(entry), download_url: null })) }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/people/:user_id',
    summary: 'Export all events of an anonymous user id',
    description:
      'Begins an export, or shows the one that is under way or still kept. Ask again until it is `done`. An e-mail address or name finds the events of Sentry’s SDKs where a hash stands for it.',
    tag: 'Projects',
    access: 'caller',
    scope: 'issue:read',
    addsRecords: true,
    response: ExportResponse,
    refusals: ['rate_limited'],
    handler: async (asked) => ({ export: await ask('export', asked) }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/people/:user_id/events',
    summary: 'Download a finished export',
    description: 'One event a line (NDJSON), as it was sent.',
    tag: 'Projects',
    access: 'caller',
    scope: 'issue:read',
    response: Type.String({ description: 'Lines of JSON.' }),
    produces: 'application/x-ndjson',
    handler: async ({ projectId, params, reply }) => {
      const found = await findRequest(db, projectId, 'export', personOf(params.user_id))
      if (found === undefined || found.finishedAt === null) throw new Refusal('not_found')
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="events.ndjson"')
        .send(Readable.from(linesOf({ db, objects }, found)))
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id/people/:user_id',
    summary: 'Erase all events of an anonymous user id',
    description: [
      'Begins an erasure, or shows the one that is under way; its end is in the list of `GET /api/projects/{id}/people`.',
      'An e-mail address or name finds the events of Sentry’s SDKs where a hash stands for it.',
      'Counts of errors stay. What is not packed yet leaves the disk within an hour more.',
    ].join(' '),
    tag: 'Projects',
    access: 'caller',
    scope: 'person:erase',
    status: 202,
    response: ErasureResponse,
    refusals: ['rate_limited'],
    handler: async (asked) => ({ erasure: await ask('erasure', asked) }),
  })
}

/** Yields the chunks of an export, each read when the previous one was sent. */
async function* linesOf(source: BodySource, request: PersonRequest): AsyncGenerator<Buffer> {
  for (let chunk = 0; chunk < request.chunkCount; chunk++) {
    const found = await findChunk(source, request, chunk)
    // Erased meanwhile: what came so far must not look like all.
    if (found?.data === undefined) throw new Error('the export is no longer there')
    yield await decompressPayload(found.data, found.rawBytes)
  }
}

/** Refuses U+0000 in an id, which PostgreSQL cannot store. */
function personOf(id: string): string {
  if (id === '' || id.includes('\0')) throw new Refusal('not_found')
  return id
}

function toView(request: PersonRequest): PersonRequestView {
  const { projectId, kind, person, finishedAt } = request
  const isKept = kind === 'export' && finishedAt !== null && person !== null
  return {
    id: request.id,
    kind,
    status: finishedAt === null ? 'running' : 'done',
    progress: Math.round(request.progress * 1000) / 1000,
    events: request.eventCount,
    requested_at: request.requestedAt.toISOString(),
    requested_by:
      request.requestedByName === null
        ? null
        : { id: toPlainId('usr', request.requestedBy), name: request.requestedByName },
    finished_at: finishedAt?.toISOString() ?? null,
    download_url: isKept ? `/api/projects/${toProjectId(projectId)}/people/${encodeURIComponent(person)}/events` : null,
    expires_at: isKept ? new Date(finishedAt.getTime() + exportHours * hourMs).toISOString() : null,
  }
}
