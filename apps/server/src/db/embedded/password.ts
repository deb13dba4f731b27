import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import { syncPath } from './sync-tree.ts'

/**
 * Reads the database password, which is generated on the first start and kept in a file that only we can read. Its mode
 * is restored in case of a recursive chmod.
 */
export async function findPassword(path: string): Promise<string | undefined> {
  const password = (await ignoreErrors(['ENOENT'], () => readFile(path, 'utf8')))?.trim()
  if (!password || !/^[\w-]{20,}$/.test(password)) return undefined
  await chmod(path, 0o600)
  return password
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

export async function keepPassword(path: string, password: string): Promise<void> {
  const fresh = `${path}.new`
  await rm(fresh, { force: true })
  await writeFile(fresh, `${password}\n`, { flag: 'wx', mode: 0o600, flush: true })
  await rename(fresh, path)
  await syncPath(dirname(path))
}
