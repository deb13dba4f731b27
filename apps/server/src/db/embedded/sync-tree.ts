import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Puts a folder with all its files on disk, so that a rename after it cannot be kept while the content is lost. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(Array.from({ length: 4 }, () => syncAll(paths)))
  await syncPath(folder)
}

/** Puts one file, or the names in one folder, on disk. */
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
