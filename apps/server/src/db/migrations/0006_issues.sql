-- Groups and issues: their text, state and counters. Project tables, like events.

do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege then
    raise exception 'search needs the extension pg_trgm, which this role may not create. Let an administrator of the database run once: create extension pg_trgm;';
  when undefined_file or feature_not_supported then
    raise exception 'search needs the extension pg_trgm, which this PostgreSQL does not have. It comes with PostgreSQL, in some systems as a package named postgresql-contrib.';
end
$$;

-- A fingerprint is a group; an issue is a set of groups. A group alone is its own issue, under the same id.
create table groups (
  project_id bigint not null,
  group_id uuid not null,
  issue_id uuid not null,
  fingerprint bytea not null,
  grouping jsonb not null,
  created_at timestamptz not null default now(),
  -- Whether the issue consists of this group alone; counting users of a merged issue has to look at the others.
  is_alone boolean not null default true,
  -- Set when somebody took the group out of an issue by hand: no rule may put it back.
  pinned_at timestamptz,
  pinned_by uuid,
  -- The key group of an exact group, see below; null for a group that is its own key.
  key_group_id uuid,
  -- Events received before do not belong to the group: its issue was deleted then.
  counts_from timestamptz not null default '-infinity',
  primary key (project_id, group_id)
);
create index groups_by_issue on groups (project_id, issue_id);
create index groups_by_key on groups (project_id, key_group_id) where key_group_id is not null;

create table group_stats (
  project_id bigint not null,
  event_count bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  group_id uuid not null,
  first_event_id uuid not null,
  last_event_id uuid not null,
  user_count integer not null default 0,
  first_release_id integer not null,
  last_release_id integer not null,
  primary key (project_id, group_id)
) with (fillfactor = 60);
-- The issues that a release brought.
create index group_stats_first_release on group_stats (project_id, first_release_id);

-- Events per day and, within it, per hour: for each environment and release; for each environment over all releases;
-- and over both. -2 stands for the total. Days carry their hours, so that a time range may begin and end within one;
-- rows per hour were ten times as many, each on a page of its own.
create table group_daily (
  project_id bigint not null,
  day date not null,
  environment_id integer not null,
  release_id integer not null,
  group_id uuid not null,
  event_count bigint not null,
  platform smallint not null,
  -- Of the day, in UTC.
  first_hour smallint not null,
  last_hour smallint not null,
  -- Subscripts 0 to 23, as far as there were events.
  hours bigint[] not null,
  primary key (project_id, day, environment_id, release_id, group_id, platform)
) with (fillfactor = 80);
create index group_daily_by_group on group_daily (project_id, group_id, environment_id, release_id, day);

create table group_users (
  project_id bigint not null,
  group_id uuid not null,
  user_key bigint not null,
  primary key (project_id, group_id, user_key)
);

-- The empty value is the overflow bucket: it counts the values beyond the limit of distinct ones.
create table group_tags (
  project_id bigint not null,
  group_id uuid not null,
  key text not null,
  value text not null,
  event_count bigint not null,
  primary key (project_id, group_id, key, value)
) with (fillfactor = 80);

create table issues (
  project_id bigint not null,
  issue_id uuid not null,
  short_number integer not null,
  type text not null,
  message text not null,
  culprit text,
  level smallint not null,
  platform smallint not null,
  created_at timestamptz not null default now(),
  -- The group whose fingerprint the issue shows, if the one that gave it its id has no events any more.
  shown_group_id uuid,
  primary key (project_id, issue_id),
  unique (project_id, short_number)
);

-- The last number of a project's short ids: SHOP-12.
create table issue_numbers (
  project_id bigint not null,
  last_number integer not null,
  primary key (project_id)
) with (fillfactor = 60);

create function issue_text(type text, message text, culprit text) returns text
language sql immutable parallel safe
return type || E'\n' || message || E'\n' || coalesce(culprit, '');
create index issues_by_text on issues using gin (issue_text(type, message, culprit) gin_trgm_ops);

