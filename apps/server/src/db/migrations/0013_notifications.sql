-- Notifications about new and regressed issues: what is pending, and who wants them.

-- Mails -----------------------------------------------------------------------------------------------------------

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

-- Push messages ---------------------------------------------------------------------------------------------------

-- The key pair by which push services recognize this server (RFC 8292); one row, made when it is first needed.
create table push_keys (
  id smallint primary key check (id = 1),
  public_key text not null,
  -- Encrypted under BUGLE_SECRET.
  sealed_private_key text not null,
  created_at timestamptz not null default now()
);

-- One device or browser each: that of a session, with which it ends.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  token_id bigint not null unique references access_tokens (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('webpush', 'unifiedpush')),
  -- Where the push service takes messages. Whoever holds it last gets them: a browser keeps it over a new login.
  endpoint text not null unique,
  -- The keys that messages are encrypted with (RFC 8291), base64url.
  p256dh text not null,
  auth text not null,
  -- Whether messages name the error; otherwise only the project.
  shows_details boolean not null default false,
  language text not null default 'en' check (language in ('en', 'de')),
  -- Minutes of the day in the time zone, between which nothing is sent.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text,
  created_at timestamptz not null default now(),
  -- Nothing is sent earlier: after a message, after a failure, and in quiet hours.
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Failed attempts since the last message, and why the last one failed.
  failures integer not null default 0,
  failure text,
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (time_zone is null))
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Written in the transaction that counts the events, while anybody is subscribed. Handed on after a moment, so that a
-- burst makes one message.
create table pending_pushes (
  project_id bigint not null,
  id bigint generated always as identity,
  issue_id uuid not null,
  kind text not null check (kind in ('new', 'regressed')),
  due_at timestamptz not null,
  primary key (project_id, id)
);
create index pending_pushes_due on pending_pushes (due_at);

-- Changes that a subscription is to be notified of, and those of the last hour: at most one message an hour about an issue.
create table pushes (
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  project_id bigint not null,
  issue_id uuid not null,
  kind text not null check (kind in ('new', 'regressed')),
  due_at timestamptz not null,
  sent_at timestamptz,
  primary key (subscription_id, project_id, issue_id)
);
create index pushes_due on pushes (subscription_id, due_at) where sent_at is null;
