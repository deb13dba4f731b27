-- Ingest tokens that are no longer taken, beside the events: whoever makes an event durable reads the tables of its own server
-- alone, and a token in memory may be older than its revocation. Token 0 stands for all tokens of a project that is deleted.
create table closed_tokens (
  project_id bigint not null,
  token_id bigint not null,
  closes_at timestamptz not null,
  primary key (project_id, token_id)
);
