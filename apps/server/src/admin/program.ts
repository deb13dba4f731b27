import { plans, subscriptionStatuses } from '@bugle/protocol'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Config } from '../config.ts'
import type { SubscriptionChange } from '../domains/accounts/index.ts'
import type { MoveTarget, ObjectPayloads } from '../domains/objects/index.ts'
import { ownCommand } from '../lib/own-command.ts'
import type { Sealer } from '../ports/sealer.ts'
import { placesOf } from '../wiring/from-config.ts'
import { backUpTo, restoreFrom } from './backup/commands.ts'
import { restoreTo } from './backup/restore-to.ts'
import { addBucket, distributeBucket, listBuckets, setTakesNew } from './buckets.ts'
import { doctor } from './doctor/doctor.ts'
import { moveObjects, showObjects } from './objects.ts'
import { OperatorError } from './operator-error.ts'
import { addOwner, listOrganizations, makeOperator } from './organizations.ts'
import { deleteProject, listProjects, moveProject } from './projects.ts'
import { rotateSecret } from './rotate-secret.ts'
import { setSubscription } from './set-subscription.ts'
import { revokeToken } from './tokens.ts'
import { createUser, deleteUser, disableTotp, disableUser, listUsers, resetPassword, showUser } from './users.ts'
import { withDatabaseAsItIs, withDatabase as withDatabaseOf } from './with-database.ts'

export interface ProgramDeps {
  config: Config
  version: string
  sealer: () => Sealer
  /** Where payloads are, in rows or in an object store. */
  objects: ObjectPayloads
  /** Connects to the mail server of the settings. */
  checkMailServer: () => Promise<void>
  now: () => Date
  print: (line: string) => void
  /** Called if the command completed and found a problem. */
  fail: () => void
}

/** Builds the operator's commands, `npm run admin -- …`. */
export function makeProgram(deps: ProgramDeps): Command {
  const program = new Command(ownCommand.admin)
    .description('Works on the server’s database, whether or not the server runs. Give it the server’s own settings.')
    .showHelpAfterError()
  addDoctor(program, deps)
  addBackup(program, deps)
  addObjects(program, deps)
  addSubscription(program, deps)
  addProjects(program, deps)
  addBuckets(program, deps)
  addOrganizations(program, deps)
  addTokens(program, deps)
  addUsers(program, deps)
  return program
}

const dryRun = () => new Option('--dry-run', 'print what would be done, without doing it')

function addDoctor(
  program: Command,
  { config, version, sealer, objects, checkMailServer, now, print, fail }: ProgramDeps,
): void {
  program
    .command('doctor')
    .description('check everything that the server depends on')
    .option('--json', 'print one JSON document instead of lines')
    .action(async ({ json = false }) => {
      const isWell = await doctor({
        config,
        version,
        withDatabase: (work) => withDatabaseAsItIs(config, work),
        sealer,
        objects,
        checkMailServer,
        now,
        json,
        print,
      })
      if (!isWell) fail()
    })
}

function addBackup(program: Command, { config, version, objects, now, print }: ProgramDeps): void {
  program
    .command('backup')
    .description('write all data, of every database server, into one file; the server may run meanwhile')
    .argument('<file>', 'a file that does not exist yet')
    .option('--without-secret', 'leave out the secret that Bugle generated, to keep it elsewhere')
    .action((file: string, { withoutSecret = false }) =>
      backUpTo(file, { config, version, now: now(), withoutSecret, objects, print }),
    )

  program
    .command('restore')
    .description('restore a backup, or a moment from BUGLE_ARCHIVE, into a stopped server')
    .argument('[file]', 'a file of `backup`')
    .option(
      '--to <time>',
      'restore from BUGLE_ARCHIVE as of this UTC time (2026-11-28T12:00:05Z), or `latest`',
      momentOf,
    )
    .option('--replace', 'discard the data that is there; with --to, move it aside')
    .option('--other-secret', 'continue although the secret here is a different one: second factors are lost')
    .option('--keep-sessions', 'keep all sessions of the backup, also those that were ended since')
    .addOption(new Option('--dry-run', 'check the file and the target, without changing anything'))
    .action(
      (
        file: string | undefined,
        { to, replace = false, otherSecret = false, keepSessions = false, dryRun: isDryRun = false },
      ) => {
        if ((file === undefined) === (to === undefined))
          throw new OperatorError('Name the file of a backup, or a moment with --to.')
        if (file !== undefined)
          return restoreFrom(file, { config, replace, otherSecret, keepSessions, isDryRun, objects, print })
        const moment = to === 'latest' ? undefined : (to as Date)
        return restoreTo({ config, to: moment, replace, keepSessions, isDryRun, now: now(), print })
      },
    )
}

