-- Permits granted by a clock that has been put back lay in the future and shut a limit for as long as that clock was
-- ahead. They count as granted now: the limit stays shut for one window at most, and is never open.
create or replace function lease_permits(keys bigint[], wanted integer[], ahead integer[], max_permits integer,
                                         window_ms bigint, ahead_ms bigint)
returns table (granted integer, room integer, bucket bigint, release_ms double precision)
language plpgsql as $$
declare
  now_ms double precision;
  oldest bigint;
  used integer;
  of_later integer;
begin
  for i in 1 .. cardinality(keys) loop
    perform pg_advisory_xact_lock(7222, (keys[i] % 2147483647)::integer);
    now_ms := extract(epoch from clock_timestamp()) * 1000 + ahead_ms;
    bucket := floor(now_ms / 100);
    -- A bucket counts until its last millisecond has left the window.
    delete from rate_grants g where g.limit_key = keys[i] and g.bucket * 100 + 100 <= now_ms - window_ms;
    -- Clocks are put right by parts of a second all the time: that is left alone.
    with later as (
      delete from rate_grants g where g.limit_key = keys[i] and g.bucket > lease_permits.bucket + 10 returning g.granted)
    select sum(l.granted) into of_later from later l;
    if of_later > 0 then
      insert into rate_grants as g (limit_key, bucket, granted) values (keys[i], lease_permits.bucket, of_later)
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
