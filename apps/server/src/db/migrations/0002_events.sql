-- Two classes of tables. Project tables: every key begins with project_id, nothing refers to them by a foreign
-- key, so that they can be distributed by project. Pipeline tables: keyed by lane, what is acknowledged and
-- not yet digested or packed. apps/server/src/db/table-classes.ts names both; a test holds it to the catalogue.

-- Pipeline ---------------------------------------------------------------------------------------------------

-- A segment is the events of some milliseconds from one ingest process: written in one transaction before the
-- 202. Its id is sequence * 16 + lane. Partitions of 2^20 ids are made ahead and dropped when all is packed.
create sequence segment_sequence;

create table segments (
  id bigint not null,
  lane smallint not null,
  received_at timestamptz not null default now(),
  event_count integer not null,
  raw_bytes integer not null,
  -- what digest needs of each event, as JSON: see domains/storage/segment.ts
  columns bytea not null,
  -- compressed concatenation of the received bodies
  payload bytea not null,
  digested_at timestamptz,
  primary key (id, lane)
) partition by range (id);
alter table segments alter column columns set storage external;
alter table segments alter column payload set storage external;

create table segment_queue (
  segment_id bigint not null,
  lane smallint not null,
  enqueued_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- the backend that works on it; a claim of a backend that is gone is free again
  claimed_by integer,
  claimed_until timestamptz,
  primary key (segment_id, lane)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_cost_delay = 0);

-- Appends a segment and its place in the queue, unless a token of the batch is dead or its project deleted: a cache can
-- be stale, the transaction that makes an event durable cannot. One round trip where five statements would be five; at
-- a hundred commits a second that is a tenth of an event's cost.
-- Gives the tokens that are dead, or, when there is none, the id of the segment.
create function append_segment(
  token_ids bigint[], segment_lane smallint, segment_events integer, segment_raw_bytes integer, segment_columns bytea,
  segment_payload bytea, out dead bigint[], out new_id bigint
) language plpgsql as $$
begin
  -- By the two primary keys, with or without statistics: conditions on projects would invite a scan of all of them.
  select coalesce(array_agg(given.id), '{}') into dead
    from unnest(token_ids) as given (id)
   where not coalesce((
         select p.deleted_at is null
           from (select t.project_id from ingest_tokens t
                  where t.id = given.id and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
                 offset 0) as live
           join projects p on p.id = live.project_id), false);
  if cardinality(dead) > 0 then
    return;
  end if;
  new_id := nextval('segment_sequence') * 16 + segment_lane;
  insert into segments (id, lane, event_count, raw_bytes, columns, payload)
  values (new_id, segment_lane, segment_events, segment_raw_bytes, segment_columns, segment_payload);
  insert into segment_queue (segment_id, lane) values (new_id, segment_lane);
end
$$;

