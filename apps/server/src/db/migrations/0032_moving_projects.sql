-- A project moves from one bucket to another: docs/adr/0059-a-project-moves-in-one-transaction.md.

-- On the server of a bucket: projects of which it takes nothing any more, since they move or are elsewhere. The statements that make
-- events and items durable read it, as they read closed_tokens.
create table closed_projects (
  project_id bigint primary key,
  -- Whether it is certain that the move is done.
  is_elsewhere boolean not null default false,
  closed_at timestamptz not null default now()
);

-- Until when a moving project takes no events and no changes. Whoever moves it puts this off again and again: it passes soon after a
-- move that was killed.
alter table projects add column paused_until timestamptz;

-- Buckets that have rows of a project which is not there: of a move that did not come to its end, or from before a move that did.
create table project_leftovers (
  project_id bigint not null,
  bucket text not null references buckets (name),
  -- Whoever moves the project there renews this: rows of a move under way are not erased.
  touched_at timestamptz not null default now(),
  primary key (project_id, bucket)
);
