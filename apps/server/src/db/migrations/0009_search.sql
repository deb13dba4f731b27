-- Finding issues: by their text, and by what their events were.

do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege then
    raise exception 'search needs the extension pg_trgm, which this role may not create. Let an administrator of the database run once: create extension pg_trgm;';
  when undefined_file or feature_not_supported then
    raise exception 'search needs the extension pg_trgm, which this PostgreSQL does not have. It comes with PostgreSQL, in some systems as a package named postgresql-contrib.';
end
$$;

-- Over what never changes of an issue; counters have a table of their own, where no index over text slows them down.
create function issue_text(type text, message text, culprit text) returns text
language sql immutable parallel safe
return type || E'\n' || message || E'\n' || coalesce(culprit, '');
create index issues_by_text on issues using gin (issue_text(type, message, culprit) gin_trgm_ops);

-- Platforms too are counted by hour: a group may hold events of iOS and Android.
alter table group_hourly
  add column platform smallint not null default 0,
  drop constraint group_hourly_pkey,
  add primary key (project_id, group_id, hour, environment_id, release_id, platform);
-- Counts from before take the platform of their issue.
update group_hourly h set platform = i.platform
  from groups g join issues i on i.project_id = g.project_id and i.issue_id = g.issue_id
 where g.project_id = h.project_id and g.group_id = h.group_id;
-- What happened in a window, whatever the group. Neither column ever changes: counting stays as cheap as it was.
create index group_hourly_by_hour on group_hourly (project_id, hour);

-- A sorted or filtered list as it was when its first page was read: its further pages neither skip nor repeat while
-- events come in. Not logged: after a crash of the database such a list is read anew.
create unlogged table issue_lists (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- what was asked for, hashed
  request bytea not null,
  project_ids bigint[] not null,
  issue_ids uuid[] not null
);
create index issue_lists_by_user on issue_lists (user_id, created_at);
