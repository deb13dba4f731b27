-- Outcomes of events that were not stored, by reason and hour, so that loss is never invisible to the project's owner.

-- source says who counted: the server that refused, or the SDK that dropped. Unsupported kinds of items, and reports that
-- are noise, are neither refused nor lost.
create table outcomes (
  project_id bigint not null,
  hour timestamptz not null,
  source text not null check (source in ('server', 'client', 'unsupported', 'filtered')),
  reason text not null,
  event_count bigint not null,
  -- From the latest refusal, as a hint to its remedy: the app_id that was sent, or the fields that were invalid.
  latest_detail text,
  primary key (project_id, hour, source, reason)
);

-- Requests per ingest token, so that the traffic of an old token shows until it ends.
create table token_hourly (
  project_id bigint not null,
  token_id bigint not null,
  hour timestamptz not null,
  request_count bigint not null,
  primary key (project_id, token_id, hour)
);
