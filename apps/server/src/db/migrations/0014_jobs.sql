-- Background work, such as mails. A row exists until its job is done or no longer worth doing.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Jobs of one line wait for none of another; within it, owners take turns.
  line text not null,
  owner text collate "C" not null,
  payload json not null,
  attempts integer not null default 0,
  -- While a worker runs the job, the end of its lease.
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index jobs_turns on jobs (line, owner, due_at);
