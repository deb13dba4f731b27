import { limits, mayDo, type Role, type ViewFilter } from '@bugle/protocol'
import { type Database, type Tx, transaction } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { Refusal } from '../../../refusal.ts'
import { holdRoles } from '../../memberships/index.ts'
import { findProjectIds } from '../../projects/index.ts'
import {
  deleteView,
  findOrganizationsOf,
  findView,
  hasRoomForView,
  insertView,
  mayChange,
  updateView,
  type ViewReader,
  type ViewRow,
} from './view-store.ts'

/** The author of a view, with the rights that are held until the transaction ends. */
interface Author extends ViewReader {
  roles: Map<string, Role>
}

export interface NewView {
  name: string
  projectId: number | null
  /** The organization that sees it; null for its author alone. */
  organizationId: string | null
  filter: ViewFilter
}

/** Saves a view of the caller, or shares it with an organization at once. */
export function saveView(db: Database, caller: Caller, view: NewView): Promise<ViewRow> {
  return transaction(db, async (tx) => {
    const author = await holdAuthor(tx, caller)
    if (view.projectId !== null && !author.projectIds.includes(view.projectId)) throw new Refusal('not_found')
    if (view.organizationId !== null) await checkShare(tx, author, view.projectId, view.organizationId)
    await checkRoom(tx, view.organizationId ?? author.userId)
    return findView(tx, author, await insertView(tx, author.userId, view))
  })
}

export interface ViewChange {
  name?: string | undefined
  organizationId?: string | null | undefined
  filter?: ViewFilter | undefined
}

/**
 * Changes a view. A shared one is changed by its author while a member, and by those who may change projects; it is its
 * author who shares it.
 */
export function changeView(db: Database, caller: Caller, id: string, change: ViewChange): Promise<ViewRow> {
  return transaction(db, async (tx) => {
    const author = await holdAuthor(tx, caller)
    const view = await holdView(tx, author, id)
    const next = change.organizationId === undefined ? view.organizationId : change.organizationId
    if (next !== view.organizationId) await checkMove(tx, author, view, next)
    await updateView(tx, view, { ...change, organizationId: next })
    // A view that its organization gives back to somebody else is seen by that person alone.
    const seenBy = next === null ? { ...author, userId: view.authorId! } : author
    return findView(tx, seenBy, id)
  })
}

export function removeView(db: Database, caller: Caller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    await holdView(tx, await holdAuthor(tx, caller), id)
    await deleteView(tx, id)
  })
}

/** Holds the roles of the caller first: the projects must be those that these roles show. */
async function holdAuthor(tx: Tx, caller: Caller): Promise<Author> {
  const roles = await holdRoles(tx, caller.userId)
  return { userId: caller.userId, projectIds: await findProjectIds(tx, caller), roles }
}

/** @throws Refusal `not_found` if the caller does not see it, `insufficient_role` */
async function holdView(tx: Tx, author: Author, id: string): Promise<ViewRow> {
  const view = await findView(tx, author, id)
  if (!mayChange(view, author.userId)) throw new Refusal('insufficient_role')
  return view
}

async function checkMove(tx: Tx, author: Author, view: ViewRow, next: string | null): Promise<void> {
  if (view.authorId === null)
    throw new Refusal('validation_failed', { errors: { organization_id: ['the author has no account any more'] } })
  if (next !== null && view.authorId !== author.userId) throw new Refusal('insufficient_role')
  if (next !== null) await checkShare(tx, author, view.projectId, next)
  await checkRoom(tx, next ?? view.authorId)
}

/** Checks that the author may share views in an organization whose projects they see. */
async function checkShare(
  tx: Tx,
  { roles, projectIds }: Author,
  projectId: number | null,
  organizationId: string,
): Promise<void> {
  const role = roles.get(organizationId)
  const shown = await findOrganizationsOf(tx, projectId === null ? projectIds : [projectId])
  if (role === undefined) throw new Refusal('not_found')
  if (!mayDo(role, 'issue:write')) throw new Refusal('insufficient_role')
  if (shown.includes(organizationId)) return
  const mistake = projectId === null ? 'has no project that you see' : 'is not the organization of the project'
  throw new Refusal('validation_failed', { errors: { organization_id: [mistake] } })
}

async function checkRoom(tx: Tx, ownerId: string): Promise<void> {
  if (await hasRoomForView(tx, ownerId)) return
  throw new Refusal('validation_failed', { errors: { name: [`there are ${limits.views} views; delete one first`] } })
}