function addObjects(program: Command, { config, objects, print }: ProgramDeps): void {
  const withDatabase = databaseOf(config)
  const command = program.command('objects').description('show and move the payloads of packed events')
  command
    .command('show')
    .description('show how much is in the object store, and how much in the database')
    .action(() => withDatabase((db) => showObjects(db, print)))
  command
    .command('move')
    .description('move all payloads into the object store or back; the server may run meanwhile')
    .addArgument(program.createArgument('<to>', 'where they go').choices(['store', 'database']))
    .addOption(dryRun())
    .action((to: MoveTarget, { dryRun: isDryRun = false }) =>
      withDatabase((db) => moveObjects(db, to, { objects, isDryRun, print })),
    )
}

/** Adds the commands for subscriptions and for the secret. */
function addSubscription(program: Command, { config, sealer, now, print }: ProgramDeps): void {
  const withDatabase = databaseOf(config)
  program
    .command('subscription')
    .description('change the subscription of an account')
    .argument('<email>')
    .addArgument(program.createArgument('<status>', 'the new status').choices(subscriptionStatuses))
    .addOption(new Option('--plan <plan>', 'the new plan').choices(plans))
    .option('--until <time>', 'end of the paid time of a canceled subscription (2027-01-31, or with a time)', timeOf)
    .addOption(dryRun())
    .action((email: string, status: SubscriptionChange['status'], { dryRun: isDryRun = false, ...change }) =>
      withDatabase((db) => setSubscription(db, email, { status, ...change }, { now: now(), isDryRun, print })),
    )

  program
    .command('rotate-secret')
    .description('encrypt data of BUGLE_SECRET_PREVIOUS with BUGLE_SECRET')
    .addOption(dryRun())
    .action(({ dryRun: isDryRun = false }) => withDatabase((db) => rotateSecret(db, sealer(), { isDryRun, print })))
}

function addProjects(program: Command, { config, objects, now, print }: ProgramDeps): void {
  const withDatabase = databaseOf(config)
  const project = program.command('project').description('list, move and delete projects of all accounts')
  project
    .command('list')
    .description('list all projects and their size')
    .option('--by-size', 'list the largest first')
    .action(({ bySize: isBySize = false }) =>
      withDatabase((db) => listProjects(db, { isBySize, print }), { isList: true }),
    )
  project
    .command('move <id>')
    .description('move a project with all its data to another bucket; the server may run meanwhile')
    .requiredOption('--to <bucket>', 'the bucket that it goes to, of `bucket list`')
    .addOption(dryRun())
    .action((id: string, { to, dryRun: isDryRun = false }: { to: string; dryRun?: boolean }) =>
      withDatabase((db) => moveProject(db, id, to, { objects, now, isDryRun, print })),
    )
  project
    .command('delete <id>')
    .description('delete a project with all its data')
    .addOption(dryRun())
    .action((id: string, { dryRun: isDryRun = false }) =>
      withDatabase((db) => deleteProject(db, id, { isDryRun, print })),
    )
}

function addBuckets(program: Command, { config, print }: ProgramDeps): void {
  const withDatabase = databaseOf(config)
  const options = { places: placesOf(config), print }
  const bucket = program.command('bucket').description('spread projects over several database servers')
  bucket
    .command('list')
    .description('list all buckets with their servers and use')
    .action(() => withDatabase((db) => listBuckets(db, options), { isList: true }))
  bucket
    .command('add <name>')
    .description('prepare the server of a bucket that BUGLE_BUCKETS names, and let it take new projects')
    .action((name: string) => withDatabase((db) => addBucket(db, name, options), { makesTables: true }))
  bucket
    .command('distribute <name>')
    .description('let Citus place the schema of a bucket on a node, or say on which node it is')
    .action((name: string) => withDatabase((db) => distributeBucket(db, name, options)))
  for (const [command, takesNew] of [
    ['close', false],
    ['open', true],
  ] as const)
    bucket
      .command(`${command} <name>`)
      .description(takesNew ? 'let a bucket take new projects again' : 'let a bucket take no new projects')
      .action((name: string) => withDatabase((db) => setTakesNew(db, name, { takesNew, print })))
}

