import { type Issue, toPlainId, toProjectId } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { type Batch, type Delivery, type MessageLink, messageText } from '../channels/index.ts'
import { ruleUrl } from './rule-link.ts'
import { findRulesById, type RuleRow } from './rule-store.ts'

export interface MessageContext {
  /** Public origin, where links lead. */
  url: string
  organizationId: string
  now: Date
  /** Returns an issue as the API has it; undefined once it is gone. */
  showIssue: (db: Queryable, projectId: number, issueId: string) => Promise<Issue | undefined>
}

/** The parts that all messages share. */
export interface Frame {
  /** Names the message. */
  id: string
  /** As the API names it. */
  organizationId: string
  /** Names what services that keep a state keep it for: a rule in a project. */
  key: string
  url: string
  /** Where to change that the message comes. */
  settings: MessageLink
  /** The rule that sends it, if there is one only. */
  rule: RuleRow | undefined
  now: Date
}

export async function frameOf(
  db: Queryable,
  { id: batchId, deliveries }: Batch,
  { url, organizationId, now }: MessageContext,
): Promise<Frame> {
  const id = toPlainId('dlv', batchId)
  const ruleId = onlyOne(deliveries, (one) => one.ruleId)
  const projectId = onlyOne(deliveries, (one) => one.projectId)
  const rule = ruleId === undefined ? undefined : (await findRulesById(db, [ruleId]))[0]
  const organization = toPlainId('org', organizationId)
  const page = `${url}/organizations/${organization}/alerts`
  return {
    id,
    organizationId: organization,
    key:
      ruleId === undefined || projectId === undefined
        ? `bugle:${id}`
        : `bugle:${toPlainId('rul', ruleId)}:${toProjectId(projectId)}`,
    url,
    settings:
      rule === undefined
        ? { text: 'Settings', url: page }
        : { text: `Rule ${messageText(rule.name, 80)}`, url: ruleUrl(url, rule) },
    rule,
    now,
  }
}

/** Returns the value that all deliveries share. */
function onlyOne<T>(deliveries: readonly Delivery[], read: (delivery: Delivery) => T | null): T | undefined {
  const [value, ...others] = new Set(deliveries.map(read))
  return others.length > 0 ? undefined : (value ?? undefined)
}
