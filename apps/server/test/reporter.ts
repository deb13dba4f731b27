import {
  type EventResponse,
  type EventView,
  type IngestAcknowledgement,
  type Issue,
  type Outcomes,
  type Project,
  parseProjectId,
} from '@bugle/protocol'
import { queueEmptied, type RequestOptions, type Session, type TestResponse, type TestServer } from './start-server.ts'
import { until } from './until.ts'

export { until }

/** A user with a project, and a client that sends events to it. */
export interface Reporter {
  session: Session
  project: Project
  token: string
  /** Sends an event with these fields changed; undefined leaves one out. */
  send(change?: Record<string, unknown>, options?: SendOptions): Promise<TestResponse<IngestAcknowledgement>>
  /** Sends an event, and expects it to be acknowledged. */
  report(change?: Record<string, unknown>, options?: SendOptions): Promise<IngestAcknowledgement>
  /** Sends a body unchanged. */
  sendRaw(rawBody: Bytes, options?: SendOptions): Promise<TestResponse<unknown>>
  readEvent(id: string): Promise<EventView>
  readResponse(id: string): Promise<EventResponse>
  readRaw(id: string): Promise<Buffer>
  readIssue(id: string): Promise<Issue>
  /** Reads the outcomes by reason. */
  outcomes(side?: 'refused' | 'reported'): Promise<Record<string, number>>
  readOutcomes(): Promise<Outcomes>
}

export type Bytes = string | Uint8Array<ArrayBuffer>

export interface SendOptions extends RequestOptions {
  path?: '/ingest' | '/api/ingest'
  /** Replaces the project's ingest token. */
  ingestToken?: string
  /** Replaces the server, by another one on the same database. */
  to?: TestServer
}

/** Creates a small valid event. */
export function anEvent(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { exception_type: 'TypeError', message: 'boom', platform: 'ios', app_id: 'com.example.shop', ...change }
}

/** The number of a project, as tables have it. */
export function numberOf({ project }: { project: { id: string } }): number {
  return parseProjectId(project.id)!
}

export async function newReporter(server: TestServer, change?: Record<string, unknown>): Promise<Reporter> {
  const session = await server.register()
  const { project, ingest_token: token } = await session.createProject(change)
  const sendRaw: Reporter['sendRaw'] = (
    rawBody,
    { path = '/ingest', ingestToken = token, to = server, ...rest } = {},
  ) =>
    to.raw('POST', path, {
      ...rest,
      rawBody,
      headers: { 'content-type': 'application/json', 'x-service-token': ingestToken, ...rest.headers },
    })
  const send: Reporter['send'] = (event, options) =>
    sendRaw(JSON.stringify(anEvent(event)), options) as Promise<TestResponse<IngestAcknowledgement>>
  const readResponse = (id: string) => session.get(`/api/events/${id}`)
  const readOutcomes = () => session.get(`/api/projects/${project.id}/outcomes`)
  return {
    session,
    project,
    token,
    send,
    sendRaw,
    report: async (event, options) => {
      let response = await send(event, options)
      // A disk that stalls for seconds, as on a shared machine, is no fault: clients send the event again.
      for (let retries = 0; retries < 3 && isOverloaded(response); retries++) {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        response = await send(event, options)
      }
      if (response.status !== 202) throw new Error(`ingest → ${response.status} ${JSON.stringify(response.body)}`)
      return response.body
    },
    readResponse,
    readEvent: async (id) => (await readResponse(id)).event,
    readRaw: async (id) => {
      const authorization = `Bearer ${session.token}`
      await readResponse(id)
      const response = await fetch(`${server.url}/api/events/${id}?raw=1`, { headers: { authorization } })
      if (response.status !== 200) throw new Error(`raw of ${id} → ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    },
    readIssue: async (id) => (await session.get(`/api/issues/${id}`)).issue,
    readOutcomes,
    outcomes: async (side = 'refused') => {
      const body = await readOutcomes()
      return Object.fromEntries(body[side].map(({ reason, total }) => [reason, total]))
    },
  }
}

function isOverloaded({ status, code }: TestResponse<unknown>): boolean {
  return status === 503 && code === 'overloaded'
}

/** Waits until everything acknowledged so far has been digested; counts that may be late are merged a moment later. */
export function digested(server: TestServer): Promise<void> {
  return queueEmptied(server.database.pool)
}

/** Waits until everything acknowledged so far has been digested, and the counts that may be late are merged. */
export async function countsMerged(server: TestServer): Promise<void> {
  await digested(server)
  await queueEmptied(server.database.pool, 'count_queue')
}

/** A real JPEG, 16 × 16 pixels from Chromium; its base64 has slashes, which PHP escapes. */
export const jpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////',
    '////////////////////////////////////////////////////2wBDAaq0tPDS8P//////////////////////////////////',
    '////////////////////////////////////////////wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/',
    'xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABURAQEAAAAAAAAAAAAAAAAAAAEA/9oADAMBAAIR',
    'AxEAPwAKgMS//9k=',
  ].join(''),
  'base64',
)
