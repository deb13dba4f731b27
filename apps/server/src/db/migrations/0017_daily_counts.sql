-- What happened on whole days, so that a filtered list over weeks adds up days and not hours: for each environment and
-- release; for each environment, over all releases; and over all of both. -2 stands for all: -1 is a
-- name beyond those a project may have, 0 none.

create table group_daily (
  project_id bigint not null,
  day date not null,
  environment_id integer not null,
  release_id integer not null,
  group_id uuid not null,
  event_count bigint not null,
  platform smallint not null,
  -- of the day, in UTC
  first_hour smallint not null,
  last_hour smallint not null,
  primary key (project_id, day, environment_id, release_id, group_id, platform)
) with (fillfactor = 80);

insert into group_daily
select h.project_id, (h.hour at time zone 'UTC')::date,
       case grouping(h.environment_id) when 1 then -2 else h.environment_id end,
       case grouping(h.release_id) when 1 then -2 else h.release_id end,
       h.group_id, sum(h.event_count), h.platform,
       min(extract(hour from h.hour at time zone 'UTC')), max(extract(hour from h.hour at time zone 'UTC'))
  from group_hourly h
 group by h.project_id, (h.hour at time zone 'UTC')::date, h.group_id, h.platform,
          grouping sets ((h.environment_id, h.release_id), (h.environment_id), ());

-- Hours are read where a window begins or ends within a day.
drop index group_hourly_by_hour;
create index group_hourly_by_hour on group_hourly (project_id, hour, environment_id, release_id);
