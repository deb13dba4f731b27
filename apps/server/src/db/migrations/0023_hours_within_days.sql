-- A day knows what its hours had, so that a window may begin and end within one and read days alone. What is asked by
-- hours (lines, the median hour, statistics of an issue) reads days as well, and counters of hours go: they were ten rows
-- to one of a day, each on a page of its own.

truncate group_daily;
alter table group_daily add column hours bigint[] not null; -- from 0 to 23, as far as there were events
insert into group_daily (project_id, day, environment_id, release_id, group_id, event_count, platform, first_hour,
                         last_hour, hours)
select h.project_id, h.day,
       case grouping(h.environment_id) when 1 then -2 else h.environment_id end,
       case grouping(h.release_id) when 1 then -2 else h.release_id end,
       h.group_id, sum(h.event_count), h.platform, min(h.hour), max(h.hour),
       ('[0:23]=' || array[
         sum(h.event_count) filter (where h.hour = 0), sum(h.event_count) filter (where h.hour = 1),
         sum(h.event_count) filter (where h.hour = 2), sum(h.event_count) filter (where h.hour = 3),
         sum(h.event_count) filter (where h.hour = 4), sum(h.event_count) filter (where h.hour = 5),
         sum(h.event_count) filter (where h.hour = 6), sum(h.event_count) filter (where h.hour = 7),
         sum(h.event_count) filter (where h.hour = 8), sum(h.event_count) filter (where h.hour = 9),
         sum(h.event_count) filter (where h.hour = 10), sum(h.event_count) filter (where h.hour = 11),
         sum(h.event_count) filter (where h.hour = 12), sum(h.event_count) filter (where h.hour = 13),
         sum(h.event_count) filter (where h.hour = 14), sum(h.event_count) filter (where h.hour = 15),
         sum(h.event_count) filter (where h.hour = 16), sum(h.event_count) filter (where h.hour = 17),
         sum(h.event_count) filter (where h.hour = 18), sum(h.event_count) filter (where h.hour = 19),
         sum(h.event_count) filter (where h.hour = 20), sum(h.event_count) filter (where h.hour = 21),
         sum(h.event_count) filter (where h.hour = 22), sum(h.event_count) filter (where h.hour = 23)]::text)::bigint[]
  from (select x.*, (x.hour at time zone 'UTC')::date as day
          from group_hourly x where x.environment_id <> -2) as x,
       lateral (select x.project_id, x.group_id, x.day, x.environment_id, x.release_id, x.platform, x.event_count,
                       extract(hour from x.hour at time zone 'UTC')::int2 as hour) as h
 group by h.project_id, h.day, h.group_id, h.platform,
          grouping sets ((h.environment_id, h.release_id), (h.environment_id), ());
-- What one issue had.
create index group_daily_by_group on group_daily (project_id, group_id, environment_id, release_id, day);

drop table group_hourly;