function addOrganizations(program: Command, { config, print }: ProgramDeps): void {
  const withDatabase = databaseOf(config)
  const organization = program
    .command('organization')
    .description('list organizations, and rescue those without an owner')
  organization
    .command('list')
    .description('list all organizations with their owners and size')
    .action(() => withDatabase((db) => listOrganizations(db, print)))
  organization
    .command('add-owner <id> <email>')
    .description('make an account an owner of an organization')
    .addOption(dryRun())
    .action((id: string, email: string, { dryRun: isDryRun = false }) =>
      withDatabase((db) => addOwner(db, id, email, { isDryRun, print })),
    )
}

function addTokens(program: Command, { config, print }: ProgramDeps): void {
  const withDatabase = databaseOf(config)
  program
    .command('token')
    .description('revoke tokens')
    .command('revoke <token>')
    .description('revoke a leaked token: an ingest token, an API token or a session')
    .addOption(dryRun())
    .action((token: string, { dryRun: isDryRun = false }) =>
      withDatabase((db) => revokeToken(db, token, { isDryRun, print })),
    )
}

function addUsers(program: Command, deps: ProgramDeps): void {
  const { config, now, print } = deps
  const withDatabase = databaseOf(config)
  const user = program
    .command('user')
    .description('list, create, disable and delete accounts, and help users who are locked out')
  user
    .command('list')
    .description('list all accounts')
    .action(() => withDatabase((db) => listUsers(db, print)))
  user
    .command('show <email>')
    .description('show one account')
    .action((email: string) => withDatabase((db) => showUser(db, email, config, now(), print)))
  user
    .command('create <email>')
    .description('create an account, also while registration is closed, and print a link to choose its password')
    .option('--name <name>', 'the initial name', 'New member')
    .addOption(dryRun())
    .action((email: string, { name, dryRun: isDryRun = false }: { name: string; dryRun?: boolean }) =>
      withDatabase((db) => createUser(db, email, { name, config, now: now(), isDryRun, print })),
    )
  for (const [command, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    user
      .command(`${command} <email>`)
      .description(isDisabled ? 'disable an account, its sessions and its API tokens' : 'enable an account again')
      .addOption(dryRun())
      .action((email: string, { dryRun: isDryRun = false }) =>
        withDatabase((db) => disableUser(db, email, { isDisabled, isDryRun, print })),
      )
  user
    .command('operator <email>')
    .description('let an account see the whole installation in the dashboard')
    .option('--remove', 'no longer')
    .addOption(dryRun())
    .action((email: string, { remove: isRemoved = false, dryRun: isDryRun = false }) =>
      withDatabase((db) => makeOperator(db, email, { isRemoved, isDryRun, print })),
    )
  user
    .command('delete <email>')
    .description('delete an account and the projects that have no other member')
    .addOption(dryRun())
    .action((email: string, { dryRun: isDryRun = false }) =>
      withDatabase((db) => deleteUser(db, email, { isDryRun, print })),
    )
  addRescue(user, deps)
}

/** Adds the commands for users who are locked out. */
function addRescue(user: Command, { config, print }: ProgramDeps): void {
  const withDatabase = databaseOf(config)
  user
    .command('reset-password <email>')
    .description('print a link to choose a new password')
    .addOption(dryRun())
    .action((email: string, { dryRun: isDryRun = false }) =>
      withDatabase((db) => resetPassword(db, email, config, { isDryRun, print })),
    )
  user
    .command('disable-totp <email>')
    .description('remove the second factor and the passkeys of a user who lost them')
    .addOption(dryRun())
    .action((email: string, { dryRun: isDryRun = false }) =>
      withDatabase((db) => disableTotp(db, email, { isDryRun, print })),
    )
}

type WithDatabaseArguments = Parameters<typeof withDatabaseOf<void>> extends [unknown, ...infer Rest] ? Rest : never

function databaseOf(config: ProgramDeps['config']) {
  return (...[work, options]: WithDatabaseArguments) => withDatabaseOf(config, work, options)
}

function momentOf(text: string): Date | 'latest' {
  return text === 'latest' ? text : timeOf(text)
}

function timeOf(text: string): Date {
  const time = new Date(text)
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) && !Number.isNaN(time.getTime())
  // The 31st of a shorter month would be read as a day of the next.
  if (!isTime || !time.toISOString().startsWith(text.slice(0, 10)))
    throw new InvalidArgumentError('Give a day or a UTC time, such as 2027-01-31 or 2027-01-31T12:00Z.')
  return time
}
