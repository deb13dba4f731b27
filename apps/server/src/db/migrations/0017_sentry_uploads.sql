-- Uploads by the build tools of Sentry, which name chunks and bundles by sha1.

-- Chunks belong to the account that sent them: the tools name the project afterwards.
create table sentry_chunks (
  user_id uuid not null,
  sha1 bytea not null,
  bytes bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, sha1)
);
alter table sentry_chunks alter column bytes set storage external;

-- A bundle: a zip of files with a manifest.
create table sentry_bundles (
  project_id bigint not null,
  id bigint generated always as identity,
  sha1 bytea not null,
  release text,
  dist text,
  chunks bytea[] not null,
  uploaded_by uuid not null,
  state text not null default 'created' check (state in ('created', 'stored', 'failed')),
  -- Why it failed, for people.
  detail text,
  artifact_ids bigint[] not null default '{}',
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create unique index sentry_bundles_once on sentry_bundles (project_id, sha1, release, dist) nulls not distinct;
