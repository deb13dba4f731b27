-- Uploads in chunks, and files beside source maps: the generated files themselves, and sources.

alter table artifacts drop constraint artifacts_kind_check;
alter table artifacts add constraint artifacts_kind_check check (kind in ('source_map', 'minified_file', 'source'));
-- The Expo update and the platform that the file was built for.
alter table artifacts add column update_id text;
alter table artifacts add column platform text;
-- The last part of the address, and the last two, without query: what is left of it when files are moved.
alter table artifacts add column base_name text not null generated always as
  (left(substring(regexp_replace(url, '[?#].*$', '') from '[^/]*$'), 200)) stored;
alter table artifacts add column path_tail text generated always as
  (left(substring(regexp_replace(url, '[?#].*$', '') from '[^/]*/[^/]*$'), 400)) stored;
drop index artifacts_once;
create unique index artifacts_once on artifacts
  (project_id, sha256, url_hash, debug_id, release, dist, update_id, platform) nulls not distinct;
create index artifacts_base_name on artifacts (project_id, base_name);
create index artifacts_update on artifacts (project_id, update_id) where update_id is not null;

-- Evicted: the original and the index were removed to stay within the disk budget.
alter table artifact_contents drop constraint artifact_contents_state_check;
alter table artifact_contents add constraint artifact_contents_state_check
  check (state in ('indexing', 'ready', 'failed', 'evicted'));
-- Of a generated file: the reference to its map, as it is written in it.
alter table artifact_contents add column map_reference text;
-- sha256 of the map that it holds itself, which is stored as a content of its own.
alter table artifact_contents add column inline_map bytea;

-- An upload in chunks, until a day after its last request.
create table uploads (
  project_id bigint not null,
  id bigint generated always as identity,
  -- sha256 of the list of files: the same list resumes its upload.
  manifest bytea not null,
  bytes bigint not null,
  started_by uuid not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create unique index uploads_unfinished on uploads (project_id, manifest) where finished_at is null;

create table upload_files (
  project_id bigint not null,
  upload_id bigint not null,
  number integer not null,
  name text not null,
  url text not null,
  debug_id text,
  release text,
  dist text,
  update_id text,
  platform text,
  kind text,
  size bigint not null,
  sha256 bytea not null,
  -- sha256 of each chunk, in order.
  chunks bytea[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'duplicate', 'ignored', 'failed')),
  artifact_id bigint,
  reason json,
  primary key (project_id, upload_id, number)
);

-- Chunks that unfinished uploads wait for, and those that came: in gzip.
create table upload_chunks (
  project_id bigint not null,
  sha256 bytea not null,
  bytes bytea,
  stored_bytes integer not null default 0,
  expires_at timestamptz not null,
  primary key (project_id, sha256)
);
alter table upload_chunks alter column bytes set storage external;
