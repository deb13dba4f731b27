import { type DsnResult, parseJson, readBody } from '../admission/index.ts'
import { admitReports } from './admit-reports.ts'
import type { SentryRequest } from './sentry-request.ts'
import { storeEvents } from './store-received.ts'

const reportLimits = { wire: 256 * 1024, decoded: 256 * 1024 }

/** Takes reports of browsers: of policies, crashes, deprecations. */
export function receiveReports(incoming: SentryRequest): Promise<DsnResult> {
  return incoming.run(async () => {
    await incoming.admit(incoming.credentials.keys, reportLimits.wire)
    const { request, grow } = incoming
    const body = await readBody(request, grow, reportLimits)
    const { events, isPending } = admitReports(incoming, parseJson(body))
    const result = await storeEvents(incoming, events)
    return isPending ? { ...result, isPending } : result
  })
}
