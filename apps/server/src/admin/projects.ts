import { parseProjectId, toProjectId } from '@bugle/protocol'
import { bucketDatabase, hasBuckets, UnknownBucket } from '../db/buckets.ts'
import { BucketNotReady } from '../db/check-bucket-schema.ts'
import { type Database, transaction } from '../db/database.ts'
import { isConnectionFailure } from '../db/database-unavailable.ts'
import { markProjectDeleted } from '../domains/projects/index.ts'
import { findBuckets } from './bucket-store.ts'
import { describeAway } from './describe-away.ts'
import { formatBytes } from './format-bytes.ts'
import { formatColumns } from './format-columns.ts'
import { copyToBucket, type MoveOptions } from './move-project/move-project.ts'
import { findMovedTables } from './move-project/row-copy-store.ts'
import { OperatorError } from './operator-error.ts'
import { plural } from './plural.ts'
import { findProjects, type ProjectRow } from './project-store.ts'
import type { ChangeOptions } from './users.ts'

type StoredOfProject = Pick<ProjectRow, 'events' | 'storedBytes' | 'lastEventAt' | 'away'>

export async function listProjects(
  db: Database,
  { isBySize, print }: { isBySize: boolean; print: ChangeOptions['print'] },
): Promise<void> {
  const projects = await findProjects(db)
  if (isBySize) projects.sort((a, b) => b.storedBytes - a.storedBytes)
  const rows = projects.map(({ id, name, bucket, email, ...stored }) => [
    toProjectId(id),
    ...describeStored(stored),
    ...(hasBuckets(db) ? [bucket] : []),
    email ?? 'no owner',
    name,
  ])
  for (const line of formatColumns(rows)) print(line)
  print(plural(projects.length, 'project'))
  if (isBySize) print('Sizes are those of packed events and screenshots. Events are packed when they are an hour old.')
}

/** Returns the columns of the size, the events and the last of them. */
function describeStored({ events, storedBytes, lastEventAt, away }: StoredOfProject): string[] {
  if (away === 'silent') return ['unknown', 'unknown', 'its server does not respond']
  if (away === 'unnamed') return ['unknown', 'unknown', 'BUGLE_BUCKETS does not name its bucket']
  return [
    storedBytes === 0 && events > 0 ? 'not packed yet' : formatBytes(storedBytes),
    plural(events, 'event'),
    lastEventAt === null ? 'no event yet' : `last event ${lastEventAt.toISOString().slice(0, 10)}`,
  ]
}

/** Deletes a project: its tokens are refused and it cannot be read from now on; the server erases its data later. */
export async function deleteProject(db: Database, id: string, { isDryRun, print }: ChangeOptions): Promise<void> {
  const project = await getProject(db, id)
  const what = `${id} (${project.name}, of ${project.email ?? 'nobody'}, ${project.away === undefined ? project.events : 'an unknown number of'} events)`
  if (isDryRun) return print(`${what} would be deleted with all its data. (dry run: nothing was changed)`)
  await transaction(db, (tx) => markProjectDeleted(tx, project.id))
  print(`${what} is deleted. Its tokens are refused from now on; the server will erase its data.`)
}

/**
 * Moves a project to another bucket, beside running servers.
 *
 * @throws OperatorError if it cannot go there, or stays where it is
 */
export async function moveProject(
  db: Database,
  id: string,
  to: string,
  { isDryRun, ...options }: MoveOptions & { isDryRun: boolean },
): Promise<void> {
  const { print } = options
  const project = await getProject(db, id)
  const buckets = await findBuckets(db)
  if (!buckets.some(({ name }) => name === to))
    throw new OperatorError(`There is no bucket ${to}. «bucket list» shows all, «bucket add» adds one.`)
  if (project.bucket === to) return print(`${id} (${project.name}) is in ${to} already.`)
  await refuseUnequal(db, project.bucket, to)
  const what = `${id} (${project.name}, ${project.events} events) from ${project.bucket} to ${to}`
  if (isDryRun) return print(`${what} would be moved. (dry run: nothing was changed)`)
  print(`Moving ${what}. Events are accepted meanwhile, but for some seconds at the end.`)
  await copyToBucket(db, { projectId: project.id, from: project.bucket, to }, options)
  print(`${id} is in ${to}. The server erases what is left in ${project.bucket} in some minutes.`)
}

/** A move needs both servers, with the same tables. */
async function refuseUnequal(db: Database, from: string, to: string): Promise<void> {
  const columns = async (name: string) => JSON.stringify(await findMovedTables(await reach(db, name)))
  if ((await columns(from)) !== (await columns(to)))
    throw new OperatorError(
      `The tables of ${from} and ${to} are of two versions. Start the server once, which migrates both.`,
    )
}

/** @throws OperatorError if the server of a bucket cannot be reached */
async function reach(db: Database, name: string): Promise<Database> {
  try {
    const bucket = bucketDatabase(db, name)
    await bucket.query('select 1')
    return bucket
  } catch (error) {
    if (error instanceof UnknownBucket) throw new OperatorError(`BUGLE_BUCKETS does not name ${name}.`)
    if (error instanceof BucketNotReady || !isConnectionFailure(error)) throw error
    throw new OperatorError(describeAway(name, error), { cause: error })
  }
}

/** @throws OperatorError if there is no such project */
async function getProject(db: Database, id: string): Promise<ProjectRow> {
  const number = parseProjectId(id)
  const [project] = number === undefined ? [] : await findProjects(db, number)
  if (project === undefined) throw new OperatorError(`There is no project ${id}. «project list» shows all.`)
  return project
}
