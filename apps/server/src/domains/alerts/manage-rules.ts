import { randomUUID } from 'node:crypto'
import { thresholdTriggers } from '@bugle/protocol'
import type { Database, Tx } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditActor, inOrganization, recordOrganizationAudit } from '../organizations/index.ts'
import {
  deleteRule,
  findRules,
  insertRule,
  isAssigneeOf,
  type RuleFields,
  type RuleRow,
  updateRule,
} from './rule-store.ts'

export interface RuleKey {
  organizationId: string
  ruleId: string
}

/** @returns its id */
export async function createRule(
  db: Database,
  auditActor: AuditActor,
  organizationId: string,
  fields: RuleFields,
): Promise<string> {
  checkThreshold(fields)
  const id = randomUUID()
  await inOrganization(db, { organizationId, auditActor, needs: 'alert:write' }, async (tx) => {
    await checkAssignee(tx, organizationId, fields)
    if (!(await insertRule(tx, { ...fields, id, organizationId, createdBy: auditActor.userId }))) throw nameTaken()
    await recordOrganizationAudit(tx, organizationId, auditActor, 'alert_rule.created', { rule: fields.name })
  })
  return id
}

export function changeRule(
  db: Database,
  auditActor: AuditActor,
  key: RuleKey,
  changes: Partial<RuleFields>,
): Promise<void> {
  return ofRule(db, auditActor, key, async (tx, rule) => {
    const next = { ...rule, ...changes }
    checkThreshold(next)
    await checkAssignee(tx, key.organizationId, next)
    if (!(await updateRule(tx, next))) throw nameTaken()
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'alert_rule.changed', {
      rule: next.name,
      ...(next.name === rule.name ? {} : { name_before: rule.name }),
      ...(next.isEnabled === rule.isEnabled ? {} : { enabled: next.isEnabled }),
    })
  })
}

export function removeRule(db: Database, auditActor: AuditActor, key: RuleKey): Promise<void> {
  return ofRule(db, auditActor, key, async (tx, { id, name }) => {
    await deleteRule(tx, id)
    await recordOrganizationAudit(tx, key.organizationId, auditActor, 'alert_rule.deleted', { rule: name })
  })
}

export async function getRule(db: Parameters<typeof findRules>[0], key: RuleKey): Promise<RuleRow> {
  const [rule] = await findRules(db, key.organizationId, key.ruleId)
  if (rule === undefined) throw new Refusal('not_found')
  return rule
}

function ofRule<T>(
  db: Database,
  auditActor: AuditActor,
  key: RuleKey,
  change: (tx: Tx, rule: RuleRow) => Promise<T>,
): Promise<T> {
  const { organizationId } = key
  return inOrganization(db, { organizationId, auditActor, needs: 'alert:write' }, async (tx) =>
    change(tx, await getRule(tx, key)),
  )
}

/** @throws Refusal `validation_failed` if a trigger has no threshold that needs one */
function checkThreshold({ triggers, threshold }: Pick<RuleFields, 'triggers' | 'threshold'>): void {
  if (threshold === null && triggers.some((trigger) => thresholdTriggers.includes(trigger)))
    throw new Refusal('validation_failed', { errors: { threshold: ['is needed by a trigger that counts'] } })
  if (threshold?.times == null && triggers.includes('project.spike'))
    throw new Refusal('validation_failed', { errors: { 'threshold.times': ['is needed by `project.spike`'] } })
  if (threshold?.percent == null && triggers.includes('release.crash_free'))
    throw new Refusal('validation_failed', { errors: { 'threshold.percent': ['is needed by `release.crash_free`'] } })
}

/** @throws Refusal `validation_failed` if it assigns to somebody outside the organization */
async function checkAssignee(tx: Tx, organizationId: string, fields: RuleFields): Promise<void> {
  if (await isAssigneeOf(tx, organizationId, fields)) return
  throw new Refusal('validation_failed', { errors: { assign_to: ['must be a member or a team of the organization'] } })
}

function nameTaken(): Refusal {
  return new Refusal('validation_failed', { errors: { name: ['is taken, or the organization has too many rules'] } })
}
