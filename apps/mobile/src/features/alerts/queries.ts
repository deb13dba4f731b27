import { alertChanges } from '@bugle/client-state/changes/change-alerts'
import { alertQueries } from '@bugle/client-state/queries/alerts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useIsFocused } from 'expo-router'
import { reasonOf } from '../../components/states'
import { toasts } from '../../components/toasts'
import { api } from '../../lib/session'
import { source } from '../../lib/source'

export type { AlertRule, Incident } from '@bugle/client-state/queries/alerts'

export const { alertRulesQuery, channelsQuery, incidentsQuery } = alertQueries(source)

/** Changes of rules of an organization, for `useMutation`. */
export function useAlertChanges(organizationId: string) {
  return alertChanges({ api, toasts, reasonOf }, useQueryClient(), organizationId)
}

const open = { state: 'firing', limit: 100 } as const

/** The open incidents of an organization, the latest first. */
export function useOpenIncidents(organizationId: string) {
  const isFocused = useIsFocused()
  return useInfiniteQuery({ ...incidentsQuery(organizationId, open), subscribed: isFocused })
}
