import type { Schemas } from '@bugle/api-client'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { eventQuery } from './queries'

type Found = Schemas['EventResponse']

/**
 * The event of an issue that is shown: the latest, or the one that somebody goes to. Until that one is there, and if it cannot be
 * loaded, the former stays.
 */
export function useShownEvent(latest: Found | null | undefined) {
  const [id, setId] = useState<string>()
  const other = useQuery({ ...eventQuery(id ?? ''), enabled: id !== undefined })
  const former = useRef<Found>(undefined)
  const wanted = id === undefined ? latest : other.data
  if (wanted != null) former.current = wanted
  const shown = wanted ?? former.current ?? latest ?? undefined
  return {
    shown,
    isLatest: shown === latest || shown?.next_id === null,
    isGoing: id !== undefined && other.isPending && other.isFetching,
    failure: id !== undefined && other.isError ? other.error : undefined,
    go: setId,
    retry: () => void other.refetch(),
  }
}
