-- A segment that cannot be read back: it is set aside, so that it stops neither digest nor packing, and goes with
-- retention.
alter table segments add column damaged_at timestamptz;
create index segments_damaged on segments (damaged_at) where damaged_at is not null;

-- Bytes of the project's events that are in segments, as stored: digest adds to it, packing takes from it.
alter table project_stats add column unpacked_bytes bigint not null default 0;

-- Fair shares of the disk budget, as of the last measurement. A project without a row has used next to nothing, and
-- may take what any newcomer may: the share in disk_state.
create table disk_shares (
  project_id bigint not null,
  used_bytes bigint not null,
  share_bytes bigint not null,
  primary key (project_id)
);
alter table disk_state add column max_bytes bigint not null default 0;
alter table disk_state add column share_bytes bigint not null default 0;
