-- Resolved stacks of exact groups: they stay readable when their maps are deleted or evicted.
create table resolved_stacks (
  project_id bigint not null,
  group_id uuid not null,
  -- Keys of the files whose maps it was made of. A group is resolved again when another map for one of them arrives.
  file_keys bytea[] not null,
  -- JSON, deflated: the originals by the place of their call, see resolved-stack.ts.
  stack bytea not null,
  primary key (project_id, group_id)
);
alter table resolved_stacks alter column stack set storage external;
create index resolved_stacks_by_file on resolved_stacks using gin (file_keys);
