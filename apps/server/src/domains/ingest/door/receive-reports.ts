import { parseJson } from '../ingest.ts'
import { readBody } from '../read-body.ts'
import type { DoorAnswer, DoorRequest } from './door-request.ts'
import { storeEvents } from './store-received.ts'
import { takeReports } from './take-reports.ts'

const reportLimits = { wire: 256 * 1024, decoded: 256 * 1024 }

/** Takes reports of browsers: of policies, crashes, deprecations. */
export function receiveReports(door: DoorRequest): Promise<DoorAnswer> {
  return door.run(async () => {
    await door.admit(door.credentials.keys, reportLimits.wire)
    const { request, grow } = door
    const body = await readBody(request, request.headers['content-encoding'], grow, reportLimits)
    const { events, isPending } = takeReports(door, parseJson(body))
    const answer = await storeEvents(door, events)
    return isPending ? { ...answer, isPending } : answer
  })
}
