-- Keys of DSNs, by which Sentry's SDKs send. They stand in web pages and apps, so their text is no secret; a project may
-- have several, each with a label.

alter table ingest_tokens
  add column kind text not null default 'service' check (kind in ('service', 'dsn')),
  -- 32 hex digits, as they stand in the DSN.
  add column public_key text,
  add column label text,
  -- The number that the project had at another service, which stands in the DSNs of programs in use.
  add column former_number bigint,
  add check ((kind = 'dsn') = (public_key is not null));
drop index ingest_tokens_one_current;
create unique index ingest_tokens_one_current on ingest_tokens (project_id)
  where expires_at is null and revoked_at is null and kind = 'service';

-- Unsupported kinds of items, and reports that are noise, are neither refused nor lost.
alter table outcomes drop constraint outcomes_source_check;
alter table outcomes add constraint outcomes_source_check check (source in ('server', 'client', 'unsupported', 'filtered'));
