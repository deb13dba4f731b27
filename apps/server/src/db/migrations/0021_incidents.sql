-- Alert rules that count, rules about projects, and how long each holds.

alter table alert_rules
  -- At least so much within so many minutes.
  add column threshold_count integer,
  add column threshold_minutes integer,
  add column is_urgent boolean not null default false,
  add column notifies_recovery boolean not null default false,
  -- When a rule about projects is judged next; null for others.
  add column check_at timestamptz;
create index alert_rules_check on alert_rules (check_at) where check_at is not null;

-- A rule that fired for an issue or a project, until its condition or the issue is settled.
create table alert_incidents (
  project_id bigint not null,
  id uuid not null default gen_random_uuid(),
  rule_id uuid not null,
  -- Zero for one about the project.
  issue_id uuid not null,
  trigger text not null,
  fired_at timestamptz not null default now(),
  recovered_at timestamptz,
  -- When it is looked at next; null after it recovered.
  check_at timestamptz,
  primary key (project_id, id)
);
create unique index alert_incidents_open on alert_incidents (project_id, rule_id, issue_id, trigger) where recovered_at is null;
create index alert_incidents_check on alert_incidents (check_at) where check_at is not null;
create index alert_incidents_latest on alert_incidents (project_id, fired_at desc, id desc);

alter table channels
  -- Minutes of the day in the time zone, between which only urgent messages are sent.
  add column quiet_from smallint check (quiet_from between 0 and 1439),
  add column quiet_to smallint check (quiet_to between 0 and 1439),
  add column time_zone text,
  add check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (time_zone is null));

alter table deliveries add column is_urgent boolean not null default false;
create index deliveries_of_rule on deliveries (rule_id, project_id, done_at) where rule_id is not null;
-- Whom an issue was sent to, for its history.
create index deliveries_sent on deliveries (project_id, issue_id, done_at) where outcome = 'delivered';
