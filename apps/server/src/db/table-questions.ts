/** Questions that somebody has about stored data, and the tables that answer them; docs/tables.md is made from it. */
export const tableQuestions: readonly (readonly [question: string, tables: string])[] = [
  [
    'Which events arrived and are not digested?',
    '`segments` (compressed bodies and extracted columns), `segment_queue`',
  ],
  ['Where is an event, and what are its columns?', '`events`, partitioned by id, one partition per day'],
  [
    'What exactly was sent?',
    '`segments`, after an hour `packs`; screenshots in `screenshots`, other files in `attachments`',
  ],
  ['Which events are equal?', '`groups`: fingerprint, reason, and the issue the group belongs to'],
  ['Which stacks of generated code are at equal positions? What do they wait for?', '`exact_groups`, `awaited_files`'],
  ['How often, since when, how many users?', '`group_stats`, `group_users` (exact up to 10,000)'],
  [
    'How often in an hour, release, environment, on a platform?',
    '`group_daily`, one row per day with its hours; for a whole project, with level and platform, `project_hourly`',
  ],
  ['How often with a tag?', '`group_tags`, fed from `count_queue`'],
  [
    "What is an issue's title? Where is it in the list?",
    '`issues` (title, short number), `issue_stats` (counters and state), `issue_numbers` (the last short number)',
  ],
  ['Which issues were deleted lately, and what of them is still stored?', '`deleted_groups`'],
  ['What happened to an issue, and how is a decision undone?', '`issue_activity`; `undos`, for seven days'],
  ['Which issues did a sorted or filtered list have at its first page?', '`issue_list_snapshots`, for a day'],
  [
    'What have open pages not seen yet? Does anybody listen?',
    '`live_updates`, for a quarter of an hour; `live_update_state`',
  ],
  ['What is to be exported or erased of a person?', '`person_requests`; `person_exports` for a day'],
  [
    'Which source maps were uploaded, and what for? Is one indexed?',
    '`artifacts`; `artifact_contents` by sha256, `artifact_originals` in gzip, `artifact_index_pages`, `artifact_functions`',
  ],
  ["Which uploads of Sentry's tools are on their way?", '`sentry_bundles`, `sentry_chunks`, for a day'],
  ['What was recorded of a release?', '`release_records`, `release_deploys`, `release_updates`'],
  [
    'Which uploads are unfinished, and which chunks are missing?',
    '`uploads`, `upload_files`, `upload_chunks`, for a day',
  ],
  ['What did a user save, or share with an organization?', '`saved_views`; `project_seen` (their last visit)'],
  ["When was a project's last event? How much of it is unpacked?", '`project_stats`'],
  [
    'Which values stand behind interned numbers?',
    '`releases`, `environments`; the first three users of a release in `release_users`',
  ],
  ['Is this a retry?', '`events` for a UUIDv7 of the SDK; `event_keys`, for 24 hours, otherwise'],
  [
    'Who is notified on which device? Which changes are still to be pushed?',
    '`push_subscriptions`, `pushes` (and those that rest); `pending_pushes`; the key pair in `push_keys`',
  ],
  [
    'Which changes are still to be mailed? Who wants them?',
    '`pending_notifications`, `notified_issues` (of the last week), `issue_mail_counts`; `project_notification_settings`, `member_notification_settings`',
  ],
  ['Which mails are to be sent? What does a mailed link stand for?', '`jobs`, `account_links`'],
  ['What was refused or dropped, and why?', '`outcomes`; requests per token in `token_hourly`'],
  ['Which codes sign in a phone?', '`login_codes`, for two minutes'],
  [
    'Whose are these tokens?',
    '`access_tokens` (sessions), `api_tokens` (for programs, with scopes; of a user or an organization)',
  ],
  [
    'How healthy is a release?',
    '`session_hourly`, `session_users`; the releases and environments of a day, whose number is bounded, in `session_days`; what is known of a session in `session_states`, for five days',
  ],
  ['Does a scheduled job run?', '`monitors`, `monitor_environments`, `check_ins` for 30 days'],
  ['What did people write?', '`feedback`'],
  ['Which sessions, check-ins and feedback are not applied yet?', '`health_queue`'],
  ['Was a report without an id of its own applied already?', '`health_keys`, for five days'],
  [
    'What is the state of the second factor?',
    '`totp_factors` (encrypted secret), `totp_used_steps`, `recovery_codes`, `totp_challenges`; `passkeys`, `passkey_challenges`; the view `second_factors` says who has one',
  ],
  ['Who guessed wrong lately?', '`login_failures`, `totp_failures`'],
  ['Who did what to an account?', '`audit_entries`, for 90 days'],
  [
    'Who is in which organization, as what? Which projects does one see?',
    '`memberships`, `teams`, `team_members`, `team_projects`; the view `visible_projects`',
  ],
  ['Who was invited? Who did what in an organization?', '`invitations`; `organization_entries`, for a year'],
  [
    'Which identities does an account have? Which logins by a provider are on their way?',
    '`identities`; `sso_codes`, `sso_used_states`',
  ],
  ['Which mails does a user not want?', '`muted_mails`'],
  ['Which migrations were applied? What was their text?', '`kysely_migration`; `migration_hashes`'],
  ['On which server are the events of a project?', '`buckets`; `projects.bucket`'],
  ['By which ingest tokens is nothing taken any more?', '`closed_tokens`, for 30 days'],
  [
    'Which projects move, or have moved away? Where are rows left?',
    '`projects.moving_to`, `projects.paused_until`; `closed_projects`; `project_leftovers`',
  ],
  [
    "Is there room on the disk? How much of a token's rate is used?",
    '`disk_state`, `disk_shares`; `rate_grants`, with several ingest processes',
  ],
]
