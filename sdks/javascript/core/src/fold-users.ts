import type { BugleEvent } from './event.ts'
import type { Series, SeriesUsers } from './fold.ts'
import { read } from './plain.ts'

/** The most users the server accepts per event. */
const maxUsers = 1000
/**
 * Events per series and window that may go out because their list of users is full; users after that are counted
 * unnamed.
 */
const maxFull = 10

/** Lists the users of equal errors with their counts, for a program that serves many. */
export function countUsers(): SeriesUsers {
  /** Users of the held events. */
  const lists = new WeakMap<BugleEvent, Map<string, number>>()
  /** Events of this window that went out because their list was full. */
  const full = new WeakMap<Series, number>()
  const userOf = (event: BugleEvent) => read(event.user, 'id') as string | undefined
  return {
    exceed(series, event) {
      const user = userOf(event)
      const list = series.held && lists.get(series.held)
      const count = full.get(series) ?? 0
      if (!user || !list || list.has(user) || list.size < maxUsers || count >= maxFull) return false
      full.set(series, count + 1)
      return true
    },
    note(held, event) {
      const user = userOf(event)
      const list = lists.get(held) ?? new Map<string, number>()
      lists.set(held, list)
      if (user && (list.has(user) || list.size < maxUsers)) list.set(user, (list.get(user) ?? 0) + 1)
    },
    write(held) {
      const list = lists.get(held)!
      // A single user is already in the event itself.
      if (list.size > 1 || (list.size === 1 && list.get(held.user?.id ?? '') !== (held.repeat ?? 1)))
        held.users = [...list].map(([id, count]) => ({ id, count }))
    },
    turn: (series) => full.delete(series),
  }
}
