-- Accounts, their sessions, the tenant behind them, and projects with their ingest tokens.
-- These are ordinary tables: small, written by people, held together by foreign keys.

create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  trial_ends_at timestamptz not null,
  -- What was last decided; what is true now is computed from the clock when read.
  subscription_status text not null default 'trialing'
    check (subscription_status in ('trialing', 'active', 'past_due', 'canceled', 'expired')),
  plan text not null default 'monthly' check (plan in ('monthly', 'yearly', 'self_hosted')),
  created_at timestamptz not null default now()
);

create unique index users_email_key on users (lower(email));

create table memberships (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);

create index memberships_user on memberships (user_id, organization_id);

create table access_tokens (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('cli', 'mobile', 'web')),
  secret_hash bytea not null,
  -- Shown in the list of sessions, so that their owner recognises them.
  device text,
  address text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('replaced', 'logout', 'revoked')),
  check ((revoked_at is null) = (revoked_because is null))
);

-- Two live sessions of one kind cannot be written down, whatever logins race.
create unique index access_tokens_one_live on access_tokens (user_id, kind) where revoked_at is null;
create index access_tokens_user on access_tokens (user_id, id);

-- One row per failed login of the last hour; rows older than every window are deleted as new ones come.
-- The e-mail is kept as a hash: it may belong to nobody who asked to be stored.
create table login_failures (
  email_hash bytea not null,
  address text not null,
  failed_at timestamptz not null default now()
);

create index login_failures_email on login_failures (email_hash, failed_at);
create index login_failures_address on login_failures (address, failed_at);
create index login_failures_age on login_failures (failed_at);

create table registration_attempts (
  address text not null,
  attempted_at timestamptz not null default now()
);

create index registration_attempts_address on registration_attempts (address, attempted_at);
create index registration_attempts_age on registration_attempts (attempted_at);

create table projects (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  -- The first of app_ids.
  app_id text not null,
  app_ids text[] not null,
  platform text,
  -- Before the number of an issue's short id: SHOP-12.
  short_prefix text not null,
  grouping_version smallint not null default 1,
  created_at timestamptz not null default now(),
  -- Unreadable from this moment; a job erases what belongs to it.
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
  -- Set while an old token lives on after a regeneration.
  expires_at timestamptz,
  revoked_at timestamptz
);

-- A project has one current token; others are revoked or on their way out.
create unique index ingest_tokens_one_current on ingest_tokens (project_id) where expires_at is null and revoked_at is null;
create index ingest_tokens_project on ingest_tokens (project_id, id);
