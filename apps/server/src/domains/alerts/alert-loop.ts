import { Loop } from '../../lib/loop.ts'
import { type JudgeDeps, judgeDueChanges } from './judge-changes.ts'

/** Judges changes by the rules of their projects when it is woken, beside any number of other workers. */
export function createAlertLoop(options: JudgeDeps & { onJudged: () => void }): Loop {
  return new Loop({
    run: async () => {
      while ((await judgeDueChanges(options)) > 0) options.onJudged()
      return undefined
    },
    onFailed: options.onFailed,
  })
}
