import type { Project } from '../harness/account.ts'
import { bodyOf } from '../harness/connection.ts'
import type { Random } from '../harness/random.ts'
import { type MarkedEvent, makeMarkedEvent } from './marked-event.ts'

/** The ids that a response acknowledges an event by; an issue that it does not name is empty. */
export interface Acknowledged {
  eventId: string
  issueId: string
}

/** A way in: how events are made and sent, and what its responses say. */
export interface Wire {
  makeEvent(random: Random, projects: number): MarkedEvent
  /** The request line and headers, without the length of the body. */
  headOf(event: MarkedEvent): string
  /** Status of an acknowledgement. */
  status: number
  /** Returns the acknowledged ids, or a complaint about an odd response. */
  read(event: MarkedEvent, text: string): Acknowledged | string
  /** The path at which an acknowledged event can be read. */
  pathOf(project: Project, eventId: string): string
}

/** The way of our own SDKs, in both spellings. */
export function nativeWire(port: number, projects: readonly Project[]): Wire {
  const heads = projects.map(
    ({ ingestToken }, index) =>
      `POST ${index % 2 === 0 ? '/ingest' : '/api/ingest'} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Content-Type: application/json\r\nX-Service-Token: ${ingestToken}\r\n`,
  )
  return {
    makeEvent: makeMarkedEvent,
    headOf: ({ project, identity, key }) =>
      `${heads[project]}${identity === 'idempotency key' ? `Idempotency-Key: ${key}\r\n` : ''}`,
    status: 202,
    read({ identity, key }, text) {
      const { event_id: eventId, issue_id: issueId } = JSON.parse(bodyOf(text)) as Record<string, string>
      if (typeof eventId !== 'string' || typeof issueId !== 'string') return `an odd 202: ${text}`
      if (identity === 'uuid v7' && !eventId.endsWith(key.replaceAll('-', '')))
        return `${eventId} does not keep the sender's id ${key}`
      return { eventId, issueId }
    },
    pathOf: (_project, eventId) => `/api/events/${eventId}` as const,
  }
}
