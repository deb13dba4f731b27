import type { BugleEvent } from './event.ts'
import { keysOf, read } from './plain.ts'
import type { SetTimer } from './queue.ts'

const firstFew = 3
const windowMs = 10_000
const maxKeys = 100
const maxRepeat = 10_000
/** The most users the server accepts per event. */
const maxUsers = 1000
/**
 * Events per series and window that may go out because their list of users is full; users after that are counted
 * unnamed.
 */
const maxFull = 10

interface Series {
  message: string
  passed: number
  /** Events of this window that went out because their list of users was full. */
  full: number
  held?: BugleEvent | undefined
  /** Users affected by the held event, with counts. */
  users: Map<string, number>
}

export interface FoldDeps {
  /** Passes an event on. */
  passOn: (event: BugleEvent) => void
  /** Whether the queue has room; until then equal errors are held. */
  hasRoom: () => boolean
  setTimer: SetTimer
}

/**
 * Folds equal errors, from a loop or from all users of a server at once. The first few pass unchanged; the rest become
 * one event with `repeat` and `users`, passed on every ten seconds. An event that was passed on never changes, so a
 * retry always counts the same.
 */
export class Fold {
  #series = new Map<string, Series>()
  #deps: FoldDeps

  constructor(deps: FoldDeps) {
    this.#deps = deps
  }

  /** Whether a series with this message is open, so that a further event needs no room. */
  knows(message: string): boolean {
    for (const series of this.#series.values()) if (series.message === message) return true
    return false
  }

  /** Takes an event; returns the id under which it will be reported. */
  add(event: BugleEvent): string {
    const key = keyOf(event)
    const series = this.#series.get(key) ?? this.#begin(key, event.message)
    if (series.held === undefined && series.passed < firstFew && this.#deps.hasRoom()) {
      series.passed += 1
      this.#deps.passOn(event)
      return event.event_id
    }
    return this.#hold(series, event)
  }

  /** Passes on held events while there is room; at the end, all of them. */
  releaseAll(isEnd = false): void {
    for (const series of this.#series.values()) if (isEnd || this.#deps.hasRoom()) this.#release(series)
  }

  #hold(series: Series, event: BugleEvent): string {
    const user = read(event.user, 'id')
    const isNew = typeof user === 'string' && !series.users.has(user)
    if (isNew && series.users.size >= maxUsers && series.full < maxFull && this.#deps.hasRoom()) {
      series.full += 1
      this.#release(series)
    }
    const { users } = series
    series.held ??= event
    const { held } = series
    if (held !== event) {
      held.repeat = (held.repeat ?? 1) + 1
      // A tag is kept only if all folded events share it.
      for (const name of keysOf(held.tags)) if (held.tags![name] !== read(event.tags, name)) delete held.tags![name]
    }
    if (typeof user === 'string' && (users.has(user) || users.size < maxUsers))
      users.set(user, (users.get(user) ?? 0) + 1)
    if (held.repeat! >= maxRepeat) this.#release(series)
    return held.event_id
  }

  #begin(key: string, message: string): Series {
    const series: Series = { message, passed: 0, full: 0, users: new Map() }
    // Evicts the oldest series and passes on its held event.
    for (const [oldest, former] of this.#series) {
      if (this.#series.size < maxKeys) break
      this.#release(former)
      this.#series.delete(oldest)
    }
    this.#series.set(key, series)
    this.#turn(key, series)
    return series
  }

  /** Runs every ten seconds; forgets a series that was quiet that long. */
  #turn(key: string, series: Series): void {
    this.#deps.setTimer(() => {
      if (this.#series.get(key) !== series) return
      series.full = 0
      if (series.held === undefined) {
        this.#series.delete(key)
        return
      }
      if (this.#deps.hasRoom()) this.#release(series)
      this.#turn(key, series)
    }, windowMs)
  }

  #release(series: Series): void {
    const { held, users } = series
    if (held === undefined) return
    series.held = undefined
    series.users = new Map()
    // A single user is already in the event itself.
    if (users.size > 1 || (users.size === 1 && users.get(held.user?.id ?? '') !== (held.repeat ?? 1)))
      held.users = [...users].map(([id, count]) => ({ id, count }))
    this.#deps.passOn(held)
  }
}

/**
 * Builds the key of equal errors: text, stack and kind. Users and other data are ignored: on a server they are often
 * the only difference.
 */
function keyOf({ exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment }: BugleEvent) {
  return JSON.stringify([exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment])
}
