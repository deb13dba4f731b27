-- Releases as they are recorded by builds; those of events are in the dictionary `releases`.

create table release_records (
  project_id bigint not null,
  version text not null,
  dist text,
  platform text,
  url text,
  started_at timestamptz,
  released_at timestamptz,
  repository text,
  commit text,
  ref text,
  -- The release before it, where the build names one.
  previous text,
  -- The newest first.
  commits jsonb not null default '[]',
  recorded_at timestamptz not null default now(),
  recorded_by uuid not null,
  primary key (project_id, version)
);

create table release_deploys (
  project_id bigint not null,
  id bigint generated always as identity,
  version text not null,
  environment text not null,
  name text,
  url text,
  started_at timestamptz,
  finished_at timestamptz not null,
  primary key (project_id, id)
);
create index release_deploys_by_release on release_deploys (project_id, version, id desc);

-- Expo updates: several may belong to one release, which is that of the build in the store.
create table release_updates (
  project_id bigint not null,
  update_id text not null,
  version text not null,
  update_group text,
  runtime_version text,
  channel text,
  message text,
  created_at timestamptz not null default now(),
  primary key (project_id, update_id)
);
create index release_updates_by_release on release_updates (project_id, version, created_at desc);
