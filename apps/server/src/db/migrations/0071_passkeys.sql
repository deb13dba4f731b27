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

-- Accounts with a passkey and without an authenticator app have these too.
alter table recovery_codes drop constraint recovery_codes_user_id_fkey,
  add constraint recovery_codes_user_id_fkey foreign key (user_id) references users (id) on delete cascade;
alter table totp_challenges drop constraint totp_challenges_user_id_fkey,
  add constraint totp_challenges_user_id_fkey foreign key (user_id) references users (id) on delete cascade;

-- Users whose logins ask for a second factor, once or twice.
create view second_factors as
  select totp_factors.user_id from totp_factors where totp_factors.confirmed_at is not null
  union all select passkeys.user_id from passkeys;
