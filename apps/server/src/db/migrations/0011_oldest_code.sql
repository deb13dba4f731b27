-- The oldest code that can run on these tables: the migration it must know, and the release that introduced it. Older
-- code calls this and refuses to start. A migration that the last release cannot live with replaces this function by one
-- that names itself; a function rather than a row, so that a backup carries it with the tables.
create function oldest_code() returns text[] language sql immutable as $$
  select array['0011_oldest_code', '0.1.0']
$$;
