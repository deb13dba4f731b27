-- Accounts at an identity provider, by issuer and subject alone.

create table identities (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  -- As the provider named it when it was linked; nothing is decided by it.
  email_at_link text,
  linked_at timestamptz not null default now(),
  last_login_at timestamptz,
  unique (issuer, subject)
);
create index identities_user on identities (user_id, id);

-- A login in a browser that a command line or an app waits for. One use, two minutes.
create table sso_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  identity_id bigint references identities (id) on delete cascade,
  kind text not null check (kind in ('cli', 'mobile')),
  -- sha256 of the verifier that the waiting program keeps.
  challenge text not null,
  has_second_factor boolean not null,
  expires_at timestamptz not null
);
create index sso_codes_age on sso_codes (expires_at);

-- Responses of the provider that were used: one cookie is good for one login.
create table sso_used_states (
  state_hash bytea primary key,
  used_at timestamptz not null default now()
);

-- The identity by which a session was opened; such sessions end after a while, and are renewed by the provider.
alter table access_tokens add column identity_id bigint references identities (id) on delete set null;
alter table totp_challenges add column identity_id bigint references identities (id) on delete cascade;
