-- Hours over all environments and releases beside those of each, as days have them (0017): lines and medians of an issue
-- read one row an hour, however many releases are about.

insert into group_hourly (project_id, group_id, hour, environment_id, release_id, platform, event_count)
select h.project_id, h.group_id, h.hour, -2, -2, h.platform, sum(h.event_count)
  from group_hourly h
 group by h.project_id, h.group_id, h.hour, h.platform;
