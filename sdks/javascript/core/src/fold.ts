import type { BugleEvent } from './event.ts'
import { keysOf, read } from './plain.ts'
import type { Fold, FoldDeps, Integration } from './runtime.ts'

const firstFew = 3
const windowMs = 10_000
const maxKeys = 100
const maxRepeat = 10_000

/** Equal errors of the last seconds. */
export interface Series {
  message: string
  passed: number
  /** Stands for all errors after the first few. */
  held?: BugleEvent | undefined
}

/** Counts the users of equal errors; without it, equal errors of two users are two series. */
export interface SeriesUsers {
  /** Whether the user of an event finds no room in the list of the held event, which has to go out first. */
  exceed(series: Series, event: BugleEvent): boolean
  note(held: BugleEvent, event: BugleEvent): void
  /** Writes the list into a held event that goes out. */
  write(held: BugleEvent): void
  /** Called when a window of the series has passed. */
  turn(series: Series): unknown
}

/**
 * Folds equal errors, from a loop or from all users of a server at once. The first few pass unchanged; the rest become
 * one event with `repeat`, passed on every ten seconds. An event that was passed on never changes, so a retry always
 * counts the same.
 */
export function createFold({ passOn, hasRoom, setTimer }: FoldDeps, users?: SeriesUsers): Fold {
  const all = new Map<string, Series>()

  const release = (series: Series) => {
    const { held } = series
    if (!held) return
    series.held = undefined
    users?.write(held)
    passOn(held)
  }

  /** Runs every ten seconds while there is a series; forgets those that were quiet. */
  const turn = () => {
    for (const [key, series] of all) {
      users?.turn(series)
      if (!series.held) all.delete(key)
      else if (hasRoom()) release(series)
    }
    if (all.size) setTimer(turn, windowMs)
  }

  const begin = (key: string, message: string) => {
    const series: Series = { message, passed: 0 }
    // Evicts the oldest series and passes on its held event.
    for (const [oldest, former] of all) {
      if (all.size < maxKeys) break
      release(former)
      all.delete(oldest)
    }
    if (!all.size) setTimer(turn, windowMs)
    all.set(key, series)
    return series
  }

  return {
    knows: (message) => [...all.values()].some((series) => series.message === message),
    add(event) {
      // Text, stack and kind. Other data is ignored: on a server it is often the only difference.
      const { exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment, user } = event
      const kind = [exception_type, message, stack, exceptions, fingerprint, level, mechanism, environment]
      const key = JSON.stringify([kind, !users && user])
      const series = all.get(key) ?? begin(key, message)
      if (!series.held && series.passed < firstFew && hasRoom()) {
        series.passed += 1
        passOn(event)
        return event.event_id
      }
      if (hasRoom() && users?.exceed(series, event)) release(series)
      series.held ??= event
      const { held } = series
      users?.note(held, event)
      if (held !== event) {
        held.repeat = (held.repeat ?? 1) + 1
        // A tag is kept only if all folded events share it.
        for (const name of keysOf(held.tags)) if (held.tags![name] !== read(event.tags, name)) delete held.tags![name]
      }
      if (held.repeat! >= maxRepeat) release(series)
      return held.event_id
    },
    releaseAll(isEnd) {
      for (const series of all.values()) if (isEnd || hasRoom()) release(series)
    },
  }
}

/**
 * Folds equal errors of a loop into one event that counts them.
 *
 * @param users counts the users of a server
 */
export function folding(users?: SeriesUsers): Integration {
  return {
    name: 'folding',
    setup(runtime) {
      runtime.fold = (deps) => createFold(deps, users)
    },
  }
}
