import { loadLater } from './components/later'
import { inbox } from './features/issues/answer'
import { type IssueFilter, issuesQuery } from './features/issues/queries'
import { projectsQuery } from './features/projects/queries'
import { forgetEarly } from './lib/early'
import { queryClient } from './lib/queries'
import { currentSession, restoreSession } from './lib/session'

/** Longest waits before something is drawn. */
const waitMs = { session: 2000, list: 500, screen: 5000 }

/** The lists that are drawn first, by their paths. */
const lists: Record<string, IssueFilter> = { '/m/': inbox, '/m/issues': { projectId: undefined } }

/**
 * Waits for the session, and for the list or the file of the screen that is opened, unless they take long: then it is drawn once. Kept
 * data is there at once.
 */
export async function firstData(): Promise<void> {
  const restored = restoreSession()
  if (currentSession().state !== 'in') await within(restored, waitMs.session)
  const list = lists[location.pathname]
  if (list === undefined || currentSession().state !== 'in') await within(loadLater(), waitMs.screen)
  else {
    const asked = [queryClient.prefetchInfiniteQuery(issuesQuery(list)), queryClient.prefetchQuery(projectsQuery)]
    if (queryClient.getQueryData(issuesQuery(list).queryKey) === undefined)
      await within(Promise.all(asked), waitMs.list)
  }
  setTimeout(forgetEarly, 10_000)
}

function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])
}
