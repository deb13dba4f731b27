import { plans, subscriptionStatuses } from '@bugle/protocol'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { SubscriptionChange } from '../domains/accounts/index.ts'
import type { Sealer } from '../ports/sealer.ts'
import { rotateSecret } from './rotate-secret.ts'
import { setSubscription } from './set-subscription.ts'
import { disableTotp, listUsers, resetPassword, showUser } from './users.ts'

export interface ProgramDeps {
  config: Config
  /** Runs a command on the server's database. */
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>
  sealer: () => Sealer
  now: () => Date
  print: (line: string) => void
}

/** `npm run admin -- …`: what whoever runs the server does with accounts. */
export function makeProgram({ config, withDatabase, sealer, now, print }: ProgramDeps): Command {
  const program = new Command('npm run admin --')
    .description('Works on the server’s database, whether or not the server runs. Give it the server’s own settings.')
    .showHelpAfterError()
  const dryRun = () => new Option('--dry-run', 'say what would be done, and do nothing')

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

  const user = program.command('user').description('look at accounts, and help those who are locked out')
  user
    .command('list')
    .description('all accounts')
    .action(() => withDatabase(({ kysely }) => listUsers(kysely, print)))
  user
    .command('show <email>')
    .description('one account')
    .action((email: string) => withDatabase(({ kysely }) => showUser(kysely, email, config, now(), print)))
  user
    .command('reset-password <email>')
    .description('print a link to choose a new password')
    .action((email: string) => withDatabase(({ kysely }) => resetPassword(kysely, email, config, print)))
  user
    .command('disable-totp <email>')
    .description('take away the second factor of somebody who lost it')
    .action((email: string) => withDatabase(({ kysely }) => disableTotp(kysely, email, print)))
  return program
}

function timeOf(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isTime) throw new InvalidArgumentError('Give a day or a UTC time, such as 2027-01-31 or 2027-01-31T12:00Z.')
  return new Date(text)
}
