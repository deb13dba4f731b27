-- People are notified of decisions, projects, releases, monitors and feedback too, and rules have a pace of their own.

alter table alert_rules
  -- Least time between two messages about the same subject; null for the usual one.
  add column pace_minutes integer check (pace_minutes > 0);

-- Who decided, and who gets a mail about it without any rule.
alter table pending_alerts
  add column by_id uuid,
  add column mailed_ids uuid[] not null default '{}';

-- A topic is what counts as the same: changes of an issue by its events, each kind of decision about it, a monitor, and what a
-- rule found of a project. Notifications about a project have the issue zero.
alter table pending_notifications
  -- The release, monitor or feedback.
  add column subject text not null default '',
  add column rest_seconds integer not null default 3600,
  add column topic text not null generated always as (
    case when kind like 'monitor.%' then 'monitor ' || subject
         when kind like '%.%' then kind || ' ' || subject
         when kind in ('resolved', 'assigned', 'commented') then kind
         else '' end) stored;

alter table notified_issues
  add column topic text not null default '',
  drop constraint notified_issues_pkey,
  add primary key (project_id, issue_id, topic);

alter table pending_pushes
  add column subject text not null default '',
  add column rest_seconds integer not null default 3600,
  add column topic text not null generated always as (
    case when kind like 'monitor.%' then 'monitor ' || subject
         when kind like '%.%' then kind || ' ' || subject
         when kind in ('resolved', 'assigned', 'commented') then kind
         else '' end) stored;

alter table pushes
  add column subject text not null default '',
  add column rest_seconds integer not null default 3600,
  add column topic text not null default '',
  drop constraint pushes_pkey,
  add primary key (subscription_id, project_id, issue_id, topic);