-- State and counters, apart from the text: updating a counter must not touch an index over text.
create table issue_stats (
  project_id bigint not null,
  event_count bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  issue_id uuid not null,
  user_count integer not null default 0,
  status text not null default 'unresolved' check (status in ('unresolved', 'snoozed', 'resolved', 'ignored')),
  resolved_at timestamptz,
  resolved_in text check (resolved_in in ('now', 'release', 'next_release')),
  -- The release with the fix; for next_release the last one without it. Null: no release was known.
  resolved_release_id integer,
  -- Conditions that end a snooze. Counts are totals to be reached.
  snooze_until timestamptz,
  snooze_events bigint,
  snooze_users integer,
  regressed_at timestamptz,
  -- A person, or instead a team.
  assignee_id uuid,
  assignee_team_id uuid,
  primary key (project_id, issue_id),
  constraint issue_stats_resolved check ((status = 'resolved') = (resolved_at is not null)
                                         and (resolved_at is null) = (resolved_in is null)),
  constraint issue_stats_snoozed check (
    (status = 'snoozed') = (snooze_until is not null or snooze_events is not null or snooze_users is not null))
) with (fillfactor = 60);
create index issue_stats_by_last_seen on issue_stats (project_id, status, last_seen_at desc, issue_id desc);
create index issue_stats_snooze_until on issue_stats (snooze_until) where snooze_until is not null;

-- Users of issues that consist of several groups: counting a new user then takes one look-up, and not one for each group.
-- Issues of one group have none here.
create table issue_users (
  project_id bigint not null,
  issue_id uuid not null,
  user_key bigint not null,
  primary key (project_id, issue_id, user_key)
);

-- The history of an issue, for people.
create table issue_activity (
  project_id bigint not null,
  id bigint generated always as identity,
  issue_id uuid not null,
  occurred_at timestamptz not null default now(),
  -- Null: Bugle itself.
  user_id uuid,
  kind text not null,
  details jsonb not null default '{}',
  primary key (project_id, id)
);
create index issue_activity_by_issue on issue_activity (project_id, issue_id, id desc);
create index issue_activity_regressed on issue_activity (project_id, occurred_at) where kind = 'regressed';

-- The former state behind each decision, so that its author can undo it. A repair of issues by late maps belongs to
-- nobody: every member of the project may undo it.
create table undos (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  project_id bigint,
  created_at timestamptz not null default now(),
  steps jsonb not null,
  constraint undos_owner check ((user_id is null) <> (project_id is null))
);
create index undos_by_age on undos (created_at);

-- Groups of deleted issues. Events received before the deletion are unreadable at once: digest discards those it has not
-- reached, a job removes the stored ones. If the same error returns meanwhile, it is the same group, counting from zero.
create sequence deleted_group_versions;

create table deleted_groups (
  project_id bigint not null,
  group_id uuid not null,
  deleted_at timestamptz not null,
  -- Digest compares the highest version with the one it knows to see whether its cache is current.
  version bigint not null default nextval('deleted_group_versions'),
  done_at timestamptz,
  primary key (project_id, group_id)
);
create index deleted_groups_by_version on deleted_groups (version);
create index deleted_groups_due on deleted_groups (project_id, version) where done_at is null;

-- Exact groups ----------------------------------------------------------------------------------------------------

