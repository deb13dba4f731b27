-- Health of programs beside their errors: sessions, monitors of scheduled jobs, feedback of people.

-- Acknowledged and not applied yet: items of one project each.
create table health_queue (
  id bigint generated always as identity,
  shard smallint not null,
  project_id bigint not null,
  -- Rows that applying the items may write, by which transactions are bounded.
  weight integer not null,
  items bytea not null,
  primary key (id, shard)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
-- Projects take turns.
create index health_queue_turns on health_queue (project_id, id);

-- Sessions of programs by the hour of their start. Crashed and abnormal ones are not among the errored.
create table session_hourly (
  project_id bigint not null,
  hour timestamptz not null,
  release text not null,
  environment text not null,
  started bigint not null default 0,
  errored bigint not null default 0,
  crashed bigint not null default 0,
  abnormal bigint not null default 0,
  unhandled bigint not null default 0,
  primary key (project_id, hour, release, environment)
);

-- Releases and environments of a day, whose number is bounded: sessions of further ones count as `other`.
create table session_days (
  project_id bigint not null,
  day date not null,
  release text not null,
  environment text not null,
  -- Rows of session_users.
  users integer not null default 0,
  primary key (project_id, day, release, environment)
);

-- Sessions by their id, so that several reports of one, and reports that are sent again, count once; kept five days.
create table session_states (
  project_id bigint not null,
  session_id uuid not null,
  worst smallint not null,
  -- Whether its start was counted.
  has_started boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (project_id, session_id)
);
create index session_states_old on session_states (project_id, updated_at);

-- Items that have no id of their own to be recognized by when they are sent again; kept five days.
create table health_keys (
  project_id bigint not null,
  key uuid not null,
  claimed_at timestamptz not null default now(),
  primary key (project_id, key)
);
create index health_keys_old on health_keys (project_id, claimed_at);

-- People by day, with the worst that happened to each; counted exactly up to a limit.
create table session_users (
  project_id bigint not null,
  day date not null,
  release text not null,
  environment text not null,
  user_key bigint not null,
  worst smallint not null,
  primary key (project_id, day, release, environment, user_key)
);

create table monitors (
  project_id bigint not null,
  slug text not null,
  name text not null,
  -- A crontab, or `every 5 minutes`; null while none was sent: then nothing can be missed.
  schedule text,
  timezone text not null default 'UTC',
  margin_minutes integer not null default 1,
  max_runtime_minutes integer not null default 30,
  failure_threshold integer not null default 1,
  recovery_threshold integer not null default 1,
  is_muted boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (project_id, slug)
);

create table monitor_environments (
  project_id bigint not null,
  slug text not null,
  environment text not null,
  status text not null check (status in ('ok', 'failing', 'waiting')),
  last_status text,
  last_check_in_at timestamptz,
  -- The next time by the schedule, without the margin.
  next_due_at timestamptz,
  failures integer not null default 0,
  successes integer not null default 0,
  failing_since timestamptz,
  -- The group of its failures, which leads to their issue.
  group_id uuid,
  primary key (project_id, slug, environment)
);
create index monitor_environments_due on monitor_environments (project_id, next_due_at) where next_due_at is not null;

create table check_ins (
  project_id bigint not null,
  slug text not null,
  environment text not null,
  check_in_id uuid not null,
  status text not null check (status in ('in_progress', 'ok', 'error', 'missed', 'timeout')),
  started_at timestamptz not null,
  finished_at timestamptz,
  duration_ms bigint,
  -- Set while it is in progress.
  times_out_at timestamptz,
  primary key (project_id, slug, environment, check_in_id)
);
create index check_ins_latest on check_ins (project_id, slug, started_at desc);
create index check_ins_running on check_ins (project_id, times_out_at) where times_out_at is not null;

create table feedback (
  project_id bigint not null,
  id uuid not null default gen_random_uuid(),
  -- The id that the SDK gave the event it is about, and the event itself once it was found.
  client_event_id uuid,
  event_id uuid,
  message text not null,
  name text,
  email text,
  url text,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index feedback_latest on feedback (project_id, created_at desc, id);
-- Feedback whose event was not found yet.
create index feedback_unlinked on feedback (project_id, created_at) where client_event_id is not null and event_id is null;
create unique index feedback_once on feedback (project_id, client_event_id, md5(message)) where client_event_id is not null;
