-- Quiet hours and digests of people, and rules that gather for a time of their own.

-- When a person is mailed about issues. Without a row at any time, and without a digest.
create table mail_times (
  user_id uuid primary key references users (id) on delete cascade,
  -- Minutes of the day in the time zone, between which only urgent mails are sent.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text,
  -- Days of the week on which quiet hours begin, Monday is 1; null for all.
  quiet_days smallint[],
  digest text check (digest in ('daily', 'weekly')),
  digest_time_zone text,
  -- The next digest is about what happened since then.
  digest_from timestamptz,
  digest_due_at timestamptz,
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (time_zone is null)),
  check ((digest is null) = (digest_time_zone is null) and (digest is null) = (digest_from is null)
     and (digest is null) = (digest_due_at is null))
);
create index mail_times_digest on mail_times (digest_due_at) where digest_due_at is not null;

alter table pending_notifications
  add column is_urgent boolean not null default false,
  -- Whether it was taken already, and waits for the end of the quiet hours of its people.
  add column is_held boolean not null default false;

alter table pending_pushes add column is_urgent boolean not null default false;
alter table pushes add column is_urgent boolean not null default false;
-- Whether a device rests for its quiet hours alone: what is urgent is sent all the same.
alter table push_subscriptions add column is_quiet boolean not null default false;

alter table alert_rules
  -- How long its messages are gathered, from the first on; null for the usual time.
  add column window_minutes integer check (window_minutes > 0);
