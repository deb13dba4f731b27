-- Settings of a project for events of Sentry's SDKs: what of them is kept, and from whom they are accepted.
alter table projects
  add column keep_user_fields boolean not null default false,
  add column keep_request_body boolean not null default false,
  add column drop_vars boolean not null default false,
  -- Names of values that are removed, beside those that always are; in lower case.
  add column sensitive_keys text[] not null default '{}',
  add column require_app_id boolean not null default false;

-- Origins of the pages that may send by a key; empty for all.
alter table ingest_tokens add column allowed_origins text[] not null default '{}';
