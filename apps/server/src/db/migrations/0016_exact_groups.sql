-- Exact groups: events of generated code whose stacks are at the same positions, so that all of them resolve alike. Each
-- belongs to a key group, whose fingerprint people see: that of the stack as it was sent, or of the resolved one.

-- Null for a group that is its own key.
alter table groups add column key_group_id uuid;
create index groups_by_key on groups (project_id, key_group_id) where key_group_id is not null;

create table exact_groups (
  project_id bigint not null,
  group_id uuid not null,
  -- The group of the stack as it was sent.
  coarse_group_id uuid not null,
  release text,
  -- due: to be resolved; waiting: for the files in awaited_files; resolved: its key group is that of the resolved stack.
  state text not null default 'due' check (state in ('due', 'waiting', 'resolved')),
  -- Failed attempts since it became due.
  attempts smallint not null default 0,
  -- Grows with each file that arrives while the group is due: it is then not left waiting.
  wakes integer not null default 0,
  primary key (project_id, group_id)
);
create index exact_groups_due on exact_groups (project_id, group_id) where state = 'due';
create index exact_groups_of_release on exact_groups (project_id, release, coarse_group_id);

-- Files that a group could not be resolved without, by the hash of a debug id or of a file name.
create table awaited_files (
  project_id bigint not null,
  file_key bytea not null,
  group_id uuid not null,
  primary key (project_id, file_key, group_id)
);
create index awaited_files_of_group on awaited_files (project_id, group_id);
