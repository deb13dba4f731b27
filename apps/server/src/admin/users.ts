import type { Config } from '../config.ts'
import { type Database, type Queryable, transaction } from '../db/database.ts'
import {
  findUserByEmail,
  recordAudit,
  setDisabled,
  subscriptionAt,
  type UserRecord,
} from '../domains/accounts/index.ts'
import {
  createAccountByOperator,
  deleteUserAndProjects,
  makeResetLink,
  removeTotpByOperator,
  revokeSessionsByOperator,
} from '../domains/auth/index.ts'
import { deleteProjectsOf } from '../domains/projects/index.ts'
import { formatColumns, oneLine } from './format-columns.ts'
import { OperatorError } from './operator-error.ts'
import { plural } from './plural.ts'
import { type AccountRow, findAccounts } from './user-store.ts'

type Print = (line: string) => void

/** Options of every command that changes something. */
export interface ChangeOptions {
  isDryRun: boolean
  print: Print
}

/** @throws OperatorError if there is no such account */
export async function getUser(db: Queryable, email: string): Promise<UserRecord> {
  const user = await findUserByEmail(db, email)
  if (user === undefined) throw new OperatorError(`There is no account with the e-mail ${email}.`)
  return user
}

export async function listUsers(db: Queryable, print: Print): Promise<void> {
  const accounts = await findAccounts(db)
  const rows = accounts.map(({ email, createdAt, lastUsedAt, projects, isConfirmed, isDisabled }) => [
    email,
    `since ${dayOf(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`,
    plural(projects, 'project'),
    [...(isConfirmed ? [] : ['unconfirmed']), ...(isDisabled ? ['disabled'] : [])].join(', '),
  ])
  for (const line of formatColumns(rows)) print(line)
  print(plural(accounts.length, 'account'))
}

export async function showUser(
  db: Queryable,
  email: string,
  { BILLING }: Config,
  now: Date,
  print: Print,
): Promise<void> {
  const user = await getUser(db, email)
  const [account] = (await findAccounts(db, email)) as [AccountRow]
  const { status, plan, trial_ends_at } = subscriptionAt(user, now, BILLING)
  const { subscriptionEndsAt: endsAt } = user
  const facts: [string, string][] = [
    ['E-mail', user.email],
    ['Name', oneLine(user.name)],
    ['Since', account.createdAt.toISOString()],
    ['Last used', account.lastUsedAt?.toISOString() ?? 'never'],
    ['Disabled', user.disabledAt?.toISOString() ?? 'no'],
    ['Confirmed', user.emailConfirmedAt?.toISOString() ?? 'not yet'],
    ['Sessions', String(account.sessions)],
    ['Projects', String(account.projects)],
    ['Second factor', account.hasTotp ? 'on' : 'off'],
    ['Subscription', `${status}, ${plan}${endsAt === null ? '' : `, paid until ${endsAt.toISOString()}`}`],
    ['Trial until', trial_ends_at],
  ]
  for (const line of formatColumns(facts)) print(line)
}

/** Creates an account, also while registration is closed. The owner chooses the password through the printed link. */
export async function createUser(
  db: Database,
  email: string,
  { name, config, now, isDryRun, print }: ChangeOptions & { name: string; config: Config; now: Date },
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new OperatorError(`${email} is not an e-mail address.`)
  if (await findUserByEmail(db, email)) throw new OperatorError(`An account with the e-mail ${email} already exists.`)
  if (isDryRun) return print(`An account for ${email} would be created. (dry run: nothing was changed)`)
  const { id } = await createAccountByOperator(db, { email, name, now })
  const link = await transaction(db, (tx) => makeResetLink(tx, id, config.url))
  print(`A link for ${email} to choose a password, valid once and for an hour; «user reset-password» prints another:`)
  print(link)
}

/**
 * Disables an account, or enables it again. Its projects continue to accept events: `project delete` and `token revoke`
 * stop those.
 */
export async function disableUser(
  db: Database,
  email: string,
  { isDisabled, isDryRun, print }: ChangeOptions & { isDisabled: boolean },
): Promise<void> {
  const user = await getUser(db, email)
  if ((user.disabledAt !== null) === isDisabled)
    throw new OperatorError(`${user.email} is ${isDisabled ? 'already disabled' : 'not disabled'}.`)
  const [account] = (await findAccounts(db, email)) as [AccountRow]
  const consequence = isDisabled
    ? `nobody can log in as ${user.email}, ${account.sessions} sessions end, and API tokens are refused`
    : `${user.email} can log in, and API tokens work`
  if (isDryRun) return print(`Then ${consequence}. (dry run: nothing was changed)`)
  await transaction(db, async (tx) => {
    await setDisabled(tx, user.id, isDisabled)
    if (isDisabled) await revokeSessionsByOperator(tx, user.id)
    await recordAudit(tx, { userId: user.id, action: isDisabled ? 'account.disabled' : 'account.enabled' })
  })
  print(`From now on ${consequence}.`)
  if (isDisabled && account.projects > 0)
    print(
      `The ${account.projects} projects of this account still accept events: see «project list» and «token revoke».`,
    )
}

/** Deletes an account and the projects that have no other member. */
export async function deleteUser(db: Database, email: string, { isDryRun, print }: ChangeOptions): Promise<void> {
  const user = await getUser(db, email)
  const [{ projects }] = (await findAccounts(db, email)) as [AccountRow]
  const account = `${user.email} with ${plural(projects, 'project')}`
  if (isDryRun) return print(`${account} would be deleted. (dry run: nothing was changed)`)
  await transaction(db, (tx) => deleteUserAndProjects(tx, user.id, deleteProjectsOf))
  print(`${account} is deleted. The server will erase the data.`)
}

/** Prints a link instead of mailing it, for the operator to hand over. */
export async function resetPassword(
  db: Database,
  email: string,
  { url }: Config,
  { isDryRun, print }: ChangeOptions,
): Promise<void> {
  const user = await getUser(db, email)
  if (isDryRun)
    return print(
      `${user.email} would get a link to choose a new password; older links stop working. (dry run: nothing was changed)`,
    )
  const link = await transaction(db, (tx) => makeResetLink(tx, user.id, url))
  print(`A link for ${user.email} to choose a new password, valid once and for an hour:`)
  print(link)
}

/**
 * Removes the second factors, passkeys too, of a user who has lost them and the recovery codes. The operator must verify who is
 * asking.
 */
export async function disableTotp(db: Database, email: string, { isDryRun, print }: ChangeOptions): Promise<void> {
  const user = await getUser(db, email)
  if (isDryRun) {
    const [account] = await findAccounts(db, email)
    if (!account?.hasTotp) throw new OperatorError(`${user.email} has no second factor.`)
    return print(`${user.email} would log in with the password alone. (dry run: nothing was changed)`)
  }
  const wasOn = await transaction(db, (tx) => removeTotpByOperator(tx, user.id))
  if (!wasOn) throw new OperatorError(`${user.email} has no second factor.`)
  print(`${user.email} now logs in with the password alone.`)
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
