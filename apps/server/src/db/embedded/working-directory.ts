import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { canEnter } from './access.ts'
import type { Account } from './account.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'

/**
 * Returns the name of a data directory for PostgreSQL, which is started with it as its working directory.
 *
 * It is the directory's own path if the account can traverse to it. If not (root's home is closed to others), the data
 * still stays where the user put it: spawn changes the directory before it gives up root's rights, and /proc/self/cwd
 * leads every server process back to it without traversing the folders above. PostgreSQL opens all its files relative
 * to its working directory anyway. A plain `.` does not work, because it is made absolute at once.
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
