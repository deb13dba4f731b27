import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { findRules, insertRule, type RuleFields } from './rule-store.ts'

/**
 * Adds the rule that a project begins with, unless one speaks of all projects: nobody has to find out that nobody was notified.
 * The first speaks of all of them, later ones of the new project alone.
 */
export async function addDefaultRule(
  tx: Tx,
  { organizationId, projectId, project }: { organizationId: string; projectId: number; project: string },
): Promise<void> {
  const rules = await findRules(tx, organizationId)
  if (rules.some(({ projectIds }) => projectIds === null)) return
  const projectIds = rules.length === 0 ? null : [projectId]
  const name = projectIds === null ? 'New in production' : `New in production of ${project}`.slice(0, 120)
  await insertRule(tx, { ...fields, name, projectIds, id: randomUUID(), organizationId, createdBy: null })
}

const fields: Omit<RuleFields, 'name' | 'projectIds'> = {
  isEnabled: true,
  triggers: ['issue.new', 'issue.regressed'],
  threshold: null,
  condition: 'environment:production',
  isUrgent: false,
  notifiesRecovery: false,
  mutedUntil: null,
  paceMinutes: null,
  windowMinutes: null,
  channelIds: [],
  notifiesMembers: true,
  notifiesAssignee: false,
  teamIds: [],
  assignUserId: null,
  assignTeamId: null,
}
