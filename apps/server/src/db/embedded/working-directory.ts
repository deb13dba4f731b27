import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { canEnter } from './reach.ts'

/**
 * What to call a data directory towards PostgreSQL, which is started with it as its working directory.
 *
 * Its own path, when the account can walk there. When it cannot (root's home is closed to all others), the data still
 * stays where the person put it: spawn changes the directory before it gives up root's rights, and /proc/self/cwd leads
 * every process of the server back to that directory without a step through the folders above. PostgreSQL opens all its
 * files relative to its working directory anyway. A plain `.` would not do: it is made absolute at once.
 */
export async function nameForServer(directory: string, account: Account): Promise<string> {
  if (await canEnter(account, dirname(directory))) return directory
  try {
    await access('/proc/self/cwd')
    return '/proc/self/cwd'
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL runs as the account ${account.name}, which cannot enter the folders above ${directory}. ` +
        'Set BUGLE_DATA to a folder that it can reach (such as /var/lib/bugle), or start Bugle as an ordinary user.',
      { cause },
    )
  }
}
