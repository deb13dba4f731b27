-- Payloads of packs may be in an object store. A row names its object, and then has no payload of its own.
alter table packs add column object uuid;
alter table packs add column object_bytes integer not null default 0;
-- The sweep of orphans asks whether a row names an object.
create index packs_by_object on packs (project_id, object) where object is not null;

-- Names the installation in the keys of its objects, because several may share a store.
create table installation (
  id uuid primary key
);
insert into installation (id) values (gen_random_uuid());

-- Objects that no row names any more. They are deleted after the commit that wrote the entry.
create table object_deletions (
  object uuid primary key,
  project_id bigint not null
);
