import {
  type AlertIncident,
  AlertIncidentPage,
  AlertIncidentQuery,
  AlertPreview,
  AlertPreviewBody,
  type AlertRule,
  AlertRuleList,
  AlertRuleResponse,
  ChangeAlertRuleBody,
  NewAlertRuleBody,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import Type from 'typebox'
import type { Database } from '../../db/database.ts'
import {
  type App,
  boundIdOf,
  type Caller,
  endpoint,
  listEndpoint,
  originOf,
  plainIdOf,
  positionTime,
  positionUuid,
  projectIdOf,
} from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { auditActorOf } from '../organizations/index.ts'
import { findIncidents, type IncidentFilter, type ListedIncident } from './incident-store.ts'
import { incidentOf } from './incident-view.ts'
import { changeRule, createRule, getRule, removeRule } from './manage-rules.ts'
import { assigneeOf, peopleOf, toAssignTo, toPeople } from './people.ts'
import { type PreviewDeps, previewRule } from './preview.ts'
import { findProjectsOfRule, findRules, type RuleFields, type RuleRow } from './rule-store.ts'

export interface AlertRouteDeps extends PreviewDeps {
  db: Database
  /** Returns the projects that a caller sees. */
  projectsOf: (caller: Caller) => Promise<number[]>
  /** @throws Refusal `invalid_parameter` if a condition cannot be read */
  checkCondition: (condition: string) => void
}

/** Mounts the alert rules of an organization. */
export function mountAlerts(app: App, deps: AlertRouteDeps): void {
  mountRules(app, deps)
  mountIncidents(app, deps)
}

function mountRules(app: App, { db, checkCondition }: AlertRouteDeps): void {
  const shown = async (organizationId: string, ruleId: string) => ({
    rule: toRule(await getRule(db, { organizationId, ruleId })),
  })
  const checked = <Body extends ChangeAlertRuleBody>(body: Body): Body => {
    checkBody(body, checkCondition)
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
    handler: async ({ caller, organizationId, body, request }) => {
      const fields = { ...unset, ...fieldsOf(checked(body)), name: body.name, triggers: [...body.triggers] }
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

function mountIncidents(app: App, deps: AlertRouteDeps): void {
  const { db, projectsOf, checkCondition } = deps

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/alert-rules/preview',
    summary: 'Show what a rule would have sent in the last two weeks',
    description: 'Of the events that are kept. The condition is judged by what issues are now.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'alert:write',
    body: AlertPreviewBody,
    response: AlertPreview,
    handler: async ({ caller, organizationId, body }) => {
      checkBody(body, checkCondition)
      const wanted = { organizationId, projectIds: body.project_ids?.map(projectIdOf) ?? null }
      const visible = new Set(await projectsOf(caller))
      const projectIds = (await findProjectsOfRule(db, wanted)).filter((id) => visible.has(id))
      return previewRule(deps, projectIds, body)
    },
  })

  listEndpoint(app, {
    url: '/api/organizations/:id/incidents',
    summary: 'List the incidents of an organization, the latest first',
    tag: 'Organizations',
    scope: 'member:read',
    query: AlertIncidentQuery,
    response: AlertIncidentPage,
    position: Type.Object({ at: positionTime, id: positionUuid }),
    find: async ({ caller, organizationId, query }, { after, limit }) =>
      findIncidents(
        db,
        { organizationId, ...filterOf(query, await projectsOf(caller)) },
        { after: after && { firedAt: new Date(after.at), id: after.id }, limit },
      ),
    positionOf: ({ firedAt, id }) => ({ at: firedAt.getTime(), id }),
    show: (incidents) => ({ incidents: incidents.map(toIncident) }),
  })
}

/** @throws Refusal `validation_failed` if the condition of a body cannot be read */
function checkBody({ condition }: ChangeAlertRuleBody, check: AlertRouteDeps['checkCondition']): void {
  try {
    if (condition) check(condition)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('validation_failed', { errors: { condition: error.errors?.query ?? [] } })
  }
}

/** A new rule, where its body says nothing. */
const unset = {
  isEnabled: true,
  projectIds: null,
  threshold: null,
  condition: '',
  isUrgent: false,
  notifiesRecovery: false,
  mutedUntil: null,
  paceMinutes: null,
  windowMinutes: null,
  channelIds: [],
  ...peopleOf([]),
  ...assigneeOf(null),
}

/** Returns the fields that a body brings. */
function fieldsOf(body: ChangeAlertRuleBody): Partial<RuleFields> {
  const fields: Partial<RuleFields> = {}
  if (body.name != null) fields.name = body.name
  if (body.is_enabled != null) fields.isEnabled = body.is_enabled
  if (body.project_ids !== undefined) fields.projectIds = body.project_ids?.map(projectIdOf) ?? null
  if (body.triggers != null) fields.triggers = [...body.triggers]
  if (body.threshold !== undefined) fields.threshold = body.threshold
  if (body.is_urgent != null) fields.isUrgent = body.is_urgent
  if (body.notifies_recovery != null) fields.notifiesRecovery = body.notifies_recovery
  if (body.condition != null) fields.condition = body.condition
  if (body.channel_ids != null) fields.channelIds = body.channel_ids.map((id) => plainIdOf('chn', id))
  if (body.people != null) Object.assign(fields, peopleOf(body.people))
  if (body.assign_to !== undefined) Object.assign(fields, assigneeOf(body.assign_to))
  if (body.muted_until !== undefined) fields.mutedUntil = body.muted_until === null ? null : new Date(body.muted_until)
  if (body.pace_minutes !== undefined) fields.paceMinutes = body.pace_minutes
  if (body.window_minutes !== undefined) fields.windowMinutes = body.window_minutes
  return fields
}

function toRule(one: RuleRow): AlertRule {
  return {
    id: toPlainId('rul', one.id),
    name: one.name,
    is_enabled: one.isEnabled,
    project_ids: one.projectIds?.map(toProjectId) ?? null,
    triggers: one.triggers,
    threshold: one.threshold,
    condition: one.condition,
    channel_ids: one.channelIds.map((id) => toPlainId('chn', id)),
    people: toPeople(one),
    assign_to: toAssignTo(one),
    is_urgent: one.isUrgent,
    notifies_recovery: one.notifiesRecovery,
    muted_until: one.mutedUntil?.toISOString() ?? null,
    pace_minutes: one.paceMinutes,
    window_minutes: one.windowMinutes,
    created_at: one.createdAt.toISOString(),
  }
}

/** An issue implies its project. */
function filterOf(query: AlertIncidentQuery, visible: readonly number[]): Omit<IncidentFilter, 'organizationId'> {
  const issue = query.issue_id === undefined ? undefined : boundIdOf('iss', query.issue_id)
  const asked = [issue?.projectId, query.project_id === undefined ? undefined : projectIdOf(query.project_id)]
  return {
    projectIds: visible.filter((id) => asked.every((one) => one === undefined || one === id)),
    state: query.state,
    ruleId: query.rule_id === undefined ? undefined : plainIdOf('rul', query.rule_id),
    issueId: issue?.uuid,
  }
}

function toIncident(one: ListedIncident): AlertIncident {
  return {
    ...incidentOf(one),
    issue: one.issue && { short_id: one.issue.shortId, title: one.issue.title },
    notified: one.notified.map(({ channelId, at }) => ({
      channel_id: toPlainId('chn', channelId),
      at: new Date(at).toISOString(),
    })),
  }
}
