import type { TableName } from './table-classes.ts'

/**
 * Parts of the disk that are apart: what fills one of them takes nothing from the others. `objects` is beside the disk: bytes in
 * the object store.
 */
export const budgets = ['events', 'artifacts', 'health', 'outcomes', 'records', 'objects'] as const
export type Budget = (typeof budgets)[number]

/** The owner of a table's bytes, and the budget they count against. */
export interface ByteOwner {
  budget: Budget
  /** An account is an owner beside the organizations; an organization's own token acts as the organization. */
  by: 'project' | 'organization' | 'account'
  /** SQL of the owner of a row `t`; by default its `project_id`, `organization_id` or `user_id`. */
  owner?: string
  /** SQL of the bytes of a row `t` with its index entries; by default they are estimated from its width. */
  bytes?: string
  /** SQL condition of the rows `t` that have any. */
  where?: string
  /** Whether every row is read: those of few rows with many bytes each. Other large tables are sampled. */
  isExact?: true
}

/** Owned by nobody: bounded by number for each account, short-lived, or of the service itself. */
type Unowned = 'installation'

const events = { budget: 'events', by: 'project' } as const
const artifacts = { budget: 'artifacts', by: 'project' } as const
const health = { budget: 'health', by: 'project' } as const
const outcomes = { budget: 'outcomes', by: 'project' } as const
const records = { budget: 'records', by: 'project' } as const
const ofOrganization = { budget: 'records', by: 'organization' } as const
const ofAccount = { budget: 'records', by: 'account' } as const
/** Counted in another table. */
const nothing = '0'

/** Every table: a byte without an owner is one that nobody has to give back. */
export const byteOwners: Record<TableName, ByteOwner | Unowned> = {
  events,
  packs: { ...events, bytes: 't.stored_bytes + 200', isExact: true },
  screenshots: { ...events, bytes: 'octet_length(t.data) + 150', isExact: true },
  attachments: { ...events, bytes: 'octet_length(t.data) + 300', isExact: true },
  late_attachments: { ...events, bytes: 'octet_length(t.data) + 200', isExact: true },
  event_keys: events,
  groups: events,
  group_stats: events,
  group_daily: events,
  group_users: events,
  group_tags: events,
  exact_groups: events,
  awaited_files: events,
  resolved_stacks: events,
  deleted_groups: events,
  issues: events,
  issue_stats: events,
  issue_users: events,
  issue_numbers: events,
  // The bodies of digested segments that are not packed.
  project_stats: { ...events, bytes: 't.unpacked_bytes', isExact: true },
  project_hourly: events,
  releases: events,
  release_users: events,
  environments: events,
  pending_notifications: events,
  pending_alerts: events,
  alert_incidents: events,
  notified_issues: events,
  pending_pushes: events,

  outcomes,
  token_hourly: outcomes,

  artifacts,
  artifact_contents: { ...artifacts, bytes: 't.stored_bytes + 300', isExact: true },
  artifact_originals: { ...artifacts, bytes: nothing },
  artifact_index_pages: { ...artifacts, bytes: nothing },
  artifact_functions: artifacts,
  uploads: artifacts,
  upload_files: artifacts,
  upload_chunks: { ...artifacts, bytes: 't.stored_bytes + 150', isExact: true },
  sentry_bundles: artifacts,
  // Their project is not known before they are a bundle.
  sentry_chunks: { ...artifacts, by: 'account', bytes: 'octet_length(t.bytes) + 150', isExact: true },

  session_hourly: health,
  session_days: health,
  session_states: health,
  health_keys: health,
  session_users: health,
  monitors: health,
  monitor_environments: health,
  check_ins: health,
  feedback: health,
  health_queue: { ...health, bytes: 'octet_length(t.items) + 100', isExact: true },

  issue_activity: records,
  project_seen: records,
  project_notification_settings: records,
  member_notification_settings: records,
  person_requests: records,
  person_exports: { ...records, bytes: 'octet_length(t.data) + t.object_bytes + 100', isExact: true },
  release_records: records,
  release_deploys: records,
  release_updates: records,
  ingest_tokens: records,
  organizations: { ...ofOrganization, owner: 't.id' },
  projects: ofOrganization,
  memberships: ofOrganization,
  teams: ofOrganization,
  team_members: { ...ofOrganization, owner: '(select o.organization_id from teams o where o.id = t.team_id)' },
  team_projects: { ...ofOrganization, owner: '(select o.organization_id from teams o where o.id = t.team_id)' },
  invitations: ofOrganization,
  organization_entries: ofOrganization,
  channels: ofOrganization,
  alert_rules: ofOrganization,
  alert_rule_channels: {
    ...ofOrganization,
    owner: '(select o.organization_id from alert_rules o where o.id = t.rule_id)',
  },
  deliveries: { ...ofOrganization, owner: '(select o.organization_id from channels o where o.id = t.channel_id)' },
  audit_entries: ofAccount,
  saved_views: { ...ofAccount, owner: 'coalesce(t.user_id, t.organization_id)' },

  segments: 'installation',
  segment_queue: 'installation',
  count_queue: 'installation',
  rate_grants: 'installation',
  live_updates: 'installation',
  users: 'installation',
  known_browsers: 'installation',
  muted_mails: 'installation',
  identities: 'installation',
  sso_codes: 'installation',
  sso_used_states: 'installation',
  access_tokens: 'installation',
  totp_factors: 'installation',
  totp_used_steps: 'installation',
  recovery_codes: 'installation',
  totp_challenges: 'installation',
  totp_failures: 'installation',
  passkeys: 'installation',
  passkey_challenges: 'installation',
  api_tokens: 'installation',
  login_failures: 'installation',
  registration_attempts: 'installation',
  mail_requests: 'installation',
  account_links: 'installation',
  login_codes: 'installation',
  jobs: 'installation',
  migration_hashes: 'installation',
  installation: 'installation',
  buckets: 'installation',
  closed_tokens: 'installation',
  closed_projects: 'installation',
  project_leftovers: 'installation',
  object_deletions: 'installation',
  disk_state: 'installation',
  disk_shares: 'installation',
  live_update_state: 'installation',
  undos: 'installation',
  issue_list_snapshots: 'installation',
  issue_mail_counts: 'installation',
  mail_times: 'installation',
  push_keys: 'installation',
  push_subscriptions: 'installation',
  pushes: 'installation',
  served_scripts: 'installation',
}

const inObjects = {
  budget: 'objects',
  by: 'project',
  bytes: 't.object_bytes',
  where: 't.object is not null',
  isExact: true,
} as const

/**
 * Bytes of events in the object store. Originals of artifacts and exports count against the budgets that evict them, wherever they
 * are.
 */
export const objectOwners = {
  packs: inObjects,
  screenshots: inObjects,
  attachments: inObjects,
} as const satisfies Partial<Record<TableName, ByteOwner>>

/** SQL of the column that names the owner of a row, unless `owner` does. */
export const ownerColumns = {
  project: 't.project_id',
  organization: 't.organization_id',
  account: 't.user_id',
} as const
