import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { bucketDatabase, bucketNames, isBucketAway, mainBucket } from '../db/buckets.ts'
import type { Database } from '../db/database.ts'
import { findArtifactUses } from '../domains/artifacts/index.ts'
import { readJobsState } from '../domains/jobs/index.ts'
import type { ObjectPayloads, ObjectsState } from '../domains/objects/index.ts'
import { type DigestState, digestStateOf } from '../domains/pipeline/index.ts'
import { type DiskState, findBudgetUses, findDiskState, readQueueState } from '../domains/storage/index.ts'
import { groupBy } from '../lib/group-by.ts'

/** State of the server of one bucket. */
export interface BucketState {
  name: string
  queue: { segments: number; oldestSeconds: number }
  digest: DigestState
  jobs: { jobs: number; oldestSeconds: number }
  artifacts: { budgetBytes: number; usedBytes: number }
  /** Use of each part of the disk; empty before the first measurement. */
  budgets: Pick<DiskState, 'budget' | 'usedBytes' | 'maxBytes'>[]
  disk: { budgetBytes: number; usedBytes: number | undefined; hasRoom: boolean }
}

/** State of the whole installation, the same whichever process reads it. With several buckets it is that of all together. */
export interface InstallationState extends Omit<BucketState, 'name' | 'disk'> {
  disk: BucketState['disk'] & { freeBytes: number | undefined }
  /** Whether the object store responds; undefined if there is none. */
  objects: ObjectsState | undefined
  /** Each bucket, and those whose server does not respond. */
  buckets: BucketState[]
  away: string[]
}

/** Reads the state; rejects while the database of the accounts is unreachable. */
export async function readInstallationState(
  db: Database,
  config: Config,
  objectStore: ObjectPayloads,
): Promise<InstallationState> {
  const { DATABASE_URL, dataDirectory } = config
  const [read, objects] = await Promise.all([
    Promise.all(bucketNames(db).map((name) => findBucketState(db, name, config))),
    objectStore.state(),
  ])
  const buckets = read.filter((one) => typeof one !== 'string')
  const away = read.filter((one) => typeof one === 'string')
  const freeOnDisk = DATABASE_URL === undefined ? await freeBytes(dataDirectory) : undefined
  const { disk, ...together } = addedUp(buckets)
  return { ...together, disk: { ...disk, freeBytes: freeOnDisk }, objects, buckets, away }
}

/** Returns the state of a bucket, or its name while its server does not respond. */
async function findBucketState(db: Database, name: string, config: Config): Promise<BucketState | string> {
  try {
    return await readBucketState(bucketDatabase(db, name), name, config)
  } catch (error) {
    if (name === mainBucket || !isBucketAway(error)) throw error
    return name
  }
}

async function readBucketState(
  db: Database,
  name: string,
  { BUGLE_MAX_DISK, artifactBytes }: Config,
): Promise<BucketState> {
  const [queue, jobs, disk, budgets, uses] = await Promise.all([
    readQueueState(db),
    readJobsState(db),
    findDiskState(db),
    findBudgetUses(db),
    findArtifactUses(db),
  ])
  return {
    name,
    queue,
    digest: digestStateOf(queue),
    jobs,
    budgets,
    artifacts: { budgetBytes: artifactBytes, usedBytes: sumOf(uses, ({ bytes }) => bytes) },
    disk: { budgetBytes: BUGLE_MAX_DISK, usedBytes: disk?.usedBytes, hasRoom: disk?.hasRoom ?? true },
  }
}

/** Adds up amounts; of ages and states it is the worst. */
function addedUp(buckets: readonly BucketState[]): Omit<BucketState, 'name'> {
  const oldest = (of: (one: BucketState) => number) => Math.max(...buckets.map(of))
  const sum = (of: (one: BucketState) => number) => sumOf(buckets, of)
  const measured = buckets.flatMap(({ disk }) => disk.usedBytes ?? [])
  const budgets = groupBy(
    buckets.flatMap((one) => one.budgets),
    ({ budget }) => budget,
  )
  return {
    queue: { segments: sum((one) => one.queue.segments), oldestSeconds: oldest((one) => one.queue.oldestSeconds) },
    digest: worstDigest.find((state) => buckets.some(({ digest }) => digest === state)) ?? 'ok',
    jobs: { jobs: sum((one) => one.jobs.jobs), oldestSeconds: oldest((one) => one.jobs.oldestSeconds) },
    budgets: [...budgets].map(([budget, same]) => ({
      budget,
      usedBytes: sumOf(same, ({ usedBytes }) => usedBytes),
      maxBytes: sumOf(same, ({ maxBytes }) => maxBytes),
    })),
    artifacts: {
      budgetBytes: sum(({ artifacts }) => artifacts.budgetBytes),
      usedBytes: sum(({ artifacts }) => artifacts.usedBytes),
    },
    disk: {
      budgetBytes: sum(({ disk }) => disk.budgetBytes),
      usedBytes: measured.length === 0 ? undefined : sumOf(measured, (bytes) => bytes),
      hasRoom: buckets.every(({ disk }) => disk.hasRoom),
    },
  }
}

const worstDigest: readonly DigestState[] = ['failing', 'behind', 'ok']

function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0)
}

async function freeBytes(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return undefined // not worth failing for: the rest is reported
  }
}
