import { responseBody, type Schemas } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { timeZone } from '@bugle/presentation/format'
import { hourMs, type StatsGrouping } from '@bugle/protocol/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { statsInterval } from './stats-interval.ts'

/** Events over time, by the chosen grouping. */
export const projectStatsQuery = (projectId: string, by: StatsGrouping, hours: number) =>
  queryOptions({
    queryKey: projectKeys.stats(projectId, by, hours),
    meta: { tag: 'issues' },
    queryFn: () => {
      const from = new Date(Date.now() - hours * hourMs).toISOString()
      const params = { path: { id: projectId }, query: { from, interval: statsInterval(hours), by, tz: timeZone() } }
      return responseBody(api.GET('/api/projects/{id}/stats', { params }))
    },
    placeholderData: (known: Schemas['Stats'] | undefined) => known,
    refetchInterval: 60_000,
  })
