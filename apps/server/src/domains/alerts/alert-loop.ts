import { Loop } from '../../lib/loop.ts'
import { checkIncidents } from './check-incidents.ts'
import { type JudgeDeps, judgeDueChanges } from './judge-changes.ts'
import { type CountedIssue, type CountedIssues, findLeftToJudge, judgeCounts } from './judge-counts.ts'
import { RecentAmounts } from './recent-amounts.ts'

export interface AlertLoop extends Pick<Loop, 'start' | 'stop' | 'wake'> {
  /** Notes issues with new events; they are judged with the next round. */
  noteCounted: (issues: readonly CountedIssue[]) => void
}

/** Judges the changes and counts of a bucket by the rules of their projects when it is woken, beside any number of other workers. */
export function createAlertLoop(options: JudgeDeps & { onJudged: () => void }): AlertLoop {
  let counted: CountedIssues = new Map()
  const recentAmounts = new RecentAmounts()
  let isFirst = true
  const noteCounted = (issues: readonly CountedIssue[]) => {
    for (const { projectId, issueId } of issues) {
      const ofProject = counted.get(projectId)
      if (ofProject === undefined) counted.set(projectId, new Set([issueId]))
      else ofProject.add(issueId)
    }
  }
  const loop = new Loop({
    run: async () => {
      if (isFirst) noteCounted(await findLeftToJudge(options))
      isFirst = false
      const judged = counted
      counted = new Map()
      await judgeCounts(options, judged, recentAmounts)
      let done = judged.size
      for (const step of [judgeDueChanges, checkIncidents])
        for (let count = await step(options); count > 0; count = await step(options)) done += count
      if (done > 0) options.onJudged()
      return undefined
    },
    onFailed: options.onFailed,
  })
  return {
    start: (afterMs) => loop.start(afterMs),
    stop: () => loop.stop(),
    wake: (afterMs) => loop.wake(afterMs),
    noteCounted,
  }
}
