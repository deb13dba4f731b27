-- When a session ends by resting is told from its last use and the settings, which may change.
alter table access_tokens drop column expires_at;

-- The second factor of a login. Until it is confirmed it asks nobody for anything.
create table totp_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted under BUGLE_SECRET; it must be read to check a code.
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- What follows belongs to a factor and goes with it.

-- Each time step once. Steps rather than the highest one: after the clock was ahead, codes are good at once.
create table totp_used_steps (
  user_id uuid not null references totp_factors (user_id) on delete cascade,
  step bigint not null,
  used_at timestamptz not null default now(),
  primary key (user_id, step)
);

-- 125 random bits each, so a plain hash will do. A row is deleted as its code is used.
create table recovery_codes (
  user_id uuid not null references totp_factors (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- A login whose password was right and whose code is awaited. A row is deleted as it succeeds.
create table totp_challenges (
  token_hash bytea primary key,
  user_id uuid not null references totp_factors (user_id) on delete cascade,
  -- Of the password's hash: a challenge dies with the password that it was given for.
  password_digest bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index totp_challenges_user on totp_challenges (user_id);
create index totp_challenges_age on totp_challenges (expires_at);

-- Wrong codes of the last hour, over all challenges; these stay when the factor goes.
create table totp_failures (
  user_id uuid not null references users (id) on delete cascade,
  failed_at timestamptz not null default now()
);

create index totp_failures_user on totp_failures (user_id, failed_at);

-- For programs. Apart from sessions, so that a login never ends one.
create table api_tokens (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  secret_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index api_tokens_user on api_tokens (user_id, id);

-- Failed logins are written down once in a while for each address.
create index audit_entries_failed on audit_entries (user_id, address, created_at) where action = 'login.failed';
