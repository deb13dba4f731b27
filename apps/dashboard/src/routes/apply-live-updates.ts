import { issueKeys, projectKeys } from '@bugle/client-state/keys'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdateBatch } from '../lib/live-updates.ts'

/** Refetches whatever shows the issues of a batch. Lists are left alone: their order changes only when the reader asks. */
export function applyLiveUpdates(client: QueryClient, { issueIds, isReset }: LiveUpdateBatch): void {
  const details = isReset
    ? [issueKeys.details, issueKeys.activities]
    : [...issueIds].flatMap((id) => [issueKeys.detail(id), issueKeys.activity(id)])
  for (const queryKey of [issueKeys.latestPages, projectKeys.all, projectKeys.firstEvents, ...details])
    void client.invalidateQueries({ queryKey })
}
