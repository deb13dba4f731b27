import { int2Array, int4Array, int8Array, timestamptzArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import type { ProjectHourTally } from './tally.ts'

/** Adds to the project's hourly counters. */
export async function countProjectHours(tx: Tx, hours: readonly ProjectHourTally[]): Promise<void> {
  await tx.query({
    name: 'count-project-hours',
    text: `insert into project_hourly as h (project_id, hour, level, platform, environment_id, release_id, event_count)
           select * from unnest($1::int8[], $2::timestamptz[], $3::int2[], $4::int2[], $5::int4[], $6::int4[], $7::int8[])
           on conflict (project_id, hour, level, platform, environment_id, release_id)
           do update set event_count = h.event_count + excluded.event_count`,
    values: [
      int8Array(hours.map((hour) => hour.projectId)),
      timestamptzArray(hours.map((hour) => hour.hour)),
      int2Array(hours.map((hour) => hour.level)),
      int2Array(hours.map((hour) => hour.platform)),
      int4Array(hours.map((hour) => hour.environmentId)),
      int4Array(hours.map((hour) => hour.releaseId)),
      int8Array(hours.map((hour) => hour.count)),
    ],
  })
}
