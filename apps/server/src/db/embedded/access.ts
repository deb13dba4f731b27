import { constants } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

/**
 * Whether an account can traverse to a folder. It is computed from the mode bits: root may read everything, and a probe
 * run as the account may fail because Node itself is in a folder that the account cannot enter (a version manager under
 * /root).
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

/** Checks one mode bit. The account has only its primary group, because spawn clears the others. */
async function allows({ uid, gid }: Account, path: string, bit: number): Promise<boolean> {
  const entry = await stat(path)
  const mode = entry.mode & (constants.S_IRWXU | constants.S_IRWXG | constants.S_IRWXO)
  if (entry.uid === uid) return ((mode >> 6) & bit) !== 0
  if (entry.gid === gid) return ((mode >> 3) & bit) !== 0
  return (mode & bit) !== 0
}
