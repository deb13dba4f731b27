import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Syncs a folder with all its files to disk, so that a later rename cannot survive a crash that loses their content.
 */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(Array.from({ length: 4 }, () => syncAll(paths)))
  await syncPath(folder)
}

/** Syncs a file, or the entries of a folder, to disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncAll(paths: string[]): Promise<void> {
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path)
}