-- Events of generated code whose stacks are at the same positions, so that all of them resolve alike. Each belongs to a
-- key group, whose fingerprint people see: that of the stack as it was sent, or of the resolved one.
create table exact_groups (
  project_id bigint not null,
  group_id uuid not null,
  -- The group of the stack as it was sent.
  coarse_group_id uuid not null,
  release text,
  -- Stacks beyond the bound of exact groups are distinguished by their innermost calls alone. Their events resolve alike
  -- where the error was thrown, not as a whole.
  is_inner boolean not null default false,
  -- due: to be resolved; waiting: for the files in awaited_files; resolved: its key group is that of the resolved stack.
  state text not null default 'due' check (state in ('due', 'waiting', 'resolved')),
  -- Failed attempts since it became due.
  attempts smallint not null default 0,
  -- Grows with each file that arrives while the group is due: it is then not left waiting.
  wakes integer not null default 0,
  primary key (project_id, group_id)
);
-- Due groups of one stack are resolved in one round, so that their issue is seen whole.
create index exact_groups_due on exact_groups (project_id, coarse_group_id, group_id) where state = 'due';
create index exact_groups_of_release on exact_groups (project_id, release, coarse_group_id);

-- Files that a group could not be resolved without, by the hash of a debug id or of a file name.
create table awaited_files (
  project_id bigint not null,
  file_key bytea not null,
  group_id uuid not null,
  primary key (project_id, file_key, group_id)
);
create index awaited_files_of_group on awaited_files (project_id, group_id);

-- Resolved stacks of exact groups: they stay readable when their maps are deleted or evicted.
create table resolved_stacks (
  project_id bigint not null,
  group_id uuid not null,
  -- Keys of the files whose maps it was made of. A group is resolved again when another map for one of them arrives.
  file_keys bytea[] not null,
  -- JSON, deflated: the originals by the place of their call, see resolved-stack.ts.
  stack bytea not null,
  primary key (project_id, group_id)
);
alter table resolved_stacks alter column stack set storage external;
create index resolved_stacks_by_file on resolved_stacks using gin (file_keys);

-- Lists -----------------------------------------------------------------------------------------------------------

-- Snapshots of sorted or filtered lists, taken with their first page: further pages neither skip nor repeat issues while
-- events arrive. Unlogged: after a crash of the database a list starts over.
create unlogged table issue_list_snapshots (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Hash of the request.
  request bytea not null,
  project_ids bigint[] not null,
  issue_ids uuid[] not null
);
create index issue_list_snapshots_by_user on issue_list_snapshots (user_id, created_at);

create table saved_views (
  id uuid primary key,
  -- In the order of creation.
  position bigint generated always as identity,
  user_id uuid not null references users (id) on delete cascade,
  project_id bigint references projects (id) on delete cascade,
  name text not null,
  -- The parameters of the list, by name.
  filter jsonb not null,
  created_at timestamptz not null default now()
);
create index saved_views_by_user on saved_views (user_id, position);

-- When a user last looked at a project.
create table project_seen (
  project_id bigint not null,
  user_id uuid not null,
  seen_at timestamptz not null,
  primary key (project_id, user_id)
);

-- Plans -----------------------------------------------------------------------------------------------------------

-- Most projects are small and one is large. The planner, knowing only the average number of rows per project, expected
-- thirteen issues where there were four thousand: it read all of them for each of a page's fifty, and every hourly
-- counter to find those of one group (1.7 s for the sparklines of a page, 6 ms now). With n_distinct = 1 it expects every
-- project to have all rows; those plans serve small projects just as well. project_hourly is left out: it is summed by
-- project alone, and a plan for most of the table would scan all of it for the smallest project too.
alter table issues alter column project_id set (n_distinct = 1);
alter table issue_stats alter column project_id set (n_distinct = 1);
alter table issue_users alter column project_id set (n_distinct = 1);
alter table groups alter column project_id set (n_distinct = 1);
alter table group_stats alter column project_id set (n_distinct = 1);
alter table group_daily alter column project_id set (n_distinct = 1);
alter table group_tags alter column project_id set (n_distinct = 1);
alter table group_users alter column project_id set (n_distinct = 1);
alter table exact_groups alter column project_id set (n_distinct = 1);
alter table releases alter column project_id set (n_distinct = 1);
alter table environments alter column project_id set (n_distinct = 1);
alter table packs alter column project_id set (n_distinct = 1);
