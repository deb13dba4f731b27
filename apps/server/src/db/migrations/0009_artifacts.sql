-- Files that stacks are resolved by: source maps, generated files, sources, and debug files (mappings of R8 and ProGuard,
-- symbols of native programs, obfuscation maps of Dart).

-- An upload: a content, and what it was uploaded for. Several may have the same content.
create table artifacts (
  project_id bigint not null,
  id bigint generated always as identity,
  sha256 bytea not null,
  kind text not null check (
    kind in ('source_map', 'minified_file', 'source', 'jvm_mapping', 'native_symbols', 'dart_names')),
  name text not null,
  -- Address of the generated file, and its sha256: an address may be longer than an index entry.
  url text not null,
  url_hash bytea not null,
  -- The id that the upload named; that of the map itself is in artifact_contents.
  debug_id text,
  release text,
  dist text,
  -- The Expo update and the platform that the file was built for.
  update_id text,
  platform text,
  -- The last part of the address, and the last two, without query: what is left of it when files are moved.
  base_name text not null generated always as
    (left(substring(regexp_replace(url, '[?#].*$', '') from '[^/]*$'), 200)) stored,
  path_tail text generated always as
    (left(substring(regexp_replace(url, '[?#].*$', '') from '[^/]*/[^/]*$'), 400)) stored,
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid not null,
  -- To the hour.
  last_used_at timestamptz,
  primary key (project_id, id)
);
create unique index artifacts_once on artifacts
  (project_id, sha256, url_hash, debug_id, release, dist, update_id, platform) nulls not distinct;
create index artifacts_url on artifacts (project_id, url_hash);
create index artifacts_debug_id on artifacts (project_id, debug_id) where debug_id is not null;
create index artifacts_base_name on artifacts (project_id, base_name);
create index artifacts_update on artifacts (project_id, update_id) where update_id is not null;
create index artifacts_release on artifacts (project_id, release) where release is not null;
-- Few among many maps: those of a release, the latest first.
create index artifacts_debug_files on artifacts (project_id, kind, release, id)
  where kind in ('jvm_mapping', 'native_symbols', 'dart_names');

-- A file by its sha256, once for each project: whether another project has it must not show.
create table artifact_contents (
  project_id bigint not null,
  sha256 bytea not null,
  size bigint not null,
  -- Compressed original and index.
  stored_bytes bigint not null,
  -- Evicted: the original and the index were removed to stay within the disk budget.
  state text not null default 'indexing' check (state in ('indexing', 'ready', 'failed', 'evicted')),
  -- Why it failed: a code and its facts.
  reason json,
  debug_id text,
  -- The id that the build wrote into the program and the file, in hex: pg_map_id of R8, build id of ELF, UUID of Mach-O.
  build_id text,
  -- Of a generated file: the reference to its map, as it is written in it.
  map_reference text,
  -- sha256 of the map that it holds itself, which is stored as a content of its own.
  inline_map bytea,
  index_version integer,
  source_count integer,
  sources_with_text integer,
  primary key (project_id, sha256)
);
create index artifact_contents_debug_id on artifact_contents (project_id, debug_id) where debug_id is not null;
create index artifact_contents_build_id on artifact_contents (project_id, build_id) where build_id is not null;

-- The file as it was uploaded, in gzip, cut into 256 kB; a better index can be built from it later.
create table artifact_originals (
  project_id bigint not null,
  sha256 bytea not null,
  part integer not null,
  bytes bytea not null,
  primary key (project_id, sha256, part)
);
alter table artifact_originals alter column bytes set storage external;

-- The index, in pages of 16 kB. Its parts are deflated already.
create table artifact_index_pages (
  project_id bigint not null,
  sha256 bytea not null,
  page integer not null,
  bytes bytea not null,
  primary key (project_id, sha256, page)
);
alter table artifact_index_pages alter column bytes set storage external;

-- Functions of a source, found when a frame first falls into it: some ten bytes each. Empty if the source cannot be parsed.
create table artifact_functions (
  project_id bigint not null,
  sha256 bytea not null,
  source integer not null,
  bytes bytea not null,
  primary key (project_id, sha256, source)
);

-- Uploads in chunks -----------------------------------------------------------------------------------------------

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

-- Uploads by the build tools of Sentry, which name chunks and bundles by sha1 -------------------------------------

-- Chunks belong to the account that sent them: the tools name the project afterwards.
create table sentry_chunks (
  user_id uuid not null,
  sha1 bytea not null,
  bytes bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, sha1)
);
alter table sentry_chunks alter column bytes set storage external;

-- A bundle, which is a zip of files with a manifest; or a debug file that is sent by itself.
create table sentry_bundles (
  project_id bigint not null,
  id bigint generated always as identity,
  sha1 bytea not null,
  -- Of a debug file: its name, and the id that the tool names it by.
  file_name text,
  debug_id text,
  release text,
  dist text,
  chunks bytea[] not null,
  uploaded_by uuid not null,
  state text not null default 'created' check (state in ('created', 'stored', 'failed')),
  -- Why it failed, for people.
  detail text,
  artifact_ids bigint[] not null default '{}',
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create unique index sentry_bundles_once on sentry_bundles (project_id, sha1, release, dist) nulls not distinct;
