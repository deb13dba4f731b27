import type { BugleEvent } from './event.ts'
import { keysOf, read } from './plain.ts'
import type { SetTimer } from './queue.ts'

const firstFew = 3
const windowMs = 10_000
const maxKeys = 100
const maxRepeat = 10_000
/** Of one event, as many as the server takes. */
const maxUsers = 1000
/** Events of a series in a window that go because their list of users is full; those that come then are counted unnamed. */
const maxFull = 10

interface Series {
  message: string
  passed: number
  /** Events of this window that went because their list of users was full. */
  full: number
  held?: BugleEvent | undefined
  /** Whom the held event happened to, and how often. */
  users: Map<string, number>
}

export interface FoldDeps {
  /** Takes an event on its way. */
  handOn: (event: BugleEvent) => void
  /** Whether there is room for one more: until there is, equal errors are held back. */
  hasRoom: () => boolean
  setTimer: SetTimer
}

/**
 * Equal errors in a loop, or of all users of a server at once: the first few go as they come, the others become one event
 * with `repeat` and `users`, handed on every ten seconds. Nothing is folded into an event that was handed on, so that a
 * retry never counts differently.
 */
export class Fold {
  #series = new Map<string, Series>()
  #deps: FoldDeps

  constructor(deps: FoldDeps) {
    this.#deps = deps
  }

  /** Whether there are errors of this message lately, so that one more costs no room. */
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
      this.#deps.handOn(event)
      return event.event_id
    }
    return this.#hold(series, event)
  }

  /** Hands on what is held back as far as there is room, and at the end all of it. */
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
      // A tag stands for all of them, or for none.
      for (const name of keysOf(held.tags)) if (held.tags![name] !== read(event.tags, name)) delete held.tags![name]
    }
    if (typeof user === 'string' && (users.has(user) || users.size < maxUsers))
      users.set(user, (users.get(user) ?? 0) + 1)
    if (held.repeat! >= maxRepeat) this.#release(series)
    return held.event_id
  }

  #begin(key: string, message: string): Series {
    const series: Series = { message, passed: 0, full: 0, users: new Map() }
    // The oldest goes first; what it held goes on its way.
    for (const [oldest, former] of this.#series) {
      if (this.#series.size < maxKeys) break
      this.#release(former)
      this.#series.delete(oldest)
    }
    this.#series.set(key, series)
    this.#turn(key, series)
    return series
  }

  /** Every ten seconds; a series that was quiet for that long is forgotten. */
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
    // Of one user alone the event says so itself.
    if (users.size > 1 || (users.size === 1 && users.get(held.user?.id ?? '') !== (held.repeat ?? 1)))
      held.users = [...users].map(([id, count]) => ({ id, count }))
    this.#deps.handOn(held)
  }
}

/**
 * Equal are errors of one text, place and kind. Whom they happen to, and what else is known of each, does not matter: on a
 * server that is all that tells them apart.
 */
function keyOf({ exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment }: BugleEvent) {
  return JSON.stringify([exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment])
}
