-- Most projects are small and one is large. The planner, who knows how many rows a project has on average, expected thirteen
-- issues where there were four thousand: it read all of them for each of a page's fifty, and every counter of an hour to
-- find those of one group (1.7 s for the lines of a page, now 6 ms). From here on it expects of every project as many
-- rows as the largest one has; the plans for that serve small ones as well. Not in project_hourly, which is summed by
-- project alone: there a plan for most of the table would read all of it for the smallest project, too.

alter table issues alter column project_id set (n_distinct = 1);
alter table issue_stats alter column project_id set (n_distinct = 1);
alter table groups alter column project_id set (n_distinct = 1);
alter table group_stats alter column project_id set (n_distinct = 1);
alter table group_hourly alter column project_id set (n_distinct = 1);
alter table group_daily alter column project_id set (n_distinct = 1);
alter table group_tags alter column project_id set (n_distinct = 1);
alter table group_users alter column project_id set (n_distinct = 1);
alter table releases alter column project_id set (n_distinct = 1);
alter table environments alter column project_id set (n_distinct = 1);
alter table packs alter column project_id set (n_distinct = 1);
