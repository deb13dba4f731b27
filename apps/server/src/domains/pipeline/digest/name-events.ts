import type { Tx } from '../../../db/database.ts'
import type { SegmentEvent } from '../../storage/index.ts'
import type { Dictionary } from './dictionary.ts'
import type { NameKind, WantedName } from './dictionary-store.ts'

/** Sets the numbers that stand for the releases and environments of events. */
export async function nameEvents(tx: Tx, events: readonly SegmentEvent[], names: Dictionary): Promise<void> {
  const fresh: Record<NameKind, WantedName[]> = { releases: [], environments: [] }
  for (const { projectId, release, environment, occurredAt: seenAt } of events) {
    if (release !== null && !names.has('releases', projectId, release))
      fresh.releases.push({ projectId, name: release, seenAt })
    if (!names.has('environments', projectId, environment))
      fresh.environments.push({ projectId, name: environment, seenAt })
  }
  await names.resolve(tx, 'releases', fresh.releases)
  await names.resolve(tx, 'environments', fresh.environments)
  for (const event of events) {
    event.releaseId = event.release === null ? 0 : names.get('releases', event.projectId, event.release)
    event.environmentId = names.get('environments', event.projectId, event.environment)
  }
}
