-- What people decide about an issue, and what takes it back.

alter table issue_stats
  add column resolved_at timestamptz,
  add column resolved_in text check (resolved_in in ('now', 'release', 'next_release')),
  -- The release of the fix; for next_release the last one without it. Null: no release was known.
  add column resolved_release_id integer,
  -- What wakes a snoozed issue. Counts are totals to be reached.
  add column snooze_until timestamptz,
  add column snooze_events bigint,
  add column snooze_users integer,
  add column regressed_at timestamptz,
  add column assignee_id uuid,
  add constraint issue_stats_resolved check ((status = 'resolved') = (resolved_at is not null)
                                             and (resolved_at is null) = (resolved_in is null)),
  add constraint issue_stats_snoozed check (
    (status = 'snoozed') = (snooze_until is not null or snooze_events is not null or snooze_users is not null));

create index issue_stats_snooze_until on issue_stats (snooze_until) where snooze_until is not null;

-- Who has used a release: up to three, an event without a user stands for one. A release that fewer have used is not
-- the newest: it may be on one desk only.
create table release_users (
  project_id bigint not null,
  release_id integer not null,
  user_key bigint not null,
  primary key (project_id, release_id, user_key)
);
