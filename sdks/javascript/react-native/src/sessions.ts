import { type Integration, itemId, openSession, type Session } from '@bugle/core'
import type { Native } from './native.ts'

/** Time for the app to say who uses it. */
const delayMs = 1000

/**
 * Reports each run in the foreground as a session of the release. While it lasts, the store holds the report that the app
 * ended without a word, which the next start sends if it did: after a native crash, or for want of memory.
 */
export function sessions({ AppState }: Native): Integration {
  return {
    name: 'sessions',
    install(client) {
      const { options, runtime } = client
      if (!options.release || options.sessions === false) return undefined
      let session: Session | undefined

      const begin = () => {
        const begun = openSession(client)
        session = begun
        const body = JSON.stringify({ app_id: options.appId, ...begun.report('abnormal') })
        // In development the app is loaded again and again.
        if (!(globalThis as { __DEV__?: boolean }).__DEV__)
          void runtime.storing?.put({ id: itemId(begun.id), to: 'sessions', body })
        client.setTimer(() => begun === session && begun.send(), delayMs)
      }
      const end = () => {
        if (!session) return
        if (session.status === 'ok') session.status = 'exited'
        session.send()
        runtime.storing?.remove(itemId(session.id), undefined)
        session = undefined
      }

      client.observers.push((event) => {
        session?.note(event)
        client.setTimer(() => session?.send(), delayMs)
      })
      client.releasers.push(() => session?.send())
      if (AppState.currentState !== 'background') begin()
      const changes = AppState.addEventListener('change', (state) =>
        client.guard(() => {
          if (state === 'background') end()
          else if (state === 'active' && !session) begin()
        }),
      )
      return [() => changes.remove(), end]
    },
  }
}
