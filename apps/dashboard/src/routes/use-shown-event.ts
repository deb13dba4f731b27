import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type EventResponse, eventQuery, oldestEventQuery } from '../features/events/queries.ts'
import type { Issue } from '../features/issues/queries.ts'
import type { IssueAddress } from './issue-address.ts'

/**
 * The event of the address, else the one that was the latest when the screen was opened: what comes in later is offered,
 * and does not take its place under the reader. While another one is on its way the former stays.
 */
export function useShownEvent(issue: Issue, latest: EventResponse | undefined) {
  const { event: id, query } = useSearch({ from: '/signed-in/issues/$issueId' })
  const [first, setFirst] = useState(latest)
  const shown = first ?? latest
  // Which events stand beside it depends on what they are narrowed by.
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
    /** Its data is null where no event of the issue is kept. */
    response: { data: id === undefined ? ofNoAddress() : response.data, isError, error, refetch },
    newer: id === undefined && latest !== undefined && latest.event.id !== shown?.event.id,
    go,
  }
}

/** Changes parts of the address: the panels of a screen replace it, so that Back leaves the screen. */
export function useAddress(): (part: IssueAddress) => void {
  const navigate = useNavigate({ from: '/issues/$issueId' })
  return (part) => void navigate({ search: (former) => ({ ...former, ...part }), replace: true, resetScroll: false })
}
