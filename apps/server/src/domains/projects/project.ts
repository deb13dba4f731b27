import { type ChangeProjectBody, type CreateProjectBody, limits } from '@bugle/protocol'
import type { Caller } from '../../http/caller.ts'
import { Refusal } from '../../refusal.ts'

/** The acting user, as far as projects are concerned. */
export type Actor = Pick<Caller, 'userId' | 'organizationId' | 'needs' | 'scopes'>

/** A summary of a project's traffic. */
export interface Activity {
  last_event_at: Date | null
  unresolved_count: number
  events_24h: number
}

/** Looks up the traffic of projects; those without any may be missing. */
export type ProjectActivity = (projectIds: number[]) => Promise<Map<number, Activity>>

/**
 * Returns the pinned bundle identifiers, without repetition; the first is `app_id`. A change of `app_id` alone
 * replaces the first and keeps the others, a change of `app_ids` alone makes its first the `app_id`.
 */
export function pinnedAppIds(change: Partial<CreateProjectBody> | ChangeProjectBody, current: string[] = []): string[] {
  const others = change.app_ids ?? current.slice(1)
  const first = change.app_id ?? change.app_ids?.[0] ?? current[0]!
  const all = [...new Set([first, ...others])]
  if (all.length > limits.appIds)
    throw new Refusal('validation_failed', {
      errors: { app_ids: [`must have at most ${limits.appIds}, app_id included`] },
    })
  return all
}

/** `Shop web` → `SHOPWEB`: what short ids of its issues begin with. */
export function shortPrefixOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  return letters.slice(0, 8) || 'PROJECT'
}

/** Returns the prefix itself, or with the first number that makes it one of its own. */
export function freePrefix(prefix: string, taken: Set<string>): string {
  if (!taken.has(prefix)) return prefix
  let number = 2
  while (taken.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}
