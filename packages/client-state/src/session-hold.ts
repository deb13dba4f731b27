import { type SessionEnding, sessionEndingOf } from '@bugle/api-client'
import { createStore, type Store } from './store.ts'

export interface SessionHold {
  /** Whether requests wait for the next sign-in. */
  isOver: Pick<Store<boolean>, 'get' | 'subscribe'>
  /** How the session ended that the user had; undefined while there is one. */
  ending: Pick<Store<SessionEnding | undefined>, 'get' | 'subscribe'>
  /** Number of returns after an ended session: connections that died with it restart. */
  returns: Pick<Store<number>, 'get' | 'subscribe'>
  /** Records a sign-in, or a sign-out, after which a 401 is final. */
  noteSession: (isThere: boolean) => void
  /**
   * Begins a request that finds out whether there is a session. Returns what records that it found one; it does nothing
   * if {@link noteSession} was called in between, for example by a sign-out that the answer crossed.
   */
  watchForSession: () => () => void
  /** Sends a request, and again after the next sign-in if the session has ended. */
  fetchSignedIn: (request: Request) => Promise<Response>
  /** Ends the wait, after a new sign-in or when the user gives up. */
  endWait: (isBack: boolean) => void
}

/**
 * Creates the state of a session on one page. It holds requests while the session has ended: those that got a 401 are sent
 * again after the next sign-in, so that nothing on the page is lost.
 */
export function createSessionHold(): SessionHold {
  const isOver = createStore(false)
  const ending = createStore<SessionEnding | undefined>(undefined)
  const returns = createStore(0)
  let isKnown = false
  let notes = 0
  let wait: { promise: Promise<boolean>; end: (isBack: boolean) => void } | undefined

  /** Waits for the user to sign in again: true; false when they give up, or were never signed in. */
  const untilBack = (): Promise<boolean> => {
    if (!isKnown) return Promise.resolve(false)
    if (wait === undefined) {
      let end: (isBack: boolean) => void = () => {}
      const promise = new Promise<boolean>((resolve) => {
        end = resolve
      })
      wait = { promise, end }
      isOver.set(true)
    }
    return wait.promise
  }

  const fetchSignedIn = async (request: Request): Promise<Response> => {
    const again = request.clone()
    const response = await fetch(request)
    if (response.status !== 401) return response
    const ended = sessionEndingOf(await codeOf(response.clone()))
    if (ended === undefined) return response
    ending.set(ended)
    return (await untilBack()) ? fetchSignedIn(again) : response
  }

  const noteSession = (isThere: boolean) => {
    notes++
    isKnown = isThere
    ending.set(undefined)
  }

  return {
    isOver,
    ending,
    returns,
    fetchSignedIn,
    noteSession,
    watchForSession: () => {
      const before = notes
      return () => {
        if (notes === before) noteSession(true)
      }
    },
    endWait: (isBack) => {
      if (isBack) returns.set(returns.get() + 1)
      else isKnown = false
      wait?.end(isBack)
      wait = undefined
      isOver.set(false)
    },
  }
}

async function codeOf(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown }
  return body.code
}
