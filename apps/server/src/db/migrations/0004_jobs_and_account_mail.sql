-- Slow work: mails. A row is there until its job is done or no longer worth doing.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload json not null,
  attempts integer not null default 0,
  -- While a worker has it this is the end of its lease.
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index jobs_due on jobs (due_at);

-- What a mailed link stands for. One of a kind for each user: a newer one ends the older.
create table account_links (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'confirm_email')),
  token_hash bytea not null unique,
  -- The address that is confirmed by it.
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose),
  check ((purpose = 'confirm_email') = (email is not null))
);

-- Asked for, and not confirmed yet.
alter table users add column pending_email text;

-- One row for each mail that was asked for in the last hour, whether or not there is such an account.
create table mail_requests (
  email_hash bytea not null,
  address text not null,
  requested_at timestamptz not null default now()
);

create index mail_requests_email on mail_requests (email_hash, requested_at);
create index mail_requests_address on mail_requests (address, requested_at);
create index mail_requests_age on mail_requests (requested_at);

-- When the subscription was last changed, and until when a canceled one is paid.
alter table users add column subscription_changed_at timestamptz not null default now();
alter table users add column subscription_ends_at timestamptz;
