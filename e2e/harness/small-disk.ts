import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Why a test of a full disk is left out. */
export const noSmallDisk = 'only root may mount the small file system that is to be full'

/**
 * Lays a disk of so much memory under a directory, which is made: `64k`, `400m`. Everybody may look for names that they
 * know in it. Returns what takes it away again, or nothing where the machine does not allow it.
 */
export function mountSmallDisk(directory: string, size: string): (() => void) | undefined {
  mkdirSync(directory)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', directory])
  return status === 0 ? () => void spawnSync('umount', ['-l', directory]) : undefined
}
