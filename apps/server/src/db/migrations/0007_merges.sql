-- Issues of several groups: which groups, who decided it, how it is undone.

alter table groups
  -- Whether its issue consists of it alone: counting users of the others must look further.
  add column is_alone boolean not null default true,
  -- Somebody took it out of an issue by hand: no rule may put it back.
  add column pinned_at timestamptz,
  add column pinned_by uuid;

-- What happened to an issue, for people.
create table issue_activity (
  project_id bigint not null,
  id bigint generated always as identity,
  issue_id uuid not null,
  occurred_at timestamptz not null default now(),
  -- null: Bugle itself
  user_id uuid,
  kind text not null,
  details jsonb not null default '{}',
  primary key (project_id, id)
);
create index issue_activity_by_issue on issue_activity (project_id, issue_id, id desc);

-- What a decision changed, so that its author can take it back.
create table undos (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  steps jsonb not null
);
create index undos_by_age on undos (created_at);
