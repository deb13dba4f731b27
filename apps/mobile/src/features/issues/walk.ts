import { useStore } from '@bugle/client-state/react'
import { createWalk, type Place } from '@bugle/client-state/walk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { byUrgency, inbox } from './answer'
import { issuesQuery } from './queries'

/** The way through the list that the shown issue was opened from. */
export const walk = createWalk()

/** Returns the place of the shown issue. One that a message led to is the first of the inbox, which follows it. */
export function usePlace(id: string, isId: boolean): Place | undefined {
  useStore(walk.changes)
  const place = walk.placeOf(id)
  const isLedTo = isId && place === undefined
  const { data } = useInfiniteQuery({ ...issuesQuery(inbox), enabled: isLedTo })
  useEffect(() => {
    if (!isLedTo || data === undefined) return
    const others = byUrgency(data.pages.flatMap(({ issues }) => issues)).map((issue) => issue.id)
    walk.start([id, ...others.filter((other) => other !== id)])
  }, [isLedTo, data, id])
  return place
}
