import { bucketDatabase, bucketNames } from '../db/buckets.ts'
import { type Database, onConnection } from '../db/database.ts'
import {
  countDeletions,
  countMovable,
  countObjects,
  type MoveStep,
  type MoveTarget,
  movePayloads,
  type ObjectPayloads,
} from '../domains/objects/index.ts'
import { ObjectStoreUnavailable } from '../ports/object-store.ts'
import { Progress } from './backup/progress.ts'
import { formatBytes } from './format-bytes.ts'
import { OperatorError } from './operator-error.ts'
import { plural } from './plural.ts'

type Print = (line: string) => void

/** Prints how many payloads are objects, and how many could be. */
export async function showObjects(db: Database, print: Print): Promise<void> {
  const { objects, objectBytes } = await sumOver(db, countObjects)
  const { payloads, bytes } = await sumOver(db, countMovable)
  print(`In the object store: ${plural(objects, 'payload')}, ${formatBytes(objectBytes)}.`)
  print(`In the database: ${plural(payloads, 'payload')}, ${formatBytes(bytes)}; smaller ones always stay there.`)
  const { waiting } = await sumOver(db, async (bucket) => ({ waiting: await countDeletions(bucket) }))
  if (waiting > 0) print(`${plural(waiting, 'object')} wait until the server deletes them.`)
}

/**
 * Moves all payloads, beside a running server or without one. Run again after an interruption, it continues with what
 * is left.
 *
 * @throws OperatorError if the settings contradict it, or if the store fails
 */
export async function moveObjects(
  db: Database,
  to: MoveTarget,
  { objects, isDryRun, print }: { objects: ObjectPayloads; isDryRun: boolean; print: Print },
): Promise<void> {
  checkSettings(objects, to)
  const total = await totalOf(db, to)
  if (isDryRun)
    return print(`${plural(total.payloads, 'payload')}, ${formatBytes(total.bytes)}, would be moved. (dry run)`)
  const progress = new Progress(print, 'moved')
  const done = { moved: 0, bytes: 0, lost: 0 }
  try {
    for (const name of bucketNames(db))
      await onConnection(bucketDatabase(db, name), async (client) => {
        let pass: MoveStep
        // A pass leaves out what others had locked; the next one finds it.
        do
          pass = await moveAll(
            (from) => movePayloads(client, objects, { to, from }),
            done,
            () => {
              progress.report('payloads', done.bytes, Math.max(total.bytes, done.bytes))
            },
          )
        while (pass.moved > 0)
        done.lost += pass.lost
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
  step: (from: MoveStep['next']) => Promise<MoveStep>,
  done: { moved: number; bytes: number },
  report: () => void,
): Promise<MoveStep> {
  const pass: MoveStep = { moved: 0, bytes: 0, lost: 0, next: undefined }
  do {
    const one = await step(pass.next)
    pass.moved += one.moved
    pass.lost += one.lost
    pass.next = one.next
    done.moved += one.moved
    done.bytes += one.bytes
    report()
  } while (pass.next !== undefined)
  return pass
}

/** The server must not put back what is moved. */
function checkSettings(objects: ObjectPayloads, to: MoveTarget): void {
  if (!objects.hasStore) throw new OperatorError('BUGLE_OBJECTS names no object store.')
  if (to === 'store' && !objects.isWritten)
    throw new OperatorError('BUGLE_OBJECTS has write=off: the server would not use the store. Remove that first.')
  if (to === 'database' && objects.isWritten)
    throw new OperatorError(
      'The server would put new payloads into the store. Add write=off to BUGLE_OBJECTS, restart the server, and run this again.',
    )
}

async function totalOf(db: Database, to: MoveTarget): Promise<{ payloads: number; bytes: number }> {
  if (to === 'store') return sumOver(db, countMovable)
  const { objects, objectBytes } = await sumOver(db, countObjects)
  return { payloads: objects, bytes: objectBytes }
}

/** Adds up counts of all buckets; each must respond. */
async function sumOver<Counts extends { [name in keyof Counts]: number }>(
  db: Database,
  count: (bucket: Database) => Promise<Counts>,
): Promise<Counts> {
  const counts: Counts[] = []
  for (const name of bucketNames(db)) counts.push(await count(bucketDatabase(db, name)))
  const names = Object.keys(counts[0]!) as (keyof Counts)[]
  return Object.fromEntries(names.map((name) => [name, counts.reduce((sum, one) => sum + one[name], 0)])) as Counts
}
