/**
 * Classes and owners of all tables. Only the owner writes a table, and those that `writersBelow` names. Erasing a project, backups and restores use these
 * lists. Tests compare them with the catalog and with the statements in the source.
 */
const owners = {
  /** Every key begins with project_id, so that the table can be distributed and erased by project. */
  project: {
    events: 'storage',
    packs: 'storage',
    screenshots: 'storage',
    attachments: 'storage',
    late_attachments: 'storage',
    event_keys: 'storage',
    groups: 'issues',
    group_stats: 'counters',
    group_daily: 'counters',
    group_users: 'counters',
    group_tags: 'counters',
    exact_groups: 'exact-groups',
    awaited_files: 'exact-groups',
    resolved_stacks: 'exact-groups',
    deleted_groups: 'issues',
    issues: 'issues',
    issue_stats: 'issues',
    issue_users: 'issues',
    issue_activity: 'issues',
    issue_numbers: 'counters',
    project_stats: 'storage',
    project_hourly: 'pipeline',
    releases: 'pipeline',
    release_users: 'issues',
    environments: 'pipeline',
    outcomes: 'outcomes',
    token_hourly: 'outcomes',
    project_seen: 'issues',
    pending_notifications: 'notifications',
    notified_issues: 'notifications',
    pending_pushes: 'notifications',
    pending_alerts: 'alerts',
    alert_incidents: 'alerts',
    project_notification_settings: 'notifications',
    member_notification_settings: 'notifications',
    person_requests: 'people',
    person_exports: 'people',
    artifacts: 'artifacts',
    artifact_contents: 'artifacts',
    artifact_originals: 'artifacts',
    artifact_index_pages: 'artifacts',
    artifact_functions: 'artifacts',
    uploads: 'artifacts',
    upload_files: 'artifacts',
    upload_chunks: 'artifacts',
    sentry_bundles: 'sentry-api',
    release_records: 'releases',
    release_deploys: 'releases',
    release_updates: 'releases',
    session_hourly: 'health',
    session_days: 'health',
    session_states: 'health',
    health_keys: 'health',
    session_users: 'health',
    monitors: 'health',
    monitor_environments: 'health',
    check_ins: 'health',
    feedback: 'health',
  },
  /** Keyed by shard: acknowledged events that are not digested or packed yet, and state that ingest processes share. */
  pipeline: {
    segments: 'storage',
    segment_queue: 'storage',
    count_queue: 'pipeline',
    rate_grants: 'adapters',
    live_updates: 'live-updates',
    health_queue: 'health',
  },
  /** State of the server that holds events: its disk, its live updates, and what it deletes elsewhere. */
  state: {
    closed_tokens: 'projects',
    closed_projects: 'projects',
    object_deletions: 'objects',
    disk_state: 'storage',
    disk_shares: 'storage',
    live_update_state: 'live-updates',
  },
  /** Small: accounts, projects, and the installation's own state. Events may be on another server. */
  reference: {
    migration_hashes: 'db',
    organizations: 'memberships',
    users: 'accounts',
    memberships: 'memberships',
    teams: 'organizations',
    team_members: 'organizations',
    team_projects: 'organizations',
    invitations: 'organizations',
    organization_entries: 'organizations',
    muted_mails: 'accounts',
    identities: 'single-sign-on',
    sso_codes: 'single-sign-on',
    sso_used_states: 'single-sign-on',
    audit_entries: 'accounts',
    access_tokens: 'auth',
    known_browsers: 'auth',
    totp_factors: 'auth',
    totp_used_steps: 'auth',
    recovery_codes: 'auth',
    totp_challenges: 'auth',
    totp_failures: 'auth',
    passkeys: 'auth',
    passkey_challenges: 'auth',
    api_tokens: 'auth',
    login_failures: 'auth',
    registration_attempts: 'auth',
    mail_requests: 'auth',
    account_links: 'auth',
    login_codes: 'auth',
    jobs: 'jobs',
    sentry_chunks: 'sentry-api',
    buckets: 'projects',
    projects: 'projects',
    project_leftovers: 'projects',
    ingest_tokens: 'projects',
    installation: 'objects',
    undos: 'issues',
    issue_list_snapshots: 'issues',
    saved_views: 'issues',
    issue_mail_counts: 'notifications',
    mail_times: 'notifications',
    push_keys: 'notifications',
    push_subscriptions: 'notifications',
    pushes: 'notifications',
    served_scripts: 'pages',
    channels: 'channels',
    alert_rules: 'alerts',
    alert_rule_channels: 'alerts',
    deliveries: 'channels',
  },
} as const

export const projectTables = namesOf(owners.project)
export const pipelineTables = namesOf(owners.pipeline)
export const stateTables = namesOf(owners.state)
/** Tables that a server holds for a group of projects, its bucket. */
export const bucketTables: readonly string[] = [...projectTables, ...pipelineTables, ...stateTables]
export const referenceTables = namesOf(owners.reference)

/** The domain that writes each table; rate_grants belongs to the adapter of the shared rate limiter. */
export const ownerOf: Readonly<Record<string, string>> = {
  ...owners.project,
  ...owners.pipeline,
  ...owners.state,
  ...owners.reference,
}

/**
 * Tables that domains below their owner write, too: counters and exact groups open groups and issues and add to them, while
 * issues decide which group belongs where.
 */
export const writersBelow: Readonly<Record<string, readonly string[]>> = {
  groups: ['counters', 'exact-groups'],
  issues: ['counters'],
  issue_stats: ['counters'],
  issue_users: ['counters', 'exact-groups'],
  release_users: ['counters'],
}

export type TableName =
  | keyof typeof owners.project
  | keyof typeof owners.pipeline
  | keyof typeof owners.state
  | keyof typeof owners.reference

function namesOf<Name extends string>(tables: Record<Name, string>): readonly Name[] {
  return Object.keys(tables) as Name[]
}
