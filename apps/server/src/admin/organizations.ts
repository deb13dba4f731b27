import { parsePlainId, toPlainId } from '@bugle/protocol'
import { type Database, type Queryable, transaction } from '../db/database.ts'
import { setOperator } from '../domains/accounts/index.ts'
import { findMembership, insertMembership, lockOrganization, updateRole } from '../domains/memberships/index.ts'
import { operator, recordOrganizationAudit } from '../domains/organizations/index.ts'
import { findOrganizations } from '../operator/operator-store.ts'
import { formatColumns, oneLine } from './format-columns.ts'
import { OperatorError } from './operator-error.ts'
import { plural } from './plural.ts'
import { type ChangeOptions, getUser } from './users.ts'

const most = 100_000

export async function listOrganizations(db: Database, print: ChangeOptions['print']): Promise<void> {
  const organizations = await findOrganizations(db, { after: undefined, limit: most })
  const rows = organizations.map(({ id, name, owners, members, projects, events }) => [
    toPlainId('org', id),
    plural(members, 'member'),
    plural(projects, 'project'),
    plural(events, 'event'),
    owners.join(', ') || 'no owner',
    oneLine(name),
  ])
  for (const line of formatColumns(rows)) print(line)
  print(plural(organizations.length, 'organization'))
}

/** Makes an account an owner of an organization, whose owners are locked out or gone. */
export async function addOwner(
  db: Database,
  id: string,
  email: string,
  { isDryRun, print }: ChangeOptions,
): Promise<void> {
  const organizationId = parsePlainId('org', id)
  const user = await getUser(db, email)
  if (organizationId === undefined) throw new OperatorError(`There is no organization ${id}.`)
  if (isDryRun) return print(`${user.email} would become an owner of ${id}. (dry run: nothing was changed)`)
  await transaction(db, async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) throw new OperatorError(`There is no organization ${id}.`)
    const before = (await findMembership(tx, organizationId, user.id))?.role ?? null
    const membership = { organizationId, userId: user.id, role: 'owner', source: 'owner', invitedBy: null } as const
    await insertMembership(tx, membership)
    await updateRole(tx, organizationId, user.id, 'owner')
    const details = { user: toPlainId('usr', user.id), from: before, to: 'owner' }
    await recordOrganizationAudit(tx, organizationId, operator, 'member.role_changed', details)
  })
  print(`${user.email} is an owner of ${id}.`)
}

/** Lets an account see the whole installation in the dashboard, or no longer. */
export async function makeOperator(
  db: Queryable,
  email: string,
  { isRemoved, isDryRun, print }: ChangeOptions & { isRemoved: boolean },
): Promise<void> {
  const user = await getUser(db, email)
  const sentence = `${user.email} ${isRemoved ? 'no longer sees' : 'sees'} the page of the operator`
  if (isDryRun) return print(`Then ${sentence}. (dry run: nothing was changed)`)
  await setOperator(db, user.id, !isRemoved)
  print(`From now on ${sentence}.`)
}
