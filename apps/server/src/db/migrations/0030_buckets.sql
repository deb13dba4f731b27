-- A bucket is a group of projects whose events are on one server. 'main' is the one beside the accounts; BUGLE_BUCKETS says where
-- the others are. On the server of such a bucket these two stay as they are made here.
create table buckets (
  name text primary key,
  takes_new boolean not null default true,
  added_at timestamptz not null default now()
);
insert into buckets (name) values ('main');

alter table projects add column bucket text not null default 'main' references buckets (name);
-- While a project moves, its events are refused with 503, so that senders keep them.
alter table projects add column moving_to text references buckets (name);
