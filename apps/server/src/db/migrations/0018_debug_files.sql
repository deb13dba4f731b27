-- Debug files: mappings of R8 and ProGuard, symbols of native programs, and the obfuscation maps of Dart.

alter table artifacts drop constraint artifacts_kind_check;
alter table artifacts add constraint artifacts_kind_check
  check (kind in ('source_map', 'minified_file', 'source', 'jvm_mapping', 'native_symbols', 'dart_names'));
-- Few among many maps: those of a release, the latest first.
create index artifacts_debug_files on artifacts (project_id, kind, release, id)
  where kind in ('jvm_mapping', 'native_symbols', 'dart_names');

-- The id that the build wrote into the program and the file, in hex: pg_map_id of R8, build id of ELF, UUID of Mach-O.
alter table artifact_contents add column build_id text;
create index artifact_contents_build_id on artifact_contents (project_id, build_id) where build_id is not null;

-- A debug file that a tool of Sentry sends by itself, and not in a bundle: its name, and the id that the tool names it by.
alter table sentry_bundles add column file_name text;
alter table sentry_bundles add column debug_id text;
