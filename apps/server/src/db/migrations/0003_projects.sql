-- Projects, the tokens and keys by which programs send to them, and who may see them.

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
  -- What is kept of events of Sentry's SDKs, and from whom they are accepted.
  keep_user_fields boolean not null default false,
  keep_request_body boolean not null default false,
  drop_vars boolean not null default false,
  -- Names of values that are removed, beside those that always are; in lower case.
  sensitive_keys text[] not null default '{}',
  require_app_id boolean not null default false,
  created_at timestamptz not null default now(),
  -- Unreadable from this moment; a job erases the project's data.
  deleted_at timestamptz,
  check (app_ids[1] = app_id)
);
create unique index projects_short_prefix_key on projects (organization_id, short_prefix);
create index projects_organization on projects (organization_id, id) where deleted_at is null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

-- Ingest tokens, and the keys of DSNs. Those stand in web pages and apps, so their text is no secret; a project may have
-- several, each with a label.
create table ingest_tokens (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  kind text not null default 'service' check (kind in ('service', 'dsn')),
  token_hash bytea not null unique,
  last4 text not null,
  -- 32 hex digits, as they stand in the DSN.
  public_key text,
  label text,
  -- The number that the project had at another service, which stands in the DSNs of programs in use.
  former_number bigint,
  -- Origins of the pages that may send by a key; empty for all.
  allowed_origins text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- Set when a regeneration leaves the old token a grace period.
  expires_at timestamptz,
  -- When the token ends by itself, if it does.
  valid_until timestamptz,
  revoked_at timestamptz,
  check ((kind = 'dsn') = (public_key is not null))
);
-- A project has one current token; the others are revoked or expiring.
create unique index ingest_tokens_one_current on ingest_tokens (project_id)
  where expires_at is null and revoked_at is null and kind = 'service';
create index ingest_tokens_project on ingest_tokens (project_id, id);

create table team_projects (
  team_id uuid not null references teams (id) on delete cascade,
  project_id bigint not null references projects (id) on delete cascade,
  primary key (team_id, project_id)
);
create index team_projects_project on team_projects (project_id, team_id);

-- The one answer to who sees which project, in both directions. A viewer is a user or, for its tokens, an organization.
create view visible_projects as
  select memberships.user_id as viewer_id, projects.id as project_id, projects.organization_id, memberships.role
    from memberships
    join organizations on organizations.id = memberships.organization_id
    join projects on projects.organization_id = memberships.organization_id
   where projects.deleted_at is null
     and (organizations.membership = 'open' or memberships.role in ('owner', 'admin') or exists (
       select from team_projects join team_members on team_members.team_id = team_projects.team_id
        where team_projects.project_id = projects.id and team_members.user_id = memberships.user_id))
     and (not organizations.require_totp or exists (
       select from second_factors where second_factors.user_id = memberships.user_id))
  union all
  select projects.organization_id, projects.id, projects.organization_id, 'token'
    from projects where projects.deleted_at is null;
