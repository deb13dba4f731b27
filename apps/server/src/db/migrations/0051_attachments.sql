-- Files that came with an event by the way of Sentry's SDKs.
create table attachments (
  project_id bigint not null,
  event_id uuid not null,
  segment_id bigint not null,
  number smallint not null,
  name text not null,
  -- As the sender claims; it is served only where the bytes agree.
  content_type text not null,
  kind text not null,
  data bytea not null,
  received_at timestamptz not null default now(),
  primary key (project_id, event_id, segment_id, number)
);
alter table attachments alter column data set storage external;

-- Files that came before their event was digested: acknowledged, and attached once it is.
create table late_attachments (
  project_id bigint not null,
  id bigint generated always as identity,
  -- The id that the SDK gave the event.
  client_id uuid not null,
  name text not null,
  content_type text not null,
  kind text not null,
  data bytea not null,
  received_at timestamptz not null default now(),
  primary key (project_id, id)
);
alter table late_attachments alter column data set storage external;
