-- Users of issues that consist of several groups: counting a new user then takes one look-up, and not one for each group.
-- Issues of one group have none here.
create table issue_users (
  project_id bigint not null,
  issue_id uuid not null,
  user_key bigint not null,
  primary key (project_id, issue_id, user_key)
);
insert into issue_users
select distinct g.project_id, g.issue_id, u.user_key
  from groups g join group_users u on u.project_id = g.project_id and u.group_id = g.group_id
 where not g.is_alone;
-- For the same reason as of the other tables of counters, see 0005_issues.sql.
alter table issue_users alter column project_id set (n_distinct = 1);
alter table exact_groups alter column project_id set (n_distinct = 1);
