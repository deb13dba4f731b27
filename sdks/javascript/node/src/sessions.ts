import {
  type Client,
  type Integration,
  openSession,
  type Scope,
  type SessionStatus,
  statusAfter,
  uuidv7,
} from '@bugle/core'

const minuteMs = 60_000
/** A program that runs longer is no command, and reports that it is there. */
const startMs = 5000

/** A request, as far as it matters for the crash-free rate. Copies of its scope share it. */
export interface RequestSession {
  status: SessionStatus
}

/** The scope of a request. */
export interface WithSession {
  session?: RequestSession | undefined
}

/** The count of requests of each client. */
const starts = new WeakMap<Client, () => void>()

/** Whether requests are to come, because a framework's integration was set up. */
let isServer = false

/** Says that this program has requests: it is no session itself. */
export function servesRequests(): void {
  isServer = true
}

/** Counts a request; called for each. */
export function countRequest(client: Client): RequestSession {
  isServer = true
  starts.get(client)?.()
  return { status: 'exited' }
}

/**
 * Reports the requests of a server as sums, a request a minute, by how they ended; a program without requests as one session.
 * Needs `release`.
 */
export const sessions: Integration = {
  name: 'sessions',
  install(client) {
    const { release, environment, sessions } = client.options
    if (!release || sessions === false) return undefined
    const own = openSession(client)
    let hasRequests = false
    let began = Date.now()
    /** Requests by their state. One that gets worse after its minute was sent is taken from a later minute. */
    const counts = { exited: 0, errored: 0, crashed: 0 }

    const sendCounts = () => {
      const { exited, errored, crashed } = counts
      if (exited < 0 || exited + errored + crashed === 0) return
      client.submit('sessions', {
        release,
        environment,
        counts: [{ id: uuidv7(), started_at: began, exited, errored, crashed }],
      })
      counts.exited = counts.errored = counts.crashed = 0
      began = Date.now()
    }
    const everyMinute = () => {
      sendCounts()
      client.setTimer(everyMinute, minuteMs)
    }
    starts.set(client, () => {
      if (!hasRequests) {
        hasRequests = true
        began = Date.now()
        client.setTimer(everyMinute, minuteMs)
      }
      counts.exited += 1
    })
    client.observers.push((event, scope: Scope & WithSession) => {
      const request = scope.session
      if (!request) {
        own.note(event)
        return
      }
      const status = statusAfter(event, 'crashed')
      if (status === 'ok' || request.status === 'crashed' || status === request.status) return
      counts[request.status as 'exited'] -= 1
      counts[status as 'errored'] += 1
      request.status = status
    })
    const send = () => (isServer ? sendCounts() : own.send())
    client.releasers.push(send)
    client.setTimer(() => isServer || own.send(), startMs)
    return undefined
  },
}
