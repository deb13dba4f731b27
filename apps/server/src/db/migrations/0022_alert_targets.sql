-- Alert rules that notify people and assign issues, and the rule that every project begins with.

alter table alert_rules
  -- People who see the project, whoever has the issue, and the people of teams.
  add column notifies_members boolean not null default false,
  add column notifies_assignee boolean not null default false,
  add column team_ids uuid[] not null default '{}',
  -- Who gets an issue that nobody has.
  add column assign_user_id uuid references users (id) on delete set null,
  add column assign_team_id uuid references teams (id) on delete set null,
  -- A multiple of what is usual, and a share in percent.
  add column threshold_times real,
  add column threshold_percent real,
  -- Judged at once: somebody on call waits for it, and the condition needs nothing that is counted later.
  add column is_fast boolean not null generated always as (
    is_urgent or (notifies_members or notifies_assignee or cardinality(team_ids) > 0) and condition ~ '^(environment:[^ ]+)?$') stored,
  add check (assign_user_id is null or assign_team_id is null);

-- Until now members were notified without a rule: of what happens in any environment.
insert into alert_rules (id, organization_id, name, triggers, notifies_members)
select gen_random_uuid(), o.id,
       case when exists (select from alert_rules r where r.organization_id = o.id and lower(r.name) = 'new and regressed issues')
            then 'New and regressed issues, to members' else 'New and regressed issues' end,
       '{issue.new,issue.regressed}', true
  from organizations o
 where exists (select from projects p where p.organization_id = o.id)
on conflict (organization_id, lower(name)) do nothing;

alter table pending_alerts
  add column is_fast boolean not null default false,
  -- The release, monitor or feedback that it is about; the issue is zero then.
  add column subject text not null default '';

alter table alert_incidents add column subject text not null default '';
drop index alert_incidents_open;
create unique index alert_incidents_open on alert_incidents (project_id, rule_id, issue_id, trigger, subject)
  where recovered_at is null;

alter table deliveries add column subject text not null default '';

alter table pending_notifications
  drop constraint pending_notifications_kind_check,
  -- Null for all who see the project.
  add column user_ids uuid[],
  add column rule_id uuid;
alter table pending_pushes
  drop constraint pending_pushes_kind_check,
  add column user_ids uuid[];
alter table pushes drop constraint pushes_kind_check;
