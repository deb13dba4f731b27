import { responseBody, type Schemas } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { timeZone } from '@bugle/presentation/format'
import type { StatsGrouping } from '@bugle/protocol/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { statsRange } from './stats-range.ts'

/** Events over time, by the chosen grouping. */
export const projectStatsQuery = (projectId: string, by: StatsGrouping, hours: number) =>
  queryOptions({
    queryKey: projectKeys.stats(projectId, by, hours),
    meta: { tag: 'issues' },
    queryFn: () => {
      const params = { path: { id: projectId }, query: { ...statsRange(hours), by, tz: timeZone() } }
      return responseBody(api.GET('/api/projects/{id}/stats', { params }))
    },
    placeholderData: (known: Schemas['Stats'] | undefined) => known,
    refetchInterval: 60_000,
  })
