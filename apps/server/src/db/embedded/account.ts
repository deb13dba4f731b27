import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { ignoreErrors } from '../ignore-errors.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'

/** The account that PostgreSQL runs as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Options for spawn to become this account; empty if this process already runs as it. */
  readonly spawn: { readonly uid?: number; readonly gid?: number }
}

/**
 * Chooses the account. PostgreSQL refuses to run as root, so root uses `postgres`, or else `nobody`; other users run it
 * as themselves. An existing cluster keeps its owner: creating a `postgres` account later must not change it, and one
 * start with sudo must not lock out the user who runs Bugle every day.
 */
export async function serverAccount(cluster: string, passwordFile = '/etc/passwd'): Promise<Account> {
  if (process.geteuid?.() !== 0) return ownAccount()
  const accounts = parseAccounts((await ignoreErrors(['ENOENT'], () => readFile(passwordFile, 'utf8'))) ?? '')
  const owner = (await ignoreErrors(['ENOENT'], () => stat(cluster)))?.uid
  const account =
    accounts.find((entry) => entry.uid === owner) ??
    ['postgres', '_postgres', 'nobody'].map((name) => accounts.find((entry) => entry.name === name)).find(Boolean)
  if (account) return account
  throw new EmbeddedDatabaseError(
    'PostgreSQL refuses to run as root, and this machine has neither an account `postgres` nor `nobody` to run it as. ' +
      'Start Bugle as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

function ownAccount(): Account {
  try {
    const { username, uid, gid } = userInfo()
    return { name: username, uid, gid, spawn: {} }
  } catch (cause) {
    // In containers with an arbitrary user id: initdb looks up its own name, and fails without one.
    throw new EmbeddedDatabaseError(
      `This process runs as user id ${process.geteuid?.()}, which has no name on this machine, and PostgreSQL needs one. ` +
        'Start Bugle as a named user, or set DATABASE_URL to your own PostgreSQL.',
      { cause },
    )
  }
}

/** Parses a password file into the accounts that may run PostgreSQL: all but root. */
export function parseAccounts(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    if (!name || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '') || Number(uid) === 0) return []
    // libuv also clears root's supplementary groups before it changes the ids.
    return [{ name, uid: Number(uid), gid: Number(gid), spawn: { uid: Number(uid), gid: Number(gid) } }]
  })
}
