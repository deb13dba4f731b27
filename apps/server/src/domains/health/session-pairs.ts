import type { Tx } from '../../db/database.ts'
import { startOfDay } from '../../lib/time.ts'
import { findSessionDays, type SessionDay } from './session-store.ts'

/** Releases in environments that a project has in a day; sessions of further ones count as `other`. */
const maxPairs = 200
/** Users of a day that are noted: of a release in an environment, and of a project; further ones are left out. */
const maxUsers = { pair: 10_000, project: 50_000 }
const other = { release: 'other', environment: 'other' }

type Program = Pick<SessionDay, 'projectId' | 'release' | 'environment'>

/** Releases and environments by day, within the bounds of their projects. */
export class SessionPairs {
  readonly #days = new Map<string, Map<string, SessionDay>>()
  readonly #added: SessionDay[] = []

  /** Reads the days of some programs. */
  static async read(tx: Tx, programs: readonly (Program & { startedAt: number })[]): Promise<SessionPairs> {
    const pairs = new SessionPairs()
    const days = new Map(
      programs.map(({ projectId, startedAt }) => {
        const day = { projectId, day: startOfDay(startedAt) }
        return [dayKey(day), day]
      }),
    )
    if (days.size === 0) return pairs
    for (const key of days.keys()) pairs.#days.set(key, new Map())
    for (const known of await findSessionDays(tx, [...days.values()]))
      pairs.#days.get(dayKey(known))!.set(pairKey(known), known)
    return pairs
  }

  /** Returns the program as which a session counts: itself, or `other` where there are too many. */
  countedAs({ projectId, release, environment }: Program, startedAt: number): Program {
    const day = startOfDay(startedAt)
    const pairs = this.#days.get(dayKey({ projectId, day }))!
    const program = { projectId, release, environment }
    if (pairs.has(pairKey(program))) return program
    const counted = pairs.size < maxPairs ? program : { projectId, ...other }
    if (!pairs.has(pairKey(counted))) {
      const added = { ...counted, day, users: 0 }
      pairs.set(pairKey(counted), added)
      this.#added.push(added)
    }
    return counted
  }

  /** Whether another user of a program may be noted on a day. */
  hasRoomForUsers({ projectId, day, ...program }: Omit<SessionDay, 'users'>): boolean {
    const pairs = this.#days.get(dayKey({ projectId, day }))!
    if ((pairs.get(pairKey(program))?.users ?? 0) >= maxUsers.pair) return false
    let all = 0
    for (const { users } of pairs.values()) all += users
    return all < maxUsers.project
  }

  /** Those that were not known before. */
  get added(): readonly SessionDay[] {
    return this.#added
  }
}

function dayKey({ projectId, day }: Pick<SessionDay, 'projectId' | 'day'>): string {
  return `${projectId} ${day}`
}

function pairKey({ release, environment }: Pick<SessionDay, 'release' | 'environment'>): string {
  return JSON.stringify([release, environment])
}
