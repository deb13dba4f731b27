import { type Integration, openSession } from '@bugle/core'

/** Time for the page to load, and for the program to say who uses it. */
const delayMs = 1000

/** Reports each page load as a session of the release, with whether an error occurred in it. Needs `release`. */
export function sessions(): Integration {
  return {
    name: 'sessions',
    install(client) {
      if (!client.options.release) return undefined
      const session = openSession(client)
      client.observers.push((event) => {
        session.note(event)
        client.setTimer(session.send, delayMs)
      })
      client.releasers.push(session.send)
      return client.setTimer(session.send, delayMs)
    },
  }
}
