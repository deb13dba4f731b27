import { parseJson } from '../native/ingest.ts'
import { readBody } from '../admission/read-body.ts'
import { admitReports } from './admit-reports.ts'
import type { DoorRequest, DoorResult } from '../admission/dsn-request.ts'
import { storeEvents } from './store-received.ts'

const reportLimits = { wire: 256 * 1024, decoded: 256 * 1024 }

/** Takes reports of browsers: of policies, crashes, deprecations. */
export function receiveReports(door: DoorRequest): Promise<DoorResult> {
  return door.run(async () => {
    await door.admit(door.credentials.keys, reportLimits.wire)
    const { request, grow } = door
    const body = await readBody(request, grow, reportLimits)
    const { events, isPending } = admitReports(door, parseJson(body))
    const result = await storeEvents(door, events)
    return isPending ? { ...result, isPending } : result
  })
}
