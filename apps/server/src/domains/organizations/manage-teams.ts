import { mayDo, type Role, type Scope, toPlainId } from '@bugle/protocol'
import type { Database, Tx } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { awaitWriters } from '../memberships/index.ts'
import type { AuditActor } from './audit-actor.ts'
import { type ClearAssignee, inOrganization } from './manage-members.ts'
import { recordOrganizationAudit } from './organization-audit-store.ts'
import {
  deleteTeam,
  deleteTeamMember,
  deleteTeamProject,
  findTeamName,
  insertTeam,
  isLead,
  putTeamMember,
  putTeamProject,
  renameTeam,
} from './team-store.ts'

export interface TeamKey {
  organizationId: string
  teamId: string
}

/** @returns its id */
export function createTeam(
  db: Database,
  auditActor: AuditActor,
  organizationId: string,
  name: string,
): Promise<string> {
  return inOrganization(db, { organizationId, auditActor, needs: 'member:write' }, async (tx) => {
    const id = await insertTeam(tx, organizationId, name)
    if (id === undefined) throw nameTaken()
    await recordOrganizationAudit(tx, organizationId, auditActor, 'team.created', { team: name })
    return id
  })
}

export function changeTeam(db: Database, auditActor: AuditActor, key: TeamKey, name: string): Promise<void> {
  return ofTeam(db, { ...key, auditActor, needs: 'member:write' }, async (tx, { team }) => {
    if (team === name) return
    if (!(await renameTeam(tx, key.organizationId, key.teamId, name))) throw nameTaken()
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'team.renamed', { from: team, to: name })
  })
}

/** Deletes a team. Its issues stay, without an assignee. */
export function removeTeam(
  db: Database,
  auditActor: AuditActor,
  key: TeamKey,
  clearAssignee: ClearAssignee,
): Promise<void> {
  return ofTeam(db, { ...key, auditActor, needs: 'member:write' }, async (tx, { team }) => {
    await awaitWriters(tx, key.organizationId)
    await clearAssignee(tx, key.organizationId, { teamId: key.teamId })
    await deleteTeam(tx, key.teamId)
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'team.deleted', { team })
  })
}

/** Adds a member of the organization to a team. Leads of the team may, too, but only admins make leads. */
export function addTeamMember(
  db: Database,
  auditActor: AuditActor,
  key: TeamKey,
  { userId, lead }: { userId: string; lead: boolean | undefined },
): Promise<void> {
  return ofTeam(db, { ...key, auditActor, needs: 'team:write' }, async (tx, { team, own }) => {
    await checkTeam(tx, { ...auditActor, own }, key.teamId, lead !== undefined)
    if (!(await putTeamMember(tx, key, { userId, isLead: lead, source: 'member' }))) throw new Refusal('not_found')
    const details = { team, user: toPlainId('usr', userId), ...(lead !== undefined && { lead }) }
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'team.member_added', details)
  })
}

/** Takes a member out of a team: an admin, a lead, or the member. */
export function removeTeamMember(db: Database, auditActor: AuditActor, key: TeamKey, userId: string): Promise<void> {
  return ofTeam(db, { ...key, auditActor, needs: 'own:write' }, async (tx, { team, own }) => {
    if (auditActor.userId !== userId) await checkTeam(tx, { ...auditActor, own }, key.teamId, false)
    await awaitWriters(tx, key.organizationId, userId)
    if (!(await deleteTeamMember(tx, key.teamId, userId))) throw new Refusal('not_found')
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'team.member_removed', {
      team,
      user: toPlainId('usr', userId),
    })
  })
}

export function addTeamProject(db: Database, auditActor: AuditActor, key: TeamKey, projectId: number): Promise<void> {
  return ofTeam(db, { ...key, auditActor, needs: 'member:write' }, async (tx, { team }) => {
    const project = await putTeamProject(tx, key, projectId)
    if (project === undefined) throw new Refusal('not_found')
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'team.project_added', { team, project })
  })
}

export function removeTeamProject(
  db: Database,
  auditActor: AuditActor,
  key: TeamKey,
  { id, name }: { id: number; name: string },
): Promise<void> {
  return ofTeam(db, { ...key, auditActor, needs: 'member:write' }, async (tx, { team }) => {
    await awaitWriters(tx, key.organizationId)
    if (!(await deleteTeamProject(tx, key.teamId, id))) throw new Refusal('not_found')
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'team.project_removed', { team, project: name })
  })
}

async function checkTeam(tx: Tx, { own, userId }: AuditActor & { own: Role }, teamId: string, isAboutLeads: boolean) {
  if (mayDo(own, 'member:write')) return
  if (isAboutLeads || userId === null || !(await isLead(tx, teamId, userId))) throw new Refusal('insufficient_role')
}

function ofTeam(
  db: Database,
  { teamId, ...given }: TeamKey & { auditActor: AuditActor; needs: Scope },
  change: (tx: Tx, found: { team: string; own: Role }) => Promise<void>,
): Promise<void> {
  return inOrganization(db, given, async (tx, own) => {
    const team = await findTeamName(tx, given.organizationId, teamId)
    if (team === undefined) throw new Refusal('not_found')
    await change(tx, { team, own })
  })
}

function nameTaken(): Refusal {
  return new Refusal('validation_failed', { errors: { name: ['is the name of a team, or there are too many teams'] } })
}
