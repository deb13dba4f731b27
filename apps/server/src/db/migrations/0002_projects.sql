-- Projects and their ingest tokens.

create table projects (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  -- The first of app_ids.
  app_id text not null,
  app_ids text[] not null,
  platform text,
  -- The part of an issue's short id before the number: SHOP-12.
  short_prefix text not null,
  grouping_version smallint not null default 1,
  created_at timestamptz not null default now(),
  -- Unreadable from this moment; a job erases the project's data.
  deleted_at timestamptz,
  check (app_ids[1] = app_id)
);
create unique index projects_short_prefix_key on projects (organization_id, short_prefix);
create index projects_organization on projects (organization_id, id) where deleted_at is null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

create table ingest_tokens (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  token_hash bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default now(),
  -- Set when a regeneration leaves the old token a grace period.
  expires_at timestamptz,
  -- When the token ends by itself, if it does.
  valid_until timestamptz,
  revoked_at timestamptz
);
-- A project has one current token; the others are revoked or expiring.
create unique index ingest_tokens_one_current on ingest_tokens (project_id) where expires_at is null and revoked_at is null;
create index ingest_tokens_project on ingest_tokens (project_id, id);
