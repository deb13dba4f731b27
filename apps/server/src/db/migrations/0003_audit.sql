-- What was done to an account and its sessions, for its owner to read. Kept 90 days; goes with the account.
create table audit_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  action text not null,
  created_at timestamptz not null default now(),
  -- Where it came from, as far as known; the operator's commands come from nowhere.
  address text,
  device text,
  -- The session it was done with. No foreign key: sessions are forgotten before entries are.
  token_id bigint,
  details jsonb not null default '{}'
);

create index audit_entries_user on audit_entries (user_id, id);
create index audit_entries_age on audit_entries (created_at);
