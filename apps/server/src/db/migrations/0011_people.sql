-- Exports and erasures of one person's data: the work of a job and, afterwards, the record of it.

create table person_requests (
  project_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('export', 'erasure')),
  -- The anonymous id; removed when an erasure is done, or an export is no longer kept.
  person text,
  -- An e-mail address or name in an event of Sentry's SDKs is stored as a hash (anon-…). An export or erasure by the
  -- original value covers these events as well.
  alias text,
  requested_by uuid not null,
  requested_at timestamptz not null default clock_timestamp(),
  -- Events are scanned in the order of their ids: up to this one so far, and the fraction done.
  scanned_to uuid not null default '00000000-0000-0000-0000-000000000000',
  progress real not null default 0,
  event_count integer not null default 0,
  chunk_count integer not null default 0,
  finished_at timestamptz,
  primary key (project_id, id),
  check (person is not null or finished_at is not null)
);
create unique index person_requests_one_of_a_kind on person_requests (project_id, kind, person)
  where finished_at is null;
create index person_requests_due on person_requests (requested_at) where finished_at is null;

-- The exported events as compressed lines of JSON; kept for a day.
create table person_exports (
  project_id bigint not null,
  request_id bigint not null,
  chunk integer not null,
  raw_bytes integer not null,
  data bytea not null,
  primary key (project_id, request_id, chunk)
);
alter table person_exports alter column data set storage external;
