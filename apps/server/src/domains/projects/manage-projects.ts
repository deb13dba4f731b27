import {
  type ChangeProjectBody,
  type CreateProjectBody,
  limits,
  mayDo,
  parsePlainId,
  type RegenerateBody,
  toProjectId,
} from '@bugle/protocol'
import { type Database, type Tx, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { endOf, planExpiryWarning } from '../auth/index.ts'
import { createOwnOrganization, findMemberships, holdRole } from '../memberships/index.ts'
import {
  type AuditActor,
  changesBetween,
  deleteOrganizationAudits,
  recordOrganizationAudit,
} from '../organizations/index.ts'
import { ingestTokenHashOf, newIngestToken } from './ingest-token.ts'
import { insertIngestToken, retireIngestTokens, revokeIngestToken } from './ingest-token-store.ts'
import { type Actor, freePrefix, pinnedAppIds, shortPrefixOf } from './project.ts'
import {
  countProjects,
  getProject,
  insertProject,
  lockPrefixes,
  lockProject,
  markAllDeleted,
  markDeleted,
  notifyChanged,
  type ProjectRecord,
  updateProject,
} from './project-store.ts'

/** Creates what else a project begins with, in the same transaction. */
export type OnProjectCreated = (
  tx: Tx,
  created: { organizationId: string; projectId: number; project: string },
) => Promise<void>

/** Creates a project with its first ingest token, in the named organization or in the actor's first one. */
export function createProject(
  { db, onCreated }: { db: Database; onCreated: OnProjectCreated },
  actor: Actor,
  auditActor: AuditActor,
  body: CreateProjectBody,
) {
  const appIds = pinnedAppIds(body)
  const prefix = shortPrefixOf(body.name)
  const token = newIngestToken()
  return transaction(db, async (tx) => {
    const organizationId = await homeOf(tx, actor, body.organization_id ?? undefined)
    const shortPrefix = freePrefix(prefix, await lockPrefixes(tx, organizationId, prefix))
    if ((await countProjects(tx, organizationId)) >= limits.projects)
      throw new Refusal('validation_failed', {
        errors: { organization_id: [`the organization has ${limits.projects} projects already`] },
      })
    const { name, platform = null } = body
    const id = await insertProject(tx, { organizationId, name, appIds, platform, shortPrefix })
    await insertIngestToken(tx, id, token)
    await onCreated(tx, { organizationId, projectId: id, project: name })
    await recordOrganizationAudit(tx, organizationId, auditActor, 'project.created', {
      project: name,
      project_id: toProjectId(id),
    })
    return { project: await getProject(tx, actor, id), ingestToken: token.text }
  })
}

export function changeProject(
  db: Database,
  actor: Actor,
  auditActor: AuditActor,
  id: number,
  body: ChangeProjectBody,
): Promise<ProjectRecord> {
  return transaction(db, async (tx) => {
    const project = await lockProject(tx, actor, id)
    const changed = {
      ...project,
      name: body.name ?? project.name,
      appIds: pinnedAppIds(body, project.appIds),
      platform: body.platform ?? project.platform,
    }
    await updateProject(tx, changed)
    await recordOrganizationAudit(
      tx,
      project.organizationId,
      auditActor,
      'project.changed',
      changesOf(project, changed),
    )
    await notifyChanged(tx, id)
    return changed
  })
}

/**
 * Creates a new ingest token. The current one stays valid for the grace period, because shipped apps cannot change
 * theirs at once.
 */
export function regenerateToken(
  db: Database,
  actor: Actor,
  auditActor: AuditActor,
  id: number,
  { grace_seconds, expires_in_days }: RegenerateBody,
  now: Date,
) {
  const graceSeconds = grace_seconds ?? 0
  const validUntil = endOf(expires_in_days, now)
  const token = newIngestToken()
  return transaction(db, async (tx) => {
    const { organizationId, name } = await lockProject(tx, actor, id)
    const previousExpiresAt = await retireIngestTokens(tx, id, graceSeconds)
    const tokenId = await insertIngestToken(tx, id, token, validUntil)
    const owner = `organization ${organizationId}`
    await planExpiryWarning(tx, { table: 'ingest_tokens', id: tokenId }, { owner, expiresAt: validUntil, now })
    const details = { project: name, grace_seconds: graceSeconds }
    await recordOrganizationAudit(tx, organizationId, auditActor, 'ingest_token.regenerated', details)
    await notifyChanged(tx, id)
    return { ingestToken: token.text, previousExpiresAt }
  })
}

/** Makes the project unreadable and its tokens invalid from now on; a job erases its data. */
export function deleteProject(db: Database, actor: Actor, auditActor: AuditActor, id: number): Promise<void> {
  return transaction(db, async (tx) => {
    const { organizationId, name } = await lockProject(tx, actor, id)
    await recordOrganizationAudit(tx, organizationId, auditActor, 'project.deleted', {
      project: name,
      project_id: toProjectId(id),
    })
    await markProjectDeleted(tx, id)
  })
}

/** Makes a project unreadable within a transaction; a job erases its data. */
export async function markProjectDeleted(tx: Tx, id: number): Promise<void> {
  await markDeleted(tx, id)
  await notifyChanged(tx, id)
}

/**
 * Revokes the live ingest token with this text on behalf of an operator, within a transaction.
 *
 * @returns its project, or undefined if there is no such token
 */
export async function revokeIngestTokenByOperator(tx: Tx, text: string): Promise<number | undefined> {
  const projectId = await revokeIngestToken(tx, ingestTokenHashOf(text))
  if (projectId !== undefined) await notifyChanged(tx, projectId)
  return projectId
}

/** Makes the projects of deleted organizations unreadable, and deletes their audit trails, within the same transaction. */
export async function deleteProjectsOf(tx: Tx, organizationIds: string[]): Promise<void> {
  for (const id of await markAllDeleted(tx, organizationIds)) await notifyChanged(tx, id)
  await deleteOrganizationAudits(tx, organizationIds)
}

/** Returns what a change changes, for the audit trail. */
function changesOf(before: ProjectRecord, after: ProjectRecord) {
  const shown = ({ name, appIds, platform }: ProjectRecord) => ({ name, app_ids: appIds.join(' '), platform })
  return { project: before.name, ...changesBetween(shown(before), shown(after)) }
}

/**
 * Returns the organization of a new project: the named one, else the one that the actor joined first of those where they
 * may create projects. An actor who has no organization any more gets one.
 */
async function homeOf(tx: Tx, actor: Actor, named: string | undefined): Promise<string> {
  const memberships = await findMemberships(tx, actor.userId)
  if (named !== undefined) {
    const organizationId = parsePlainId('org', named)
    const found = memberships.find((membership) => membership.organizationId === organizationId)
    if (found === undefined) throw new Refusal('not_found')
    return held(tx, found.organizationId, actor)
  }
  if (memberships.length === 0) return createOwnOrganization(tx, actor.userId)
  const first = memberships.find(({ role }) => mayDo(role, 'project:write'))
  if (first === undefined) throw new Refusal('insufficient_role')
  return held(tx, first.organizationId, actor)
}

/** Keeps the actor's role until the transaction ends. */
async function held(tx: Tx, organizationId: string, { userId }: Actor): Promise<string> {
  const role = await holdRole(tx, organizationId, userId)
  if (role === undefined) throw new Refusal('not_found')
  if (!mayDo(role, 'project:write')) throw new Refusal('insufficient_role')
  return organizationId
}
