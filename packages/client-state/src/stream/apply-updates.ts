import type { QueryClient } from '@tanstack/react-query'
import { issueKeys } from '../keys/issue-keys.ts'
import { projectKeys } from '../keys/project-keys.ts'
import type { LiveUpdateBatch } from './update-batcher.ts'

/** Refetches whatever shows the issues of a batch. Lists are left alone: their order changes only when the reader asks. */
export function applyUpdates(client: QueryClient, { issueIds, hasUnnamed }: LiveUpdateBatch): void {
  const shown = hasUnnamed
    ? [issueKeys.details, issueKeys.activities]
    : [...issueIds].flatMap((id) => [issueKeys.detail(id), issueKeys.activity(id)])
  const counted = [issueKeys.latestPages, issueKeys.counts, projectKeys.all, projectKeys.firstEvents]
  for (const queryKey of [...counted, ...shown]) void client.invalidateQueries({ queryKey })
}
