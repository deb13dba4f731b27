-- Organizations: their members, teams, invitations and tokens.

create table organizations (
  id uuid primary key,
  name text not null,
  -- Open: members see all projects. Closed: those of their teams.
  membership text not null default 'open' check (membership in ('open', 'closed')),
  -- Members without a second factor see nothing of the organization.
  require_totp boolean not null default false,
  -- Members log in through the identity provider; owners keep their passwords.
  require_sso boolean not null default false,
  -- Who answers for the subscription.
  billing_user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);

create table memberships (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  invited_by uuid references users (id) on delete set null,
  source text not null default 'owner' check (source in ('owner', 'invitation', 'oidc')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id, organization_id);

create table teams (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index teams_name_key on teams (organization_id, lower(name));

create table team_members (
  team_id uuid not null references teams (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  is_lead boolean not null default false,
  source text not null default 'member' check (source in ('member', 'oidc')),
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id, team_id);

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Only an account with this confirmed address may accept; null for whoever has the link.
  email text,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  team_ids uuid[] not null default '{}',
  secret_hash bytea not null unique,
  -- The secret that was mailed: accepting by it proves the address.
  mail_secret_hash bytea unique,
  -- An invitation ends with the membership of its author.
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id) on delete set null,
  revoked_at timestamptz
);
create index invitations_organization on invitations (organization_id, created_at);
create index invitations_author on invitations (invited_by, created_at);

-- Tokens for programs, of an account or of an organization. Apart from sessions, so that a login never ends one; those of
-- an organization live as long as it does, whoever made them.
create table api_tokens (
  id bigint generated always as identity primary key,
  user_id uuid references users (id) on delete cascade,
  organization_id uuid references organizations (id) on delete cascade,
  created_by uuid references users (id) on delete set null,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  secret_hash bytea not null unique,
  last4 text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- When it ends by itself, if it does.
  expires_at timestamptz,
  constraint api_tokens_one_owner check ((user_id is null) <> (organization_id is null))
);
create index api_tokens_user on api_tokens (user_id, id);
create index api_tokens_organization on api_tokens (organization_id, id) where organization_id is not null;

-- Kinds of mails that a user has turned off.
create table muted_mails (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('invitation', 'joined', 'role_changed', 'mention', 'assigned')),
  primary key (user_id, kind)
);

-- What was done in an organization, for its owners and admins. Kept for a year.
create table organization_entries (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  action text not null,
  created_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'token', 'operator', 'oidc')),
  -- No foreign key: an entry outlives the account that it names.
  actor_id uuid,
  actor_name text,
  address text,
  device text,
  details jsonb not null default '{}'
);
create index organization_entries_organization on organization_entries (organization_id, id);
create index organization_entries_age on organization_entries (created_at);
