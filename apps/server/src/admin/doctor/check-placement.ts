import type { Database } from '../../db/database.ts'
import { findPlacement } from '../../db/distributed.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Checks a bucket that Citus has placed; of any other it says nothing. */
export async function checkPlacement(db: Database): Promise<Check[]> {
  const placement = await findPlacement(db)
  if (placement === undefined) return []
  const { node, coordinator, isHere, hasCoordinator } = placement
  const where = `Citus has it on ${node.host}:${node.port}`
  if (!isHere)
    return [
      warn(
        'placement',
        `${where}, and BUGLE_BUCKETS names another server`,
        'Name that node in BUGLE_BUCKETS, for all processes, and restart them.',
      ),
    ]
  const name = `${coordinator.host}:${coordinator.port}`
  if (hasCoordinator) return [ok('placement', `${where}; the coordinator ${name} responds`)]
  return [
    fail(
      'placement',
      `${where}; the coordinator ${name} does not respond`,
      'Events of its projects are refused with 503 meanwhile, which senders wait out; what is there can be read. Start the coordinator.',
    ),
  ]
}
