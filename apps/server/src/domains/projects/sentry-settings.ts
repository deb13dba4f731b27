import type { ChangeSentrySettingsBody, SentrySettings } from '@bugle/protocol'
import { type Database, type Queryable, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditActor, recordOrganizationAudit } from '../organizations/index.ts'
import type { Actor } from './project.ts'
import { lockProject, notifyChanged } from './project-store.ts'
import { findSentrySettings, updateSentrySettings } from './sentry-settings-store.ts'

/** Returns what is kept of the events of Sentry's SDKs, and from whom they are accepted. */
export async function getSentrySettings(db: Queryable, projectId: number): Promise<SentrySettings> {
  const found = await findSentrySettings(db, projectId)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export function changeSentrySettings(
  db: Database,
  actor: Actor,
  auditActor: AuditActor,
  projectId: number,
  body: ChangeSentrySettingsBody,
): Promise<SentrySettings> {
  return transaction(db, async (tx) => {
    const { organizationId, name } = await lockProject(tx, actor, projectId)
    const before = await getSentrySettings(tx, projectId)
    const after: SentrySettings = {
      keep_user_fields: body.keep_user_fields ?? before.keep_user_fields,
      keep_request_body: body.keep_request_body ?? before.keep_request_body,
      drop_vars: body.drop_vars ?? before.drop_vars,
      sensitive_keys: body.sensitive_keys ? distinct(body.sensitive_keys) : before.sensitive_keys,
      require_app_id: body.require_app_id ?? before.require_app_id,
    }
    await updateSentrySettings(tx, projectId, after)
    await recordOrganizationAudit(tx, organizationId, auditActor, 'sentry_settings.changed', {
      project: name,
      ...changesOf(before, after),
    })
    await notifyChanged(tx, projectId)
    return after
  })
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))]
}

/** Returns what a change changes, for the audit trail. */
function changesOf(before: SentrySettings, after: SentrySettings): Record<string, string> {
  const [from, to] = [before, after].map((settings) =>
    Object.entries(settings).map(([name, value]) => [name, String(value)]),
  )
  const old = Object.fromEntries(from!) as Record<string, string>
  return Object.fromEntries(to!.filter(([name, value]) => old[name!] !== value))
}
