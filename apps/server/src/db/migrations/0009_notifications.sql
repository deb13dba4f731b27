-- Notifications by mail about new and regressed issues: what is pending, and who wants them.

-- Written in the transaction that counts the events: whatever is counted is notified, and nothing else.
create table pending_notifications (
  project_id bigint not null,
  id bigint generated always as identity,
  issue_id uuid not null,
  kind text not null check (kind in ('new', 'regressed')),
  happened_at timestamptz not null default now(),
  -- A little later, so that a burst makes one mail; later still if the project was mailed just now.
  due_at timestamptz not null,
  primary key (project_id, id)
);
create index pending_notifications_due on pending_notifications (due_at);

-- When an issue was last in a mail, which is at most once an hour. Rows of the last hour.
create table notified_issues (
  project_id bigint not null,
  issue_id uuid not null,
  notified_at timestamptz not null,
  primary key (project_id, issue_id)
);

-- Null: the server's default.
create table project_notification_settings (
  project_id bigint not null,
  new_issues boolean,
  regressed_issues boolean,
  -- Time of the last mail.
  mailed_at timestamptz,
  primary key (project_id)
);

-- Null: the project's setting.
create table member_notification_settings (
  project_id bigint not null,
  user_id uuid not null,
  new_issues boolean,
  regressed_issues boolean,
  primary key (project_id, user_id)
);

-- Mails about issues sent to a user within an hour.
create table issue_mail_counts (
  user_id uuid primary key references users (id) on delete cascade,
  hour timestamptz not null,
  mails integer not null
);
