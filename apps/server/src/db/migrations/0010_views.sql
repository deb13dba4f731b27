-- Searches that somebody wants to find again.
create table views (
  id uuid primary key,
  -- in the order of their making
  place bigint generated always as identity,
  user_id uuid not null references users (id) on delete cascade,
  project_id bigint references projects (id) on delete cascade,
  name text not null,
  -- the parameters of the list, under their names
  filter jsonb not null,
  created_at timestamptz not null default now()
);
create index views_by_user on views (user_id, place);

-- When somebody last looked at a project.
create table project_seen (
  project_id bigint not null,
  user_id uuid not null,
  seen_at timestamptz not null,
  primary key (project_id, user_id)
);
