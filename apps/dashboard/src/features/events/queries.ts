import { answerOf, type Schemas } from '@bugle/api-client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type EventAnswer = Schemas['EventAnswer']
export type EventView = Schemas['EventView']
export type Exception = Schemas['ExceptionView']
export type Frame = Schemas['FrameView']

/** One event, and where it stands among those of its issue. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: async () => {
      const answer = await answerOf(api.GET('/api/events/{id}', { params: { path: { id } } }))
      // The other shape is that of `raw=1`, which is not asked for.
      return answer as EventAnswer
    },
    // What was sent does not change any more.
    staleTime: 60_000,
  })

/** The other end of an issue’s events. */
export const oldestEventQuery = (issueId: string) =>
  queryOptions({
    queryKey: ['oldest-event', issueId],
    queryFn: () => answerOf(api.GET('/api/issues/{id}/events/oldest', { params: { path: { id: issueId } } })),
  })