-- Tag counters of digested segments, merged over seconds before they reach group_tags.
create table tag_queue (
  id bigint generated always as identity,
  lane smallint not null,
  deltas bytea not null,
  primary key (id, lane)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- Permits granted to ingest processes that share a limit, by 100 ms. Not logged: after a crash of the database the
-- window begins anew.
create unlogged table rate_grants (
  lane smallint not null default 0,
  limit_key bigint not null,
  bucket bigint not null,
  granted integer not null,
  primary key (limit_key, bucket, lane)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_cost_delay = 0);

-- Grants permits of several limits: what is waited for, and in the first half of a limit some ahead, at most a
-- two-hundredth of it: what lies unused with one process is missing to the others until it is given back.
-- One caller at a time for each key, and only then its time is taken: so grants are counted in the order of buckets.
create function lease_permits(keys bigint[], wanted integer[], ahead integer[], max_permits integer,
                              window_ms bigint, ahead_ms bigint)
returns table (granted integer, room integer, bucket bigint, release_ms double precision)
language plpgsql as $$
declare
  now_ms double precision;
  oldest bigint;
  used integer;
begin
  for i in 1 .. cardinality(keys) loop
    perform pg_advisory_xact_lock(7222, (keys[i] % 2147483647)::integer);
    now_ms := extract(epoch from clock_timestamp()) * 1000 + ahead_ms;
    -- A bucket counts until its last millisecond has left the window.
    delete from rate_grants g where g.limit_key = keys[i] and g.bucket * 100 + 100 <= now_ms - window_ms;
    select coalesce(sum(g.granted), 0), min(g.bucket) filter (where g.granted > 0) into used, oldest
      from rate_grants g where g.limit_key = keys[i];
    room := greatest(max_permits - used, 0);
    granted := least(room, wanted[i] + case when room > max_permits / 2 then least(ahead[i], max_permits / 200) else 0 end);
    bucket := floor(now_ms / 100);
    if granted > 0 then
      insert into rate_grants as g (limit_key, bucket, granted) values (keys[i], lease_permits.bucket, lease_permits.granted)
      on conflict on constraint rate_grants_pkey do update set granted = g.granted + excluded.granted;
    end if;
    room := room - granted;
    release_ms := coalesce(oldest * 100 + 100 + window_ms - now_ms, window_ms);
    return next;
  end loop;
end
$$;

-- Takes back permits that were never used; under the same locks, in the same order.
create function return_permits(keys bigint[], buckets bigint[], counts integer[]) returns void
language plpgsql as $$
begin
  for i in 1 .. cardinality(keys) loop
    perform pg_advisory_xact_lock(7222, (keys[i] % 2147483647)::integer);
    update rate_grants g set granted = g.granted - counts[i] where g.limit_key = keys[i] and g.bucket = buckets[i];
  end loop;
end
$$;

-- One row: whether there is room for more events, by the word of the worker that measures.
create table disk_state (
  id smallint primary key default 1 check (id = 1),
  has_room boolean not null,
  used_bytes bigint not null,
  measured_at timestamptz not null
);

-- Project tables ---------------------------------------------------------------------------------------------

-- One row an event; its body is in the segment, later in a pack, under (segment_id, position).
create table events (
  project_id bigint not null,
  segment_id bigint not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- 53-bit hash of the anonymous user id
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
  -- true when retention has left only the first and latest events of issues in it
  thinned boolean not null default false,
  directory bytea not null,
  payload bytea not null,
  primary key (project_id, id)
);
alter table packs alter column directory set storage external;
alter table packs alter column payload set storage external;
create index packs_by_segment on packs (project_id, last_segment_id);
create index packs_by_age on packs (last_received_at) where not thinned;

-- Under the segment of their event, so that a repeat's picture is never taken for the first one's.
create table screenshots (
  project_id bigint not null,
  segment_id bigint not null,
  event_id uuid not null,
  chunk smallint not null,
  data bytea not null,
  primary key (project_id, event_id, segment_id, chunk)
);
alter table screenshots alter column data set storage external;

-- Ids a client chose that are not its own UUIDv7, and Idempotency-Keys: kept 24 h.
create table event_keys (
  project_id bigint not null,
  key uuid not null,
  event_id uuid not null,
  group_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (project_id, key)
);
create index event_keys_by_age on event_keys (created_at);

-- A fingerprint is a group; an issue is a set of groups. A group alone is its own issue under the same id.
create table groups (
  project_id bigint not null,
  group_id uuid not null,
  issue_id uuid not null,
  fingerprint bytea not null,
  grouping jsonb not null,
  created_at timestamptz not null default now(),
  primary key (project_id, group_id)
);
create index groups_by_issue on groups (project_id, issue_id);

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

create table group_hourly (
  project_id bigint not null,
  group_id uuid not null,
  hour timestamptz not null,
  environment_id integer not null,
  release_id integer not null,
  event_count bigint not null,
  primary key (project_id, group_id, hour, environment_id, release_id)
) with (fillfactor = 80);

create table group_users (
  project_id bigint not null,
  group_id uuid not null,
  user_key bigint not null,
  primary key (project_id, group_id, user_key)
);

-- The empty value counts what is beyond the number of values that are counted apart.
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
  primary key (project_id, issue_id),
  unique (project_id, short_number)
);

-- Counters and state, apart from the text: a counter's update must not touch an index over text.
create table issue_stats (
  project_id bigint not null,
  event_count bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  issue_id uuid not null,
  user_count integer not null default 0,
  status text not null default 'unresolved' check (status in ('unresolved', 'snoozed', 'resolved', 'ignored')),
  primary key (project_id, issue_id)
) with (fillfactor = 60);
create index issue_stats_by_last_seen on issue_stats (project_id, status, last_seen_at desc, issue_id desc);

create table project_stats (
  project_id bigint not null,
  last_short_number integer not null default 0,
  last_event_at timestamptz,
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

-- Names that repeat on every event, as numbers of the project. 0 stands for none, -1 for beyond the limit.
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

-- The ledger of what was refused, by reason and hour; source says who counted, the server or the client.
create table drops (
  project_id bigint not null,
  hour timestamptz not null,
  source text not null check (source in ('server', 'client')),
  reason text not null,
  event_count bigint not null,
  primary key (project_id, hour, source, reason)
);

-- Requests by ingest token, so that the traffic of an old token is seen until it ends.
create table token_hourly (
  project_id bigint not null,
  token_id bigint not null,
  hour timestamptz not null,
  request_count bigint not null,
  primary key (project_id, token_id, hour)
);
