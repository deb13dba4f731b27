/**
 * The classes of tables that grow, named in this one place; a test holds it to the catalogue. Every key of a project
 * table begins with project_id, so that it can be distributed by project and erased by project.
 */
export const projectTables = [
  'events',
  'packs',
  'screenshots',
  'event_keys',
  'groups',
  'group_stats',
  'group_daily',
  'group_users',
  'group_tags',
  'erasures',
  'issues',
  'issue_stats',
  'issue_activity',
  'project_stats',
  'project_hourly',
  'releases',
  'release_users',
  'environments',
  'outcomes',
  'token_hourly',
  'project_seen',
  'pending_notifications',
  'notified_issues',
  'project_notification_settings',
  'member_notification_settings',
  'person_requests',
  'person_exports',
] as const

/** By shard: what is acknowledged and not yet digested or packed, and what ingest processes share. */
export const pipelineTables = ['segments', 'segment_queue', 'tag_queue', 'rate_grants', 'live_updates'] as const

/** Small: accounts, projects, and what the service knows of itself. */
export const referenceTables = [
  'organizations',
  'users',
  'memberships',
  'access_tokens',
  'totp_factors',
  'totp_used_steps',
  'recovery_codes',
  'totp_challenges',
  'totp_failures',
  'api_tokens',
  'audit_entries',
  'login_failures',
  'registration_attempts',
  'mail_requests',
  'account_links',
  'jobs',
  'projects',
  'ingest_tokens',
  'disk_state',
  'disk_shares',
  'live_update_state',
  'undos',
  'issue_list_snapshots',
  'saved_views',
  'issue_mail_counts',
] as const
