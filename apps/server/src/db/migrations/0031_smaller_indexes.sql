-- Smaller indexes, and less free space inside tables: docs/adr/0057-equal-entries-share-one.md. Indexes are built anew in about a
-- second for a million events.

-- Days are read in two ways: those of a group, and those of all groups of an environment and release. Both indexes had the columns
-- of both ways, 48 bytes a row. The key now serves the first way. The index of the second ends where its conditions end, so that
-- equal entries share one: 6 bytes a row.
alter table group_daily drop constraint group_daily_pkey;
drop index group_daily_by_group;
alter table group_daily add primary key (project_id, group_id, environment_id, release_id, day, platform);
create index group_daily_by_day on group_daily (project_id, day, environment_id, release_id);

-- All events of a user are read at once, so that the entries of a user share one.
drop index events_by_user;
create index events_by_user on events (project_id, user_key) where user_key is not null;

-- New texts wait in a list of pages that every search reads. The pages stay when the list is emptied: 4 MB by default.
alter index issues_by_text set (gin_pending_list_limit = 512);

-- An hour that is over is hardly updated.
alter table project_hourly set (fillfactor = 90);

-- Merged counts are deleted at once; vacuum returns their pages sooner.
alter table count_queue set (toast.autovacuum_vacuum_threshold = 200);
