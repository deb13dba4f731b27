import type { ChangeProjectBody, CreateProjectBody } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { ingestTokenHashOf, newIngestToken } from './ingest-token.ts'
import { insertIngestToken, retireIngestTokens, revokeIngestToken } from './ingest-token-store.ts'
import { type Actor, freePrefix, pinnedAppIds, shortPrefixOf } from './project.ts'
import {
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

type Db = Kysely<Schema>

/** Creates a project in the actor's own organization, with its first ingest token. */
export function createProject(db: Db, actor: Actor, body: CreateProjectBody) {
  const appIds = pinnedAppIds(body)
  const organizationId = ownOrganization(actor)
  const prefix = shortPrefixOf(body.name)
  const token = newIngestToken()
  return db.transaction().execute(async (tx) => {
    const shortPrefix = freePrefix(prefix, await lockPrefixes(tx, organizationId, prefix))
    const { name, platform = null } = body
    const id = await insertProject(tx, { organizationId, name, appIds, platform, shortPrefix })
    await insertIngestToken(tx, id, token)
    return { project: await getProject(tx, actor, id), ingestToken: token.text }
  })
}

export function changeProject(db: Db, actor: Actor, id: number, body: ChangeProjectBody): Promise<ProjectRecord> {
  return db.transaction().execute(async (tx) => {
    const project = await lockProject(tx, actor, id)
    const changed = {
      ...project,
      name: body.name ?? project.name,
      appIds: pinnedAppIds(body, project.appIds),
      platform: body.platform ?? project.platform,
    }
    await updateProject(tx, changed)
    await notifyChanged(tx, id)
    return changed
  })
}

/**
 * Creates a new ingest token. The current one stays valid for the grace period, because shipped apps cannot change
 * theirs at once.
 */
export function regenerateToken(db: Db, actor: Actor, id: number, graceSeconds: number) {
  const token = newIngestToken()
  return db.transaction().execute(async (tx) => {
    await lockProject(tx, actor, id)
    const previousExpiresAt = await retireIngestTokens(tx, id, graceSeconds)
    await insertIngestToken(tx, id, token)
    await notifyChanged(tx, id)
    return { ingestToken: token.text, previousExpiresAt }
  })
}

/** Makes the project unreadable and its tokens invalid from now on; a job erases its data. */
export function deleteProject(db: Db, actor: Actor, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockProject(tx, actor, id)
    await endProject(tx, id)
  })
}

/** Deletes a project on behalf of an operator, within a transaction. */
export async function endProject(tx: Db, id: number): Promise<void> {
  await markDeleted(tx, id)
  await notifyChanged(tx, id)
}

/**
 * Ends the live ingest token with this text, on behalf of an operator; within a transaction.
 *
 * @returns its project, or undefined if there is no such token
 */
export async function endIngestToken(tx: Db, text: string): Promise<number | undefined> {
  const projectId = await revokeIngestToken(tx, ingestTokenHashOf(text))
  if (projectId !== undefined) await notifyChanged(tx, projectId)
  return projectId
}

/** The same for all projects of organizations that end, within the transaction that ends them. */
export async function deleteProjectsOf(tx: Db, organizationIds: string[]): Promise<void> {
  for (const id of await markAllDeleted(tx, organizationIds)) await notifyChanged(tx, id)
}

function ownOrganization({ organizationIds, userId }: Actor): string {
  const [first] = organizationIds
  if (first === undefined) throw new Error(`User ${userId} is a member of no organization.`)
  return first
}
