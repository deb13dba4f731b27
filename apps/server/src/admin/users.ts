import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Schema } from '../db/schema.ts'
import { findUserByEmail, subscriptionAt, type UserRecord } from '../domains/accounts/index.ts'
import { makeResetLink, takeAwayTotp } from '../domains/auth/index.ts'
import { OperatorError } from './operator-error.ts'
import { type AccountRow, findAccounts } from './user-store.ts'

type Db = Kysely<Schema>
type Print = (line: string) => void

/** How a command that changes something is run. */
interface Run {
  isDryRun: boolean
  print: Print
}

/** @throws OperatorError when there is no such account */
export async function getUser(db: Db, email: string): Promise<UserRecord> {
  const user = await findUserByEmail(db, email)
  if (user === undefined) throw new OperatorError(`There is no account with the e-mail ${email}.`)
  return user
}

export async function listUsers(db: Db, print: Print): Promise<void> {
  const accounts = await findAccounts(db)
  const rows = accounts.map(({ email, createdAt, lastUsedAt, projects }) => [
    email,
    `since ${dayOf(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`,
    `${projects} ${projects === 1 ? 'project' : 'projects'}`,
  ])
  for (const line of inColumns(rows)) print(line)
  print(`${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`)
}

export async function showUser(db: Db, email: string, { BILLING }: Config, now: Date, print: Print): Promise<void> {
  const user = await getUser(db, email)
  const [account] = (await findAccounts(db, email)) as [AccountRow]
  const { status, plan, trial_ends_at } = subscriptionAt(user, now, BILLING)
  const { subscriptionEndsAt: endsAt } = user
  const facts: [string, string][] = [
    ['E-mail', user.email],
    ['Name', oneLine(user.name)],
    ['Since', account.createdAt.toISOString()],
    ['Last used', account.lastUsedAt?.toISOString() ?? 'never'],
    ['Sessions', String(account.sessions)],
    ['Projects', String(account.projects)],
    ['Second factor', account.hasTotp ? 'on' : 'off'],
    ['Subscription', `${status}, ${plan}${endsAt === null ? '' : `, paid until ${endsAt.toISOString()}`}`],
    ['Trial until', trial_ends_at],
  ]
  for (const line of inColumns(facts)) print(line)
}

/** Prints a link instead of mailing it: the operator hands it over. */
export async function resetPassword(db: Db, email: string, { url }: Config, { isDryRun, print }: Run): Promise<void> {
  const user = await getUser(db, email)
  if (isDryRun)
    return print(
      `${user.email} would get a link to choose a new password; an older link ends. (dry run: nothing was changed)`,
    )
  const link = await db.transaction().execute((tx) => makeResetLink(tx, user.id, url))
  print(`A link for ${user.email} to choose a new password, good for an hour and once:`)
  print(link)
}

/** For somebody whose phone and recovery codes are gone. That it is really them is for the operator to make sure. */
export async function disableTotp(db: Db, email: string, { isDryRun, print }: Run): Promise<void> {
  const user = await getUser(db, email)
  if (isDryRun) {
    const [account] = await findAccounts(db, email)
    if (!account?.hasTotp) throw new OperatorError(`${user.email} has no second factor.`)
    return print(`${user.email} would log in with the password alone. (dry run: nothing was changed)`)
  }
  const wasOn = await db.transaction().execute((tx) => takeAwayTotp(tx, user.id))
  if (!wasOn) throw new OperatorError(`${user.email} has no second factor.`)
  print(`${user.email} logs in with the password alone from now on.`)
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** What people wrote must not steer a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{C}/gu, '�')
}

function inColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => oneLine(cell).padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
