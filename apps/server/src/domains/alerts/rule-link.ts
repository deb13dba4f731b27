import { toPlainId } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { findRulesById, type RuleRow } from './rule-store.ts'

/** Returns the name of a rule, and where to change it; undefined if it was deleted. */
export async function findRuleLink(
  db: Queryable,
  url: string,
  ruleId: string,
): Promise<{ name: string; url: string } | undefined> {
  const [rule] = await findRulesById(db, [ruleId])
  return rule && { name: rule.name, url: ruleUrl(url, rule) }
}

export function ruleUrl(url: string, { organizationId, id }: Pick<RuleRow, 'organizationId' | 'id'>): string {
  return `${url}/organizations/${toPlainId('org', organizationId)}/alerts#${toPlainId('rul', id)}`
}
