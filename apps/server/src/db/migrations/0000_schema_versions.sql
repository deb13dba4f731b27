-- What is known about the tables themselves: which migrations made them, and which code can run on them.

-- The sha256 of the text of each applied migration. Kysely records their names alone; a text that was edited under its name, as
-- only unreleased versions did, is recognized by its hash, at the start, by doctor and before a backup is restored.
create table migration_hashes (
  name text primary key,
  sha256 text not null
);

-- The oldest code that can run on these tables: the migration it must know, and the release that introduced it. Older
-- code calls this and refuses to start. A migration that the last release cannot live with replaces this function by one
-- that names itself; a function rather than a row, so that a backup carries it with the tables.
create function oldest_code() returns text[] language sql immutable as $$
  select array['0000_schema_versions', '0.1.0']
$$;
