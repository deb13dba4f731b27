import {
  type AlertRule,
  AlertRuleList,
  AlertRuleResponse,
  ChangeAlertRuleBody,
  NewAlertRuleBody,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, endpoint, originOf, plainIdOf, projectIdOf } from '../../http/index.ts'
import { auditActorOf } from '../organizations/index.ts'
import { changeRule, createRule, getRule, removeRule } from './manage-rules.ts'
import { findRules, type RuleFields, type RuleRow } from './rule-store.ts'

export interface AlertRouteDeps {
  db: Database
  /** @throws Refusal `invalid_parameter` if a condition cannot be read */
  checkCondition: (condition: string) => void
}

/** Mounts the alert rules of an organization. */
export function mountAlerts(app: App, { db, checkCondition }: AlertRouteDeps): void {
  const shown = async (organizationId: string, ruleId: string) => ({
    rule: toRule(await getRule(db, { organizationId, ruleId })),
  })
  const checked = <Body extends ChangeAlertRuleBody>(body: Body): Body => {
    if (body.condition) checkCondition(body.condition)
    return body
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id/alert-rules',
    summary: 'List the alert rules of an organization by name',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:read',
    response: AlertRuleList,
    handler: async ({ organizationId }) => ({ rules: (await findRules(db, organizationId)).map(toRule) }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/alert-rules',
    summary: 'Create an alert rule',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    addsRecords: true,
    body: NewAlertRuleBody,
    status: 201,
    response: AlertRuleResponse,
    refusals: ['invalid_parameter'],
    handler: async ({ caller, organizationId, body, request }) => {
      const fields = { ...unset, ...fieldsOf(checked(body)), name: body.name, triggers: body.triggers }
      const id = await createRule(db, auditActorOf(caller, originOf(request)), organizationId, fields)
      return shown(organizationId, id)
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/organizations/:id/alert-rules/:rule_id',
    summary: 'Change or mute an alert rule',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    addsRecords: true,
    body: ChangeAlertRuleBody,
    response: AlertRuleResponse,
    refusals: ['invalid_parameter'],
    handler: async ({ caller, organizationId, params, body, request }) => {
      const key = { organizationId, ruleId: plainIdOf('rul', params.rule_id) }
      await changeRule(db, auditActorOf(caller, originOf(request)), key, fieldsOf(checked(body)))
      return shown(organizationId, key.ruleId)
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/alert-rules/:rule_id',
    summary: 'Delete an alert rule',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    handler: ({ caller, organizationId, params, request }) => {
      const key = { organizationId, ruleId: plainIdOf('rul', params.rule_id) }
      return removeRule(db, auditActorOf(caller, originOf(request)), key).then(() => undefined)
    },
  })
}

/** A new rule, where its body says nothing. */
const unset = { isEnabled: true, projectIds: null, condition: '', mutedUntil: null, channelIds: [] }

/** Returns the fields that a body brings. */
function fieldsOf(body: ChangeAlertRuleBody): Partial<RuleFields> {
  const fields: Partial<RuleFields> = {}
  if (body.name != null) fields.name = body.name
  if (body.is_enabled != null) fields.isEnabled = body.is_enabled
  if (body.project_ids !== undefined) fields.projectIds = body.project_ids?.map(projectIdOf) ?? null
  if (body.triggers != null) fields.triggers = body.triggers
  if (body.condition != null) fields.condition = body.condition
  if (body.channel_ids != null) fields.channelIds = body.channel_ids.map((id) => plainIdOf('chn', id))
  if (body.muted_until !== undefined) fields.mutedUntil = body.muted_until === null ? null : new Date(body.muted_until)
  return fields
}

function toRule(one: RuleRow): AlertRule {
  return {
    id: toPlainId('rul', one.id),
    name: one.name,
    is_enabled: one.isEnabled,
    project_ids: one.projectIds?.map(toProjectId) ?? null,
    triggers: one.triggers,
    condition: one.condition,
    channel_ids: one.channelIds.map((id) => toPlainId('chn', id)),
    muted_until: one.mutedUntil?.toISOString() ?? null,
    created_at: one.createdAt.toISOString(),
  }
}
