import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/database.ts'
import { findArtifactUses } from '../domains/artifacts/index.ts'
import { readJobsState } from '../domains/jobs/index.ts'
import { type DigestState, digestStateOf } from '../domains/pipeline/index.ts'
import {
  type DiskState,
  findBudgetUses,
  findDiskState,
  type ObjectsState,
  type PackObjects,
  readQueueState,
} from '../domains/storage/index.ts'

/** State of the whole installation, the same whichever process reads it. */
export interface InstallationState {
  queue: { segments: number; oldestSeconds: number }
  digest: DigestState
  /** Whether the object store responds; undefined if there is none. */
  objects: ObjectsState | undefined
  jobs: { jobs: number; oldestSeconds: number }
  artifacts: { budgetBytes: number; usedBytes: number }
  /** Use of each part of the disk; empty before the first measurement. */
  budgets: Pick<DiskState, 'budget' | 'usedBytes' | 'maxBytes'>[]
  disk: { budgetBytes: number; usedBytes: number | undefined; hasRoom: boolean; freeBytes: number | undefined }
}

/** Reads the state; rejects while the database is unreachable. */
export async function readInstallationState(
  db: Queryable,
  config: Config,
  objectStore: PackObjects,
): Promise<InstallationState> {
  const { BUGLE_MAX_DISK, DATABASE_URL, dataDirectory } = config
  const [queue, jobs, disk, budgets, uses, objects] = await Promise.all([
    readQueueState(db),
    readJobsState(db),
    findDiskState(db),
    findBudgetUses(db),
    findArtifactUses(db),
    objectStore.state(),
  ])
  return {
    queue,
    objects,
    digest: digestStateOf(queue),
    jobs,
    budgets,
    artifacts: { budgetBytes: config.artifactBytes, usedBytes: uses.reduce((sum, { bytes }) => sum + bytes, 0) },
    disk: {
      budgetBytes: BUGLE_MAX_DISK,
      usedBytes: disk?.usedBytes,
      hasRoom: disk?.hasRoom ?? true,
      freeBytes: DATABASE_URL === undefined ? await freeBytes(dataDirectory) : undefined,
    },
  }
}

async function freeBytes(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return undefined // not worth failing for: the rest is reported
  }
}
