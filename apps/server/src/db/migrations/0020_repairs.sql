-- A repair of issues by late maps belongs to nobody: every member of the project may undo it.
alter table undos alter column user_id drop not null;
alter table undos add column project_id bigint;
alter table undos add constraint undos_owner check ((user_id is null) <> (project_id is null));

-- Due groups of one stack are resolved in one round, so that their issue is seen whole.
drop index exact_groups_due;
create index exact_groups_due on exact_groups (project_id, coarse_group_id, group_id) where state = 'due';

-- The group whose fingerprint an issue shows, if the one that gave it its id has no events any more.
alter table issues add column shown_group_id uuid;
