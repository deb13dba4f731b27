import { useSyncExternalStore } from 'react'

/**
 * Tracks whether a user is signed in on this page, and holds requests while the session has ended: requests that got a 401
 * are sent again after the next sign-in, so that nothing on the page is lost.
 */
let isKnown = false
let over: { promise: Promise<boolean>; end: (isBack: boolean) => void } | undefined
/** How the last session of this browser ended, as far as this page has met it. */
let ending: Ending | undefined
/** Number of returns after an ended session. */
let returns = 0
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Records a sign-in, or a sign-out, after which a 401 is final. */
export function noteSession(isThere: boolean): void {
  isKnown = isThere
  ending = undefined
}

/** Waits for the user to sign in again: true; false when they give up, or were never signed in. */
function untilBack(): Promise<boolean> {
  if (!isKnown) return Promise.resolve(false)
  if (over === undefined) {
    let end: (isBack: boolean) => void = () => {}
    const promise = new Promise<boolean>((resolve) => {
      end = resolve
    })
    over = { promise, end }
    notify()
  }
  return over.promise
}

/** Codes that end a session; other refusals with 401 concern a password or a code. */
const endings = ['unauthenticated', 'session_replaced', 'sso_expired'] as const
export type Ending = (typeof endings)[number]

/** A fetch that survives the end of a session. */
export async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await fetch(request)
  if (response.status !== 401) return response
  const code = await codeOf(response.clone())
  const ended = endings.find((one) => one === code)
  if (ended === undefined) return response
  ending = ended
  return (await untilBack()) ? fetchSignedIn(again) : response
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown }
  return String(body.code)
}

/** Ends the wait, after a new sign-in or when the user gives up. */
export function endWait(isBack: boolean): void {
  if (isBack) returns++
  else isKnown = false
  over?.end(isBack)
  over = undefined
  notify()
}

export function useIsSessionOver(): boolean {
  return useSyncExternalStore(subscribe, () => over !== undefined)
}

/** Returns how the session ended that the user had here; undefined while there is one. */
export function useEnding(): Ending | undefined {
  return useSyncExternalStore(subscribe, () => ending)
}

/** Changes on each return: connections that died with the session restart. */
export function useReturns(): number {
  return useSyncExternalStore(subscribe, () => returns)
}
