import { type Config, findSecret, keepSecret } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { OperatorError } from '../operator-error.ts'
import { embeddedState, withDatabaseAsItIs, withStoppedDatabase } from '../with-database.ts'
import type { ArchiveHeader } from './archive.ts'
import { backUp } from './back-up.ts'
import { checkArchive, restore } from './restore.ts'
import { secretCheckOf } from './secret-check.ts'

type Print = (line: string) => void

export interface BackUpCommand {
  config: Config
  version: string
  now: Date
  withoutSecret: boolean
  print: Print
}

/** `backup <file>` */
export function backUpTo(file: string, { config, ...options }: BackUpCommand): Promise<void> {
  // The schema stays as it is: a backup before an upgrade is made with the new release as well.
  return withDatabaseAsItIs(config, ({ database }) =>
    backUp(database, file, { ...options, secret: findSecret(config) }),
  )
}

export interface RestoreCommand {
  config: Config
  replace: boolean
  otherSecret: boolean
  keepSessions: boolean
  isDryRun: boolean
  print: Print
}

/** `restore <file>`: nothing is changed before the file, the secret and the place have been found fit. */
export async function restoreFrom(
  file: string,
  { config, replace, otherSecret, keepSessions, isDryRun, print }: RestoreCommand,
): Promise<void> {
  const archive = await checkArchive(file, print)
  if (!otherSecret) checkSecret(config, archive.header)
  const options = {
    replace,
    isDryRun,
    keepSessions,
    print,
    keepSecret: async () => putSecret(config, archive.header, print),
  }
  if (config.DATABASE_URL === undefined) {
    const state = await embeddedState(config)
    if (state === 'running') throw new OperatorError(`A Bugle runs on ${config.dataDirectory}. Stop it first.`)
    if (state === 'absent' && isDryRun) {
      print(`A new database would be made in ${config.dataDirectory}.`)
      return print('Dry run: nothing was changed.')
    }
  }
  await withStoppedDatabase(config, async (database) => {
    await restore(database, archive, options)
    if (isDryRun) return
    const applied = await migrate(database)
    if (applied.length > 0) print(`Brought up to date: ${applied.join(', ')}.`)
  })
}

/** Second factors are encrypted under a secret; the one that the server will have must be it. */
function checkSecret(config: Config, { secret, secret_check }: ArchiveHeader): void {
  const here = findSecret(config)
  if (secret_check === '' || (here !== undefined && secretCheckOf(here.text) === secret_check)) return
  if (secret !== undefined && !here?.isOurs && here !== undefined)
    throw new OperatorError(
      'BUGLE_SECRET is not the secret of this backup, which has its own in it. Unset BUGLE_SECRET and that one is used, or say --other-secret: then second factors are lost.',
    )
  if (secret === undefined)
    throw new OperatorError(
      'This backup needs the secret that its server had. Set BUGLE_SECRET to it, or put its file into BUGLE_DATA/secret, or say --other-secret: then second factors are lost.',
    )
}

function putSecret(config: Config, { secret }: ArchiveHeader, print: Print): void {
  if (secret === undefined || config.BUGLE_SECRET !== undefined) return
  const aside = keepSecret(config, secret)
  if (aside !== undefined) print(`The secret that was here is now ${aside}.`)
}
