import { toPlainId } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import type { RuleLink } from '../notifications/index.ts'
import { findRulesById, type RuleRow } from './rule-store.ts'

/** Returns the names of those of these rules that exist, and where each is changed and muted. */
export async function findRuleLinks(db: Queryable, url: string, ruleIds: readonly string[]): Promise<RuleLink[]> {
  const rules = await findRulesById(db, ruleIds)
  return rules.map((rule) => ({ name: rule.name, url: ruleUrl(url, rule), muteUrl: `${ruleUrl(url, rule)}/mute` }))
}

export function ruleUrl(url: string, { organizationId, id }: Pick<RuleRow, 'organizationId' | 'id'>): string {
  return `${url}/organizations/${toPlainId('org', organizationId)}/alerts#${toPlainId('rul', id)}`
}
