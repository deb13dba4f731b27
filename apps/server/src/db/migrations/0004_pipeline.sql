-- Pipeline tables, keyed by shard: acknowledged events that are not digested or packed yet, and state that the ingest
-- processes share. apps/server/src/db/table-classes.ts names the classes of tables and their owners; tests hold it to
-- the catalog.

-- A segment holds the events of a few milliseconds from one ingest process, written in one transaction before the 202.
-- Its id is sequence * 16 + shard. Partitions of 2^20 ids are created ahead and dropped once everything in them is packed.
create sequence segment_sequence;

create table segments (
  id bigint not null,
  shard smallint not null,
  received_at timestamptz not null default now(),
  event_count integer not null,
  raw_bytes integer not null,
  -- The columns of each event that digest needs, as JSON: see domains/storage/segment.ts.
  columns bytea not null,
  -- Compressed concatenation of the received bodies.
  payload bytea not null,
  digested_at timestamptz,
  -- Set when the segment cannot be read back: neither digest nor packing tries it again, and retention removes it.
  damaged_at timestamptz,
  primary key (id, shard)
) partition by range (id);
alter table segments alter column columns set storage external;
alter table segments alter column payload set storage external;
create index segments_damaged on segments (damaged_at) where damaged_at is not null;

create table segment_queue (
  segment_id bigint not null,
  shard smallint not null,
  enqueued_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- The backend that works on it; the claim of a backend that is gone is void.
  claimed_by integer,
  claimed_until timestamptz,
  primary key (segment_id, shard)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_cost_delay = 0);

-- Counts of digested segments that are merged over seconds before they reach group_tags and group_daily.
create table count_queue (
  id bigint generated always as identity,
  shard smallint not null,
  deltas bytea not null,
  primary key (id, shard)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- Rate limits shared by ingest processes ---------------------------------------------------------------------------

-- Permits granted, in buckets of 100 ms. Grants are written without waiting for the disk (see the rate limiter), so
-- keeping the table logged costs next to nothing; unlogged, a crash of the database would reset every limit.
create table rate_grants (
  shard smallint not null default 0,
  limit_key bigint not null,
  bucket bigint not null,
  granted integer not null,
  primary key (limit_key, bucket, shard)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_cost_delay = 0);

-- Grants permits of several limits: those that requests wait for and, while less than half of a limit is used, some
-- ahead, at most one two-hundredth of it, because permits that lie unused in one process are missing in the others.
-- The clock is read under the key's lock, so that grants are counted in the order of their buckets.
create function lease_permits(keys bigint[], wanted integer[], ahead integer[], max_permits integer,
                              window_ms bigint, ahead_ms bigint)
returns table (granted integer, room integer, bucket bigint, release_ms double precision)
language plpgsql as $$
declare
  now_ms double precision;
  oldest bigint;
  used integer;
  from_future integer;
begin
  for i in 1 .. cardinality(keys) loop
    perform pg_advisory_xact_lock(7222, (keys[i] % 2147483647)::integer);
    now_ms := extract(epoch from clock_timestamp()) * 1000 + ahead_ms;
    bucket := floor(now_ms / 100);
    -- A bucket counts until its last millisecond has left the window.
    delete from rate_grants g where g.limit_key = keys[i] and g.bucket * 100 + 100 <= now_ms - window_ms;
    -- Permits granted by a clock that has been set back since lie in the future. They count as granted now: the limit
    -- stays shut for one window at most, and is never open. Corrections below a second are left alone.
    with future as (
      delete from rate_grants g where g.limit_key = keys[i] and g.bucket > lease_permits.bucket + 10 returning g.granted)
    select sum(f.granted) into from_future from future f;
    if from_future > 0 then
      insert into rate_grants as g (limit_key, bucket, granted) values (keys[i], lease_permits.bucket, from_future)
      on conflict on constraint rate_grants_pkey do update set granted = g.granted + excluded.granted;
    end if;
    select coalesce(sum(g.granted), 0), min(g.bucket) filter (where g.granted > 0) into used, oldest
      from rate_grants g where g.limit_key = keys[i];
    room := greatest(max_permits - used, 0);
    granted := least(room, wanted[i] + case when room > max_permits / 2 then least(ahead[i], max_permits / 200) else 0 end);
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

-- Returns permits that were never used, under the same locks in the same order.
create function return_permits(keys bigint[], buckets bigint[], counts integer[]) returns void
language plpgsql as $$
begin
  for i in 1 .. cardinality(keys) loop
    perform pg_advisory_xact_lock(7222, (keys[i] % 2147483647)::integer);
    update rate_grants g set granted = g.granted - counts[i] where g.limit_key = keys[i] and g.bucket = buckets[i];
  end loop;
end
$$;
