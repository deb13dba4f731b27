-- Functions of a source, found when a frame first falls into it: some ten bytes each. Empty if the source cannot be parsed.
create table artifact_functions (
  project_id bigint not null,
  sha256 bytea not null,
  source integer not null,
  bytes bytea not null,
  primary key (project_id, sha256, source)
);
