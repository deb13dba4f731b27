import { type Database, onConnection } from '../db/database.ts'
import {
  countDeletions,
  countMovable,
  countObjects,
  type MoveStep,
  movePayloads,
  type PackObjects,
} from '../domains/storage/index.ts'
import { ObjectStoreUnavailable } from '../ports/object-store.ts'
import { Progress } from './backup/progress.ts'
import { formatBytes } from './format-bytes.ts'
import { OperatorError } from './operator-error.ts'
import { plural } from './plural.ts'

type Print = (line: string) => void

export type MoveTarget = 'store' | 'database'

/** Prints how many payloads are objects, and how many could be. */
export async function showObjects(db: Database, print: Print): Promise<void> {
  const { objects, objectBytes } = await countObjects(db)
  const { payloads, bytes } = await countMovable(db)
  print(`In the object store: ${plural(objects, 'payload')}, ${formatBytes(objectBytes)}.`)
  print(`In the database: ${plural(payloads, 'payload')}, ${formatBytes(bytes)}; smaller ones always stay there.`)
  const waiting = await countDeletions(db)
  if (waiting > 0) print(`${plural(waiting, 'object')} wait until the server deletes them.`)
}

/**
 * Moves the payloads of all packs, beside a running server or without one. Run again after an interruption, it continues with what
 * is left.
 *
 * @throws OperatorError if the settings contradict it, or if the store fails
 */
export async function moveObjects(
  db: Database,
  to: MoveTarget,
  { objects, isDryRun, print }: { objects: PackObjects; isDryRun: boolean; print: Print },
): Promise<void> {
  checkSettings(objects, to)
  const total = await totalOf(db, to)
  if (isDryRun)
    return print(`${plural(total.payloads, 'payload')}, ${formatBytes(total.bytes)}, would be moved. (dry run)`)
  const progress = new Progress(print, 'moved')
  const done = { moved: 0, bytes: 0, lost: 0 }
  try {
    await onConnection(db, async (client) => {
      let pass: MoveStep
      // A pass leaves out what others had locked; the next one finds it.
      do
        pass = await moveAll(
          (after) => movePayloads(client, objects, { to, after }),
          done,
          () => {
            progress.report('payloads', done.bytes, Math.max(total.bytes, done.bytes))
          },
        )
      while (pass.moved > 0)
      done.lost = pass.lost
    })
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    throw new OperatorError(
      `${error.message} ${plural(done.moved, 'payload')} were moved. Run the command again to move the others.`,
      { cause: error },
    )
  }
  print(`Moved ${plural(done.moved, 'payload')}, ${formatBytes(done.bytes)}.`)
  if (done.lost > 0) print(`${plural(done.lost, 'payload')} are missing in the store; their events cannot be read.`)
  if (to === 'database' && done.moved > 0)
    print('The server deletes their objects within a minute. Then BUGLE_OBJECTS can be removed: «objects show» tells.')
}

async function moveAll(
  step: (after: MoveStep['after']) => Promise<MoveStep>,
  done: { moved: number; bytes: number },
  report: () => void,
): Promise<MoveStep> {
  const pass: MoveStep = { moved: 0, bytes: 0, lost: 0, after: undefined }
  do {
    const one = await step(pass.after)
    pass.moved += one.moved
    pass.lost += one.lost
    pass.after = one.after
    done.moved += one.moved
    done.bytes += one.bytes
    report()
  } while (pass.after !== undefined)
  return pass
}

/** The server must not put back what is moved. */
function checkSettings(objects: PackObjects, to: MoveTarget): void {
  if (!objects.hasStore) throw new OperatorError('BUGLE_OBJECTS names no object store.')
  if (to === 'store' && !objects.isWritten)
    throw new OperatorError('BUGLE_OBJECTS has write=off: the server would not use the store. Remove that first.')
  if (to === 'database' && objects.isWritten)
    throw new OperatorError(
      'The server would put new payloads into the store. Add write=off to BUGLE_OBJECTS, restart the server, and run this again.',
    )
}

async function totalOf(db: Database, to: MoveTarget): Promise<{ payloads: number; bytes: number }> {
  if (to === 'store') return countMovable(db)
  const { objects, objectBytes } = await countObjects(db)
  return { payloads: objects, bytes: objectBytes }
}
