-- Who is told by mail of issues that are new or came back, and what is still to be told.

-- Written in the transaction that makes it so: what is counted is told, and nothing else.
create table issue_news (
  project_id bigint not null,
  id bigint generated always as identity,
  issue_id uuid not null,
  kind text not null check (kind in ('new', 'regressed')),
  happened_at timestamptz not null default now(),
  -- A moment later, so that what comes together is told together; later still when there was a mail just now.
  due_at timestamptz not null,
  primary key (project_id, id)
);
create index issue_news_due on issue_news (due_at);

-- When an issue was last told of: once an hour at most. Rows of the last hour.
create table issue_told (
  project_id bigint not null,
  issue_id uuid not null,
  told_at timestamptz not null,
  primary key (project_id, issue_id)
);

-- What a project wants; null: what the server does by itself.
create table project_notifications (
  project_id bigint not null,
  new_issues boolean,
  regressed_issues boolean,
  -- Of the last mail.
  told_at timestamptz,
  primary key (project_id)
);

-- What a member wants; null: what the project wants.
create table member_notifications (
  project_id bigint not null,
  user_id uuid not null,
  new_issues boolean,
  regressed_issues boolean,
  primary key (project_id, user_id)
);

-- No mail about issues at all, whatever project.
alter table users add column issue_mails_off boolean not null default false;

-- Mails about issues to a person in an hour.
create table issue_mail_counts (
  user_id uuid primary key references users (id) on delete cascade,
  hour timestamptz not null,
  mails integer not null
);
