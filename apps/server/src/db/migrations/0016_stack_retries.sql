-- A stack that could not be resolved in its time is tried again later, and never given up: a busy machine may delay what
-- people see, it must not decide it.
alter table exact_groups add column retry_at timestamptz not null default '-infinity';
