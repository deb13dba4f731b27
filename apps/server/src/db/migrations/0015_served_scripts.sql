-- Every build of the scripts for web pages that this installation has served, under a name with a hash of its content. A page
-- that names a build and its digest goes on after an upgrade, whichever server it asks.
create table served_scripts (
  name text primary key,
  -- Compressed by brotli.
  content bytea not null,
  first_served_at timestamptz not null default now()
);
