-- An event may stand for errors of several users, whom its body names: they are looked through for exports and erasures.

create index events_of_many_users on events (project_id) where flags & 128 <> 0;
