-- What open pages hear of: what changed about issues, in order, for as long as somebody listens and a quarter of an hour
-- longer. Written by one at a time (the lock of news), so that ids are in the order of commits: who has read up to one
-- has missed nothing before it.
create table news (
  lane smallint not null default 0,
  id bigint generated always as identity,
  told_at timestamptz not null default clock_timestamp(),
  -- By project, see domains/issues/news.ts. Null: something may be missing before this.
  changes jsonb,
  primary key (id, lane)
);
create index news_by_age on news (told_at);

-- One row: until when somebody listens, and up to which id news are gone.
create table news_state (
  id smallint primary key default 1 check (id = 1),
  listened_until timestamptz not null default 'epoch',
  forgotten_to bigint not null default 0
);
insert into news_state default values;
