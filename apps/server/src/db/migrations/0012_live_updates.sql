-- Live updates for open pages: changes of issues, in order, written while somebody listens and for a while after. One
-- writer at a time (see db/locks.ts), so that ids follow the order of commits: a reader at an id has missed nothing
-- before it.

create table live_updates (
  shard smallint not null default 0,
  id bigint generated always as identity,
  published_at timestamptz not null default clock_timestamp(),
  -- By project, see domains/issues/live-update.ts. Null: changes before this row may be missing.
  changes jsonb,
  primary key (id, shard)
);
create index live_updates_by_age on live_updates (published_at);

-- One row: until when somebody listens, and up to which id updates are deleted.
create table live_update_state (
  id smallint primary key default 1 check (id = 1),
  listened_until timestamptz not null default 'epoch',
  pruned_to bigint not null default 0
);
insert into live_update_state default values;
