import { plans, subscriptionStatuses } from '@bugle/protocol'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Config } from '../config.ts'
import type { SubscriptionChange } from '../domains/accounts/index.ts'
import type { Sealer } from '../ports/sealer.ts'
import { backUpTo, restoreFrom } from './backup/commands.ts'
import { doctor } from './doctor/doctor.ts'
import { deleteProject, listProjects } from './projects.ts'
import { rotateSecret } from './rotate-secret.ts'
import { setSubscription } from './set-subscription.ts'
import { revokeToken } from './tokens.ts'
import { createUser, deleteUser, disableTotp, disableUser, listUsers, resetPassword, showUser } from './users.ts'
import { withDatabaseAsItIs, withDatabase as withDatabaseOf } from './with-database.ts'

export interface ProgramDeps {
  config: Config
  version: string
  sealer: () => Sealer
  /** Greets the mail server of the settings. */
  greetMailServer: () => Promise<void>
  now: () => Date
  print: (line: string) => void
  /** The command came to its end and found something wrong. */
  fail: () => void
}

/** `npm run admin -- …`: what whoever runs the server does with it and with its accounts. */
export function makeProgram({ config, version, sealer, greetMailServer, now, print, fail }: ProgramDeps): Command {
  const withDatabase = (work: Parameters<typeof withDatabaseOf<void>>[1]) => withDatabaseOf(config, work)
  const program = new Command('npm run admin --')
    .description('Works on the server’s database, whether or not the server runs. Give it the server’s own settings.')
    .showHelpAfterError()
  const dryRun = () => new Option('--dry-run', 'say what would be done, and do nothing')

  program
    .command('doctor')
    .description('look at everything that the server stands on, and say what is wrong')
    .option('--json', 'one JSON document instead of lines')
    .action(async ({ json = false }) => {
      const isWell = await doctor({
        config,
        version,
        withDatabase: (work) => withDatabaseAsItIs(config, work),
        sealer,
        greetMailServer,
        now,
        json,
        print,
      })
      if (!isWell) fail()
    })

  program
    .command('backup')
    .description('write all that the server holds into one file, beside the running server')
    .argument('<file>', 'a file that is not there yet')
    .option('--without-secret', 'leave out the secret that Bugle made, to be kept apart')
    .action((file: string, { withoutSecret = false }) =>
      backUpTo(file, { config, version, now: now(), withoutSecret, print }),
    )

  program
    .command('restore')
    .description('make a stopped server what a backup holds')
    .argument('<file>')
    .option('--replace', 'lose what is there')
    .option('--other-secret', 'go on though the secret here is another: second factors are lost')
    .option('--keep-sessions', 'leave people logged in, also who has logged out since')
    .addOption(new Option('--dry-run', 'check the file and the place, and do nothing'))
    .action((file: string, { replace = false, otherSecret = false, keepSessions = false, dryRun: isDryRun = false }) =>
      restoreFrom(file, { config, replace, otherSecret, keepSessions, isDryRun, print }),
    )

  program
    .command('subscription')
    .description('change the subscription of an account')
    .argument('<email>')
    .addArgument(program.createArgument('<status>', 'what it becomes').choices(subscriptionStatuses))
    .addOption(new Option('--plan <plan>', 'its plan from now on').choices(plans))
    .option('--until <time>', 'until when a canceled one is paid (2027-01-31, or with a time)', timeOf)
    .addOption(dryRun())
    .action((email: string, status: SubscriptionChange['status'], { dryRun: isDryRun = false, ...change }) =>
      withDatabase(({ kysely }) =>
        setSubscription(kysely, email, { status, ...change }, { now: now(), isDryRun, print }),
      ),
    )

  program
    .command('rotate-secret')
    .description('encrypt anew under BUGLE_SECRET what BUGLE_SECRET_PREVIOUS still protects')
    .addOption(dryRun())
    .action(({ dryRun: isDryRun = false }) =>
      withDatabase(({ kysely }) => rotateSecret(kysely, sealer(), { isDryRun, print })),
    )

  const project = program.command('project').description('look at projects of all accounts, and end them')
  project
    .command('list')
    .description('all projects with what they hold')
    .option('--by-size', 'the largest first')
    .action(({ bySize: isBySize = false }) => withDatabase(({ kysely }) => listProjects(kysely, { isBySize, print })))
  project
    .command('delete <id>')
    .description('delete a project with all it holds')
    .addOption(dryRun())
    .action((id: string, { dryRun: isDryRun = false }) =>
      withDatabase(({ kysely }) => deleteProject(kysely, id, { isDryRun, print })),
    )

  program
    .command('token')
    .description('end tokens')
    .command('revoke <token>')
    .description('end a token that leaked: of ingest, of a program, of a session')
    .addOption(dryRun())
    .action((token: string, { dryRun: isDryRun = false }) =>
      withDatabase(({ kysely }) => revokeToken(kysely, token, { isDryRun, print })),
    )

  const user = program
    .command('user')
    .description('look at accounts, make and end them, and help those who are locked out')
  user
    .command('list')
    .description('all accounts')
    .action(() => withDatabase(({ kysely }) => listUsers(kysely, print)))
  user
    .command('show <email>')
    .description('one account')
    .action((email: string) => withDatabase(({ kysely }) => showUser(kysely, email, config, now(), print)))
  user
    .command('create <email>')
    .description('make an account, also while registration is closed, and print a link to choose its password')
    .option('--name <name>', 'what it is called at first', 'New member')
    .addOption(dryRun())
    .action((email: string, { name, dryRun: isDryRun = false }: { name: string; dryRun?: boolean }) =>
      withDatabase(({ kysely }) => createUser(kysely, email, { name, config, now: now(), isDryRun, print })),
    )
  for (const [command, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    user
      .command(`${command} <email>`)
      .description(isDisabled ? 'shut an account, its sessions and its API tokens' : 'open it again')
      .addOption(dryRun())
      .action((email: string, { dryRun: isDryRun = false }) =>
        withDatabase(({ kysely }) => disableUser(kysely, email, { isDisabled, isDryRun, print })),
      )
  user
    .command('delete <email>')
    .description('delete an account with the projects that are its own')
    .addOption(dryRun())
    .action((email: string, { dryRun: isDryRun = false }) =>
      withDatabase(({ kysely }) => deleteUser(kysely, email, { isDryRun, print })),
    )
  user
    .command('reset-password <email>')
    .description('print a link to choose a new password')
    .addOption(dryRun())
    .action((email: string, { dryRun: isDryRun = false }) =>
      withDatabase(({ kysely }) => resetPassword(kysely, email, config, { isDryRun, print })),
    )
  user
    .command('disable-totp <email>')
    .description('take away the second factor of somebody who lost it')
    .addOption(dryRun())
    .action((email: string, { dryRun: isDryRun = false }) =>
      withDatabase(({ kysely }) => disableTotp(kysely, email, { isDryRun, print })),
    )
  return program
}

function timeOf(text: string): Date {
  const time = new Date(text)
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) && !Number.isNaN(time.getTime())
  // The 31st of a short month reads as one of the next.
  if (!isTime || !time.toISOString().startsWith(text.slice(0, 10)))
    throw new InvalidArgumentError('Give a day or a UTC time, such as 2027-01-31 or 2027-01-31T12:00Z.')
  return time
}
