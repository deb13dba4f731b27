import { readEvent } from '@bugle/sentry-event'
import { type Database, transaction } from '../../../db/database.ts'
import { Loop } from '../../../lib/loop.ts'
import type { SymbolReader } from '../../artifacts/index.ts'
import {
  type AwaitedGroup,
  type DueGroup,
  findDueGroups,
  noteFailedAttempt,
  noteWaiting,
  retryNow,
} from '../../exact-groups/index.ts'
import { lockGroups, type Resolution, repairGroups } from '../../issues/index.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import { findBody } from '../../storage/index.ts'
import { resolveGrouping } from './resolve-grouping.ts'

export interface GroupResolverOptions {
  db: Database
  /** Where payloads are, in rows or in an object store. */
  objects: ObjectPayloads
  symbols: Pick<SymbolReader, 'symbolicate' | 'restore'>
  /** Called with issues that gained or lost groups, in canonical form. */
  onRepaired: (issues: { projectId: number; issueId: string }[]) => void
  /** Receives each failure that will be tried again. */
  onFailed: (error: unknown) => void
}

/** Groups of one round: a transaction holds the lock of groups, which digest waits for. */
const maxGroups = 200

/**
 * Resolves exact groups: those that are new, and those that waited for a map which arrived. Each is resolved once, by its
 * newest event, and moved to the group of its resolved stack. A round that is interrupted is repeated as a whole.
 */
export function createGroupResolver(options: GroupResolverOptions): Loop {
  let isFirst = true
  const loop = new Loop({
    run: async () => {
      if (isFirst) await retryNow(options.db)
      isFirst = false
      const repaired = await resolveSome(options, () => loop.isStopping)
      if (repaired === undefined) return undefined
      options.onRepaired(repaired)
      loop.wake()
      return undefined
    },
    onFailed: options.onFailed,
  })
  return loop
}

/** @returns the issues that gained or lost groups; undefined if nothing is due, or the round was interrupted */
async function resolveSome(
  { db, objects, symbols, onFailed }: GroupResolverOptions,
  isStopping: () => boolean,
): Promise<{ projectId: number; issueId: string }[] | undefined> {
  const due = await findDueGroups(db, maxGroups)
  if (due.length === 0) return undefined
  // Those of one project: the others are due in the next round.
  const { projectId } = due[0]!
  const resolved: Resolution[] = []
  const waiting: AwaitedGroup[] = []
  for (const group of due.filter((one) => one.projectId === projectId)) {
    if (isStopping()) return undefined
    const outcome = await resolve({ db, objects, symbols }, group).catch(async (error: unknown) => {
      onFailed(error)
      await noteFailedAttempt(db, group)
      return undefined
    })
    if (outcome === undefined) continue
    if ('fileKeys' in outcome) waiting.push({ ...group, fileKeys: outcome.fileKeys })
    else resolved.push(outcome)
  }
  const issueIds = await transaction(db, async (tx) => {
    if (waiting.length > 0) await noteWaiting(tx, waiting)
    if (resolved.length === 0) return []
    await lockGroups(tx)
    return repairGroups(tx, projectId, resolved)
  })
  return issueIds.map((issueId) => ({ projectId, issueId }))
}

async function resolve(
  { db, objects, symbols }: Pick<GroupResolverOptions, 'db' | 'objects' | 'symbols'>,
  { projectId, groupId, coarseGroupId, event: location }: DueGroup,
): Promise<Resolution | { fileKeys: Buffer[] }> {
  const body = location === null ? undefined : await findBody({ db, objects }, { projectId, ...location })
  // Nothing to resolve: the bodies were evicted or erased.
  if (body === undefined || body.length === 0) return { fileKeys: [] }
  const found = await resolveGrouping(symbols, projectId, readEvent(body))
  return found.state === 'waiting' ? found : { groupId, coarseGroupId, ...found.resolution }
}
