import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type EventResponse, eventQuery, oldestEventQuery } from '../features/events/queries.ts'
import type { Issue } from '../features/issues/queries.ts'
import type { IssueAddress } from './issue-address.ts'

/**
 * The event of the address, else the one that was the latest when the screen was opened: a newer one is offered and
 * does not replace it under the reader. While another one loads, the former stays.
 */
export function useShownEvent(issue: Issue, latest: EventResponse | undefined) {
  const { event: id, query } = useSearch({ from: '/signed-in/issues/$issueId' })
  const [first, setFirst] = useState(latest)
  const shown = first ?? latest
  // Its neighbors depend on the search.
  const asked = id ?? (query === undefined ? undefined : shown?.event.id)
  const chosen = useQuery({
    ...eventQuery(asked ?? '', query),
    enabled: asked !== undefined && asked !== 'oldest',
    placeholderData: keepPreviousData,
  })
  const oldest = useQuery({ ...oldestEventQuery(issue.id), enabled: asked === 'oldest' })
  const response = asked === 'oldest' ? oldest : chosen
  const put = useAddress()
  const go = (event: string) => {
    if (event === 'latest') setFirst(latest)
    put({ event: event === 'latest' ? undefined : event, list: undefined })
  }
  const { isError, error, refetch } = response
  const ofNoAddress = () => (asked === undefined ? undefined : chosen.data) ?? shown ?? null
  return {
    /** Null where no event of the issue is stored. */
    response: { data: id === undefined ? ofNoAddress() : response.data, isError, error, refetch },
    go,
  }
}

/** Updates parts of the address. It replaces the history entry, so that Back leaves the screen. */
export function useAddress(): (part: IssueAddress) => void {
  const navigate = useNavigate({ from: '/issues/$issueId' })
  return (part) => void navigate({ search: (former) => ({ ...former, ...part }), replace: true, resetScroll: false })
}
