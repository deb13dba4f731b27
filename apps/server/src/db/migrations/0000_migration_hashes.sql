-- The sha256 of the text of each applied migration. Kysely records their names alone; a text that was edited under its name, as
-- only unreleased versions did, is recognized by its hash, at the start, by doctor and before a backup is restored.
create table migration_hashes (
  name text primary key,
  sha256 text not null
);
