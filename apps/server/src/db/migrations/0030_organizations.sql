-- Organizations of several people: roles, teams, invitations, tokens, and who may see which project.

alter table organizations
  -- Open: members see all projects. Closed: those of their teams.
  add column membership text not null default 'open' check (membership in ('open', 'closed')),
  -- Members without a second factor see nothing of the organization.
  add column require_totp boolean not null default false,
  -- Members log in through the identity provider; owners keep their passwords.
  add column require_sso boolean not null default false,
  -- Who answers for the subscription.
  add column billing_user_id uuid references users (id) on delete set null;

alter table memberships
  add column invited_by uuid references users (id) on delete set null,
  add column source text not null default 'owner' check (source in ('owner', 'invitation', 'oidc'));

update organizations set billing_user_id = (
  select memberships.user_id from memberships
  where memberships.organization_id = organizations.id and memberships.role = 'owner'
  order by memberships.created_at, memberships.user_id limit 1);

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

create table team_projects (
  team_id uuid not null references teams (id) on delete cascade,
  project_id bigint not null references projects (id) on delete cascade,
  primary key (team_id, project_id)
);
create index team_projects_project on team_projects (project_id, team_id);

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

-- Tokens of an organization live as long as it does, whoever made them.
alter table api_tokens
  alter column user_id drop not null,
  add column organization_id uuid references organizations (id) on delete cascade,
  add column created_by uuid references users (id) on delete set null,
  add column last4 text,
  add constraint api_tokens_one_owner check ((user_id is null) <> (organization_id is null));
create index api_tokens_organization on api_tokens (organization_id, id) where organization_id is not null;

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

-- Kinds of mails that a user has turned off.
create table muted_mails (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('invitation', 'joined', 'role_changed', 'mention', 'assigned')),
  primary key (user_id, kind)
);

-- Who sees the whole installation; set by a command on the server alone.
alter table users add column is_operator boolean not null default false;

-- Assignment to a team, instead of a person.
alter table issue_stats add column assignee_team_id uuid;

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
       select from totp_factors
        where totp_factors.user_id = memberships.user_id and totp_factors.confirmed_at is not null))
  union all
  select projects.organization_id, projects.id, projects.organization_id, 'token'
    from projects where projects.deleted_at is null;
