-- Groups of issues that somebody deleted. What was received before is unreadable at once, and is gone when it is done:
-- digest drops what it had not come to, a job removes what is stored. The same error may come back meanwhile; it is
-- the same group then, and counts from zero.
create sequence erasure_versions;

create table erasures (
  project_id bigint not null,
  group_id uuid not null,
  erased_before timestamptz not null,
  -- The highest tells digest at a glance whether it knows of all.
  version bigint not null default nextval('erasure_versions'),
  done_at timestamptz,
  primary key (project_id, group_id)
);
create index erasures_by_version on erasures (version);

-- Events received before are not the group's: it was deleted then.
alter table groups add column counts_from timestamptz not null default '-infinity';
