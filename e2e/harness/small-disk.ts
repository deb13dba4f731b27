import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Reason for skipping a test of a full disk. */
export const noSmallDisk = 'only root may mount the small file system that is to be full'

/**
 * Mounts a memory disk of the given size (`64k`, `400m`) on a new directory that everyone may enter. Returns its
 * unmount function, or undefined where the machine does not permit it.
 */
export function mountSmallDisk(directory: string, size: string): (() => void) | undefined {
  mkdirSync(directory)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', directory])
  return status === 0 ? () => void spawnSync('umount', ['-l', directory]) : undefined
}
