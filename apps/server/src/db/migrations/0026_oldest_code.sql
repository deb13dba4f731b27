-- The oldest code that runs on these tables: the migration that it has to know, and the release that brought that. Older code
-- asks and refuses to start. A migration that the last release cannot live with replaces this function by one with its own
-- name; it is none of the rows, so that a backup has it as the tables have it.
create function oldest_code() returns text[] language sql immutable as $$
  select array['0026_oldest_code', '0.1.0']
$$;
