import type { BugleEvent } from './event.ts'
import { keysOf, read } from './plain.ts'
import type { Fold, FoldDeps, Integration } from './runtime.ts'

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

/**
 * Folds equal errors, from a loop or from all users of a server at once. The first few pass unchanged; the rest become
 * one event with `repeat` and `users`, passed on every ten seconds. An event that was passed on never changes, so a
 * retry always counts the same.
 */
export function createFold({ passOn, hasRoom, setTimer }: FoldDeps): Fold {
  const all = new Map<string, Series>()

  const release = (series: Series) => {
    const { held, users } = series
    if (!held) return
    series.held = undefined
    series.users = new Map()
    // A single user is already in the event itself.
    if (users.size > 1 || (users.size === 1 && users.get(held.user?.id ?? '') !== (held.repeat ?? 1)))
      held.users = [...users].map(([id, count]) => ({ id, count }))
    passOn(held)
  }

  /** Runs every ten seconds; forgets a series that was quiet that long. */
  const turn = (key: string, series: Series) => {
    setTimer(() => {
      if (all.get(key) !== series) return
      series.full = 0
      if (!series.held) {
        all.delete(key)
        return
      }
      if (hasRoom()) release(series)
      turn(key, series)
    }, windowMs)
  }

  const begin = (key: string, message: string) => {
    const series: Series = { message, passed: 0, full: 0, users: new Map() }
    // Evicts the oldest series and passes on its held event.
    for (const [oldest, former] of all) {
      if (all.size < maxKeys) break
      release(former)
      all.delete(oldest)
    }
    all.set(key, series)
    turn(key, series)
    return series
  }

  return {
    knows: (message) => [...all.values()].some((series) => series.message === message),
    add(event) {
      const key = keyOf(event)
      const series = all.get(key) ?? begin(key, event.message)
      if (!series.held && series.passed < firstFew && hasRoom()) {
        series.passed += 1
        passOn(event)
        return event.event_id
      }
      const user = read(event.user, 'id') as string | undefined
      if (user && !series.users.has(user) && series.users.size >= maxUsers && series.full < maxFull && hasRoom()) {
        series.full += 1
        release(series)
      }
      const { users } = series
      series.held ??= event
      const { held } = series
      if (held !== event) {
        held.repeat = (held.repeat ?? 1) + 1
        // A tag is kept only if all folded events share it.
        for (const name of keysOf(held.tags)) if (held.tags![name] !== read(event.tags, name)) delete held.tags![name]
      }
      if (user && (users.has(user) || users.size < maxUsers)) users.set(user, (users.get(user) ?? 0) + 1)
      if (held.repeat! >= maxRepeat) release(series)
      return held.event_id
    },
    releaseAll(isEnd) {
      for (const series of all.values()) if (isEnd || hasRoom()) release(series)
    },
  }
}

/** Folds equal errors of a loop into one event that counts them. */
export function folding(): Integration {
  return {
    name: 'folding',
    setup(runtime) {
      runtime.fold = createFold
    },
  }
}

/**
 * Builds the key of equal errors: text, stack and kind. Users and other data are ignored: on a server they are often
 * the only difference.
 */
function keyOf({ exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment }: BugleEvent) {
  return JSON.stringify([exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment])
}
