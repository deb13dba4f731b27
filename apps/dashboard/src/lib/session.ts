import { useSyncExternalStore } from 'react'

/**
 * Whether somebody is signed in on this page, and what waits while their session is over: requests that were answered
 * 401 are sent again when they are back, so that nothing of the page is lost.
 */
let isKnown = false
let over: { promise: Promise<boolean>; end: (isBack: boolean) => void } | undefined
/** How often somebody came back. */
let returns = 0
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Somebody is signed in; or they have gone, and a 401 is nothing to wait for. */
export function noteSession(isThere: boolean): void {
  isKnown = isThere
}

/** Waits until who was signed in is back: true; false when they gave up, or were never there. */
function untilBack(): Promise<boolean> {
  if (!isKnown) return Promise.resolve(false)
  if (over === undefined) {
    let end: (isBack: boolean) => void = () => {}
    const promise = new Promise<boolean>((resolve) => {
      end = resolve
    })
    over = { promise, end }
    tell()
  }
  return over.promise
}

/** Other refusals with 401 are about a password or a code. */
const endings = ['unauthenticated', 'session_replaced']

/** A fetch that outlives the end of a session. */
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

/** The session goes on, or is given up: what waits hears of it. */
export function endWait(isBack: boolean): void {
  if (isBack) returns++
  else isKnown = false
  over?.end(isBack)
  over = undefined
  tell()
}

export function useIsSessionOver(): boolean {
  return useSyncExternalStore(subscribe, () => over !== undefined)
}

/** Changes when somebody is back: connections that died with the session begin again. */
export function useReturns(): number {
  return useSyncExternalStore(subscribe, () => returns)
}
