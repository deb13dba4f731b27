import { asKey, type DsnResult } from '../admission/index.ts'
import type { SentryRequest } from './sentry-request.ts'

/** Counts what is not kept, unread. */
export function receiveUnsupported(incoming: SentryRequest, reason: string): Promise<DsnResult> {
  return incoming.run(async () => {
    const key = asKey(/\/unreal\/([^/?]+)/.exec(incoming.request.url!)?.[1])
    const { projectId } = await incoming.admit(
      key === undefined ? incoming.credentials.keys : [key],
      Number.POSITIVE_INFINITY,
    )
    incoming.deps.outcomes.countOther(
      projectId,
      { source: 'unsupported', reason, count: 1 },
      incoming.credentials.client,
    )
    return { clientId: undefined, rate: undefined, stop: undefined }
  })
}
