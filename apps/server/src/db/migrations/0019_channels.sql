-- Channels of organizations, and what is delivered to them.

create table channels (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  name text not null,
  -- Addresses and secrets as JSON, encrypted under BUGLE_SECRET; of them only the host is ever shown.
  sealed_config text not null,
  host text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Nothing is sent earlier: after a message, and after a failure.
  next_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- Failed attempts since the last delivery, and why the last one failed.
  failures integer not null default 0,
  failure text,
  -- Set when the service takes nothing any more, until somebody changes the channel.
  broken_at timestamptz
);
create unique index channels_name_key on channels (organization_id, lower(name));

-- Written in the transaction that makes them due. They hold ids alone: the text is made when it is sent, so that it leaves
-- out what was decided meanwhile.
create table deliveries (
  id uuid primary key,
  channel_id uuid not null references channels (id) on delete cascade,
  -- Null for a test.
  project_id bigint,
  issue_id uuid,
  event text not null,
  -- Rule that made it due; null for a test.
  rule_id uuid,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  done_at timestamptz,
  outcome text check (outcome in ('delivered', 'dropped')),
  -- Set with the first attempt: the delivery that names the message. Further attempts send the same ones, so that a service
  -- may ignore a message whose id it knows.
  sent_in uuid,
  attempts integer not null default 0,
  status integer,
  ms integer,
  failure text
);
create index deliveries_waiting on deliveries (channel_id, due_at) where done_at is null;
create index deliveries_log on deliveries (channel_id, created_at desc);
-- The end of a wait between two messages about an issue is found here.
create index deliveries_issue on deliveries (channel_id, project_id, issue_id) where done_at is not null;
