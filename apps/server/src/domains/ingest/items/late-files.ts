import { toHexId } from '@bugle/protocol'
import { type Database, transaction } from '../../../db/database.ts'
import { nextTurn } from '../../../db/turns.ts'
import { Loop } from '../../../lib/loop.ts'
import { startOfHour } from '../../../lib/time.ts'
import { addOutcomes } from '../../outcomes/index.ts'
import { attachLateFiles, dropLateFiles, findEventByClientId, findLateFiles } from '../../storage/index.ts'

export interface LateFileOptions {
  db: Database
  now: () => Date
  onFailed: (error: unknown) => void
}

/** Events that are looked for together; fewer of one project, which takes turns. */
const atOnce = { limit: 100, perProject: 20 }
const restMs = 1000

/**
 * Creates a loop that attaches files which came before their event was digested. Files whose event does not exist are
 * dropped, and counted, once everything that was acknowledged before them is digested.
 */
export function createLateFileLoop({ db, now, onFailed }: LateFileOptions): Loop {
  let turn = 0
  const loop: Loop = new Loop({
    run: async () => {
      const late = await findLateFiles(db, { ...atOnce, after: turn })
      turn = nextTurn(late, atOnce.limit)
      for (const files of late) {
        const { projectId, clientId, isHopeless } = files
        const at = now().getTime()
        const found = await findEventByClientId(db, { projectId, clientId: toHexId(clientId), now: at })
        if (found !== undefined) await transaction(db, (tx) => attachLateFiles(tx, files, found))
        else if (isHopeless)
          await transaction(db, async (tx) => {
            await dropLateFiles(tx, files)
            const outcome = { source: 'unsupported', reason: 'attachment', latestDetail: undefined } as const
            await addOutcomes(tx, [{ ...outcome, projectId, hour: startOfHour(at), count: files.files }])
          })
      }
      if (turn > 0) loop.wake()
      return restMs
    },
    onFailed,
  })
  return loop
}
