// Usage: import { folderOfDatabases } from './memory-folder.mjs'
//
// Says where tests put their database servers: in memory where there is room, since they wait for the disk a third of their time.
// A process that is killed loses nothing there either.
import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const memory = '/dev/shm'
/** Room that the databases of all tests that run at once never fill, and memory of which that is half. */
const least = { folder: 4 * 1024 ** 3, free: 8 * 1024 ** 3 }

/** @returns {string} */
export function folderOfDatabases() {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= least.folder && freemem() >= least.free ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
