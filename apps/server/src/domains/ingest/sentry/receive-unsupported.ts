import { asKey } from '../admission/credentials.ts'
import type { DoorRequest, DoorResult } from '../admission/dsn-request.ts'

/** Counts what is not kept, unread. */
export function receiveUnsupported(door: DoorRequest, reason: string): Promise<DoorResult> {
  return door.run(async () => {
    const key = asKey(/\/unreal\/([^/?]+)/.exec(door.request.url!)?.[1])
    const { projectId } = await door.admit(key === undefined ? door.credentials.keys : [key], Number.POSITIVE_INFINITY)
    door.deps.outcomes.countOther(projectId, { source: 'unsupported', reason, count: 1 }, door.credentials.client)
    return { clientId: undefined, rate: undefined, stop: undefined }
  })
}
