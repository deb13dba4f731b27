-- Stored events. Project tables: every key begins with project_id and no foreign key refers to them, so that they can be
-- distributed and erased by project.

-- One row per event; its body is in the segment, later in a pack, under (segment_id, position).
create table events (
  project_id bigint not null,
  segment_id bigint not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- 53-bit hash of the anonymous user id.
  user_key bigint,
  event_id uuid not null,
  group_id uuid not null,
  position integer not null,
  repeat integer not null,
  release_id integer not null,
  environment_id integer not null,
  level smallint not null,
  platform smallint not null,
  flags smallint not null,
  primary key (project_id, event_id)
) partition by range (event_id);
create index events_by_group on events (group_id, occurred_at desc, event_id desc);
-- The events of one person, in a project or in one group: the issue list, exports and erasures ask for them.
create index events_by_user on events (project_id, user_key, group_id) where user_key is not null;
-- An event may stand for errors of several users, named in its body: exports and erasures search these.
create index events_of_many_users on events (project_id) where flags & 128 <> 0;

create table packs (
  project_id bigint not null,
  id bigint generated always as identity,
  first_segment_id bigint not null,
  last_segment_id bigint not null,
  first_event_id uuid not null,
  last_event_id uuid not null,
  last_received_at timestamptz not null,
  event_count integer not null,
  raw_bytes bigint not null,
  stored_bytes integer not null,
  -- True once retention has removed all but the first and latest events of issues.
  pruned boolean not null default false,
  directory bytea not null,
  payload bytea not null,
  primary key (project_id, id)
);
alter table packs alter column directory set storage external;
alter table packs alter column payload set storage external;
create index packs_by_segment on packs (project_id, last_segment_id);
create index packs_by_age on packs (last_received_at) where not pruned;

-- Keyed by the event's segment too, so that the screenshot of a retry is never taken for the first event's.
create table screenshots (
  project_id bigint not null,
  segment_id bigint not null,
  event_id uuid not null,
  chunk smallint not null,
  data bytea not null,
  primary key (project_id, event_id, segment_id, chunk)
);
alter table screenshots alter column data set storage external;

-- Files that came with an event by the way of Sentry's SDKs.
create table attachments (
  project_id bigint not null,
  event_id uuid not null,
  segment_id bigint not null,
  number smallint not null,
  name text not null,
  -- As the sender claims; it is served only where the bytes agree.
  content_type text not null,
  kind text not null,
  data bytea not null,
  received_at timestamptz not null default now(),
  primary key (project_id, event_id, segment_id, number)
);
alter table attachments alter column data set storage external;

-- Files that came before their event was digested: acknowledged, and attached once it is.
create table late_attachments (
  project_id bigint not null,
  id bigint generated always as identity,
  -- The id that the SDK gave the event.
  client_id uuid not null,
  name text not null,
  content_type text not null,
  kind text not null,
  data bytea not null,
  received_at timestamptz not null default now(),
  primary key (project_id, id)
);
alter table late_attachments alter column data set storage external;

-- Client-chosen event ids that are not UUIDv7, and Idempotency-Keys; kept 24 hours.
create table event_keys (
  project_id bigint not null,
  key uuid not null,
  event_id uuid not null,
  group_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (project_id, key)
);
create index event_keys_by_age on event_keys (created_at);

-- Dictionaries ----------------------------------------------------------------------------------------------------

-- Values that repeat on every event, interned as numbers of the project. 0 stands for none, -1 for the
-- overflow bucket, -2 (in counters) for the total over all values.
create table releases (
  project_id bigint not null,
  id integer not null,
  version text not null,
  first_seen_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, version)
);

create table environments (
  project_id bigint not null,
  id integer not null,
  name text not null,
  primary key (project_id, id),
  unique (project_id, name)
);

-- Up to three users of each release; an event without a user counts as one. A release with fewer users is not considered
-- the newest: it may exist on one developer's machine only.
create table release_users (
  project_id bigint not null,
  release_id integer not null,
  user_key bigint not null,
  primary key (project_id, release_id, user_key)
);

-- Counters --------------------------------------------------------------------------------------------------------

create table project_stats (
  project_id bigint not null,
  last_event_at timestamptz,
  -- Stored bytes of the project's events that are still in segments: digest adds, packing subtracts.
  unpacked_bytes bigint not null default 0,
  primary key (project_id)
) with (fillfactor = 60);

create table project_hourly (
  project_id bigint not null,
  hour timestamptz not null,
  level smallint not null,
  platform smallint not null,
  environment_id integer not null,
  release_id integer not null,
  event_count bigint not null,
  primary key (project_id, hour, level, platform, environment_id, release_id)
) with (fillfactor = 80);

-- Disk budgets ----------------------------------------------------------------------------------------------------

-- Whether there is room for more in each budget, as last measured by the worker.
create table disk_state (
  budget text primary key,
  has_room boolean not null,
  used_bytes bigint not null,
  measured_at timestamptz not null,
  max_bytes bigint not null default 0,
  -- The fair share of an owner without a row in disk_shares.
  share_bytes bigint not null default 0
);

-- Fair shares as of the last measurement. An owner without a row has used next to nothing.
create table disk_shares (
  budget text not null,
  -- The number of a project, or the id of an organization or an account.
  owner text not null,
  used_bytes bigint not null,
  share_bytes bigint not null,
  primary key (budget, owner)
);
