import { useSyncExternalStore } from 'react'

/**
 * Tracks whether a user is signed in on this page, and holds requests while the session has ended: requests that got a 401
 * are sent again after the next sign-in, so that nothing on the page is lost.
 */
let isKnown = false
let over: { promise: Promise<boolean>; end: (isBack: boolean) => void } | undefined
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
const endings = ['unauthenticated', 'session_replaced', 'sso_expired']

/** A fetch that survives the end of a session. */
export async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await fetch(request)
  if (response.status !== 401 || !endings.includes(await codeOf(response.clone()))) return response
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

/** Changes on each return: connections that died with the session restart. */
export function useReturns(): number {
  return useSyncExternalStore(subscribe, () => returns)
}
