import type { BugleEvent } from './event.ts'
import type { Client } from './runtime.ts'
import { uuidv7 } from './uuid.ts'

/** How a session went, from best to worst. */
export type SessionStatus = 'ok' | 'exited' | 'errored' | 'unhandled' | 'abnormal' | 'crashed'

const order: SessionStatus[] = ['ok', 'exited', 'errored', 'unhandled', 'abnormal', 'crashed']

/** A page load, or a run of a program. */
export interface Session {
  readonly id: string
  status: SessionStatus
  /** Notes an error: the status gets worse, never better. */
  note(event: BugleEvent): void
  /** The request for a status, the present one by default. */
  report(status?: SessionStatus): object
  /** Sends the session if the server does not know its state. */
  send(): void
}

/**
 * Whether an event is an error of the program, and how bad it is for the session.
 *
 * @param ending the status after an error that nobody handled
 */
export function statusAfter({ level, mechanism }: BugleEvent, ending: SessionStatus): SessionStatus {
  const isError = level === 'fatal' || level === 'error'
  return !isError ? 'ok' : level === 'fatal' ? 'crashed' : mechanism.handled ? 'errored' : ending
}

/** Opens a session; nothing is sent before `send`. */
export function openSession(client: Client): Session {
  const id = uuidv7()
  const started_at = Date.now()
  const { release, environment } = client.options
  let known: string | undefined
  const session: Session = {
    id,
    status: 'ok',
    note(event) {
      const status = statusAfter(event, 'unhandled')
      if (order.indexOf(status) > order.indexOf(session.status)) session.status = status
    },
    report: (status = session.status) => ({
      release,
      environment,
      sessions: [{ id, started_at, status, user_id: client.scopes.current().user?.id }],
    }),
    send() {
      const report = session.report()
      const state = JSON.stringify(report)
      if (state !== known) client.submit('sessions', report)
      known = state
    },
  }
  return session
}
