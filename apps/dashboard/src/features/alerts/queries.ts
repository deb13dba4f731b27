import { alertChanges } from '@bugle/client-state/changes/change-alerts'
import { alertQueries } from '@bugle/client-state/queries/alerts'
import { organizationQueries } from '@bugle/client-state/queries/organizations'
import { useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../components/notice.tsx'
import { api } from '../../lib/api.ts'
import { source } from '../../lib/source.ts'
import { toasts } from '../../lib/toasts.ts'

export type { AlertRule, Channel, Delivery, Incident } from '@bugle/client-state/queries/alerts'

export const { alertPreviewQuery, alertRulesQuery, channelsQuery, deliveriesQuery, incidentsQuery } =
  alertQueries(source)

export const { membersQuery, teamsQuery } = organizationQueries(source)

/** Changes of rules and channels of an organization, for `useMutation`. */
export function useAlertChanges(organizationId: string) {
  return alertChanges({ api: () => api, toasts, reasonOf }, useQueryClient(), organizationId)
}
