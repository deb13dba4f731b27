-- Source maps: uploaded files, their contents, and the indexes that frames are looked up in.

-- An upload: a content, and what it was uploaded for. Several may have the same content.
create table artifacts (
  project_id bigint not null,
  id bigint generated always as identity,
  sha256 bytea not null,
  kind text not null check (kind in ('source_map')),
  name text not null,
  -- Address of the generated file, and its sha256: an address may be longer than an index entry.
  url text not null,
  url_hash bytea not null,
  -- The id that the upload named; that of the map itself is in artifact_contents.
  debug_id text,
  release text,
  dist text,
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid not null,
  -- To the hour.
  last_used_at timestamptz,
  primary key (project_id, id)
);
create unique index artifacts_once on artifacts (project_id, sha256, url_hash, debug_id, release, dist) nulls not distinct;
create index artifacts_url on artifacts (project_id, url_hash);
create index artifacts_debug_id on artifacts (project_id, debug_id) where debug_id is not null;

-- A file by its sha256, once for each project: whether another project has it must not show.
create table artifact_contents (
  project_id bigint not null,
  sha256 bytea not null,
  size bigint not null,
  -- Compressed original and index.
  stored_bytes bigint not null,
  state text not null default 'indexing' check (state in ('indexing', 'ready', 'failed')),
  -- Why it failed: a code and its facts.
  reason json,
  debug_id text,
  index_version integer,
  source_count integer,
  sources_with_text integer,
  primary key (project_id, sha256)
);
create index artifact_contents_debug_id on artifact_contents (project_id, debug_id) where debug_id is not null;

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
