-- A person's events, in all of a project or in one group: «what happened to them» is asked for in the list of issues, and
-- for exports and erasures. Without it every event of the groups that know the person was read.

create index events_by_user on events (project_id, user_key, group_id) where user_key is not null;
