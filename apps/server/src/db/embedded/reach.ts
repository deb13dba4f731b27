import { constants } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

/**
 * Whether an account can walk to a folder: asked of the mode bits, because root may read everything and node's own
 * program may itself lie where the account cannot run a probe (a version manager under /root).
 */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  if (account.spawn.uid === undefined) return true
  const real = await realpath(directory)
  for (let folder = real; ; folder = dirname(folder)) {
    if (!(await allows(account, folder, 0o1))) return false
    if (folder === dirname(folder)) return true
  }
}

export async function canRead(account: Account, file: string): Promise<boolean> {
  if (account.spawn.uid === undefined) return true
  return (await canEnter(account, dirname(await realpath(file)))) && (await allows(account, file, 0o4))
}

export async function canExecute(account: Account, file: string): Promise<boolean> {
  return (await canRead(account, file)) && (account.spawn.uid === undefined || (await allows(account, file, 0o1)))
}

/** The account has its primary group only: spawn clears the others. */
async function allows({ uid, gid }: Account, path: string, bit: number): Promise<boolean> {
  const entry = await stat(path)
  const mode = entry.mode & (constants.S_IRWXU | constants.S_IRWXG | constants.S_IRWXO)
  if (entry.uid === uid) return ((mode >> 6) & bit) !== 0
  if (entry.gid === gid) return ((mode >> 3) & bit) !== 0
  return (mode & bit) !== 0
}
