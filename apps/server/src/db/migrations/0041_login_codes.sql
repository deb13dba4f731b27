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
