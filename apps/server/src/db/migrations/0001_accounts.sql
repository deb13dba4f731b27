-- Accounts, their sessions and second factors. Ordinary tables: small, written by people, held together by foreign keys.

create table users (
  id uuid primary key,
  email text not null,
  -- Requested by the user and not confirmed yet.
  pending_email text,
  -- When the user proved that the address is theirs; null while the confirmation is pending.
  email_confirmed_at timestamptz default now(),
  name text not null,
  password_hash text not null,
  trial_ends_at timestamptz not null,
  -- The last decision; the current status is computed from the clock when it is read.
  subscription_status text not null default 'trialing'
    check (subscription_status in ('trialing', 'active', 'past_due', 'canceled', 'expired')),
  subscription_changed_at timestamptz not null default now(),
  -- The end of the period a canceled subscription is paid for.
  subscription_ends_at timestamptz,
  plan text not null default 'monthly' check (plan in ('monthly', 'yearly', 'self_hosted')),
  -- No mail about issues of any project.
  issue_mails_off boolean not null default false,
  created_at timestamptz not null default now(),
  -- Sees the whole installation; set by a command on the server alone.
  is_operator boolean not null default false,
  -- Set by an operator: nobody can log in to the account, and its API tokens are refused.
  disabled_at timestamptz
);
create unique index users_email_key on users (lower(email));
-- Unconfirmed accounts are few, and are looked up by age.
create index users_unconfirmed on users (created_at) where email_confirmed_at is null;

-- Links sent by mail. One per purpose and user: a newer link replaces the older one.
create table account_links (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'confirm_email')),
  token_hash bytea not null unique,
  -- The address that the link confirms.
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose),
  check ((purpose = 'confirm_email') = (email is not null))
);

-- Sessions --------------------------------------------------------------------------------------------------------

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

-- Idle expiry is computed from last_used_at and the settings, which may change.
create table access_tokens (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('cli', 'mobile', 'web')),
  secret_hash bytea not null,
  -- Shown in the list of sessions, so that the owner recognizes them.
  device text,
  address text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- The identity by which the session was opened; such sessions end after a while, and are renewed by the provider.
  identity_id bigint references identities (id) on delete set null,
  -- When the identity provider vouched for it. A phone that is signed in by a code of the session inherits it.
  sso_at timestamptz,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('replaced', 'logout', 'revoked')),
  check ((revoked_at is null) = (revoked_because is null))
);
-- BUGLE_SESSIONS_PER_KIND live sessions of a kind, whatever logins race: each holds its user's row.
create index access_tokens_live on access_tokens (user_id, kind) where revoked_at is null;
create index access_tokens_user on access_tokens (user_id, id);

-- Browsers that users have logged in with, by the sha256 of a cookie. Strangers who use up the limits of failed logins do
-- not shut these out, and a login from elsewhere is mailed.
create table known_browsers (
  user_id uuid not null references users (id) on delete cascade,
  secret_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, secret_hash)
);

-- Codes that sign in a phone, shown as a QR code by the dashboard. Each belongs to the session that asked for it and ends
-- with it; a newer one replaces the older.
create table login_codes (
  token_id bigint primary key references access_tokens (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index login_codes_user on login_codes (user_id);

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

-- Second factors --------------------------------------------------------------------------------------------------

-- Ignored at login until it is confirmed.
create table totp_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted under BUGLE_SECRET: checking a code needs the plain secret.
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- Each time step is accepted once. Single steps rather than the highest one: after a clock that was ahead has been put
-- right, codes work again at once.
create table totp_used_steps (
  user_id uuid not null references totp_factors (user_id) on delete cascade,
  step bigint not null,
  used_at timestamptz not null default now(),
  primary key (user_id, step)
);

-- 125 random bits each, so a plain hash is enough. Using a code deletes its row.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Logins whose password was right and that still need a code. Success deletes the row.
create table totp_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  identity_id bigint references identities (id) on delete cascade,
  -- Digest of the password hash: a challenge ends when the password changes.
  password_digest bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index totp_challenges_user on totp_challenges (user_id);
create index totp_challenges_age on totp_challenges (expires_at);

-- Public keys of authenticators: a second factor, or a login without the password.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Chosen by the authenticator.
  credential_id bytea not null unique,
  -- A COSE key.
  public_key bytea not null,
  -- Uses so far, by the authenticator; many always say 0.
  counter bigint not null,
  -- How a browser reaches the authenticator.
  transports text[] not null,
  name text not null,
  -- Whether its provider keeps a copy.
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

-- What an authenticator is asked to sign. Taking one deletes its row, whatever comes of it.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'second_factor', 'login')),
  -- Nobody is known yet who logs in without a password.
  user_id uuid references users (id) on delete cascade,
  -- The login that a second factor completes.
  totp_token_hash bytea references totp_challenges (token_hash) on delete cascade,
  -- The account, or the address where there is none: each has a limit, and loses its oldest.
  asker text not null,
  expires_at timestamptz not null,
  check ((purpose = 'login') = (user_id is null)),
  check ((purpose = 'second_factor') = (totp_token_hash is not null))
);
create index passkey_challenges_asker on passkey_challenges (asker, expires_at);
create index passkey_challenges_age on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_login on passkey_challenges (totp_token_hash);

-- Users whose logins ask for a second factor, once or twice.
create view second_factors as
  select totp_factors.user_id from totp_factors where totp_factors.confirmed_at is not null
  union all select passkeys.user_id from passkeys;

-- Limits ----------------------------------------------------------------------------------------------------------

-- One row per attempt of the last hour; older rows are deleted as new ones arrive. E-mails are hashed: they may belong
-- to people who never asked to be stored.

create table login_failures (
  email_hash bytea not null,
  address text not null,
  failed_at timestamptz not null default now()
);
create index login_failures_email on login_failures (email_hash, failed_at);
create index login_failures_address on login_failures (address, failed_at);
create index login_failures_age on login_failures (failed_at);

-- Wrong codes over all challenges; they outlive the factor.
create table totp_failures (
  user_id uuid not null references users (id) on delete cascade,
  failed_at timestamptz not null default now()
);
create index totp_failures_user on totp_failures (user_id, failed_at);

create table registration_attempts (
  address text not null,
  attempted_at timestamptz not null default now()
);
create index registration_attempts_address on registration_attempts (address, attempted_at);
create index registration_attempts_age on registration_attempts (attempted_at);

-- Requested mails, whether or not such an account exists.
create table mail_requests (
  email_hash bytea not null,
  address text not null,
  requested_at timestamptz not null default now()
);
create index mail_requests_email on mail_requests (email_hash, requested_at);
create index mail_requests_address on mail_requests (address, requested_at);
create index mail_requests_age on mail_requests (requested_at);

-- Audit -----------------------------------------------------------------------------------------------------------

-- Actions on an account and its sessions, for its owner to read. Kept 90 days; deleted with the account.
create table audit_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  action text not null,
  created_at timestamptz not null default now(),
  -- Where the request came from, if known; operator commands have no address.
  address text,
  device text,
  -- The session that acted. No foreign key: sessions are deleted before entries are.
  token_id bigint,
  details jsonb not null default '{}'
);
create index audit_entries_user on audit_entries (user_id, id);
create index audit_entries_age on audit_entries (created_at);
-- Failed logins are recorded once per address and interval.
create index audit_entries_failed on audit_entries (user_id, address, created_at) where action = 'login.failed';
