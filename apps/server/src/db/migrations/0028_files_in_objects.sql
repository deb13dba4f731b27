-- Files of events, originals of artifacts and exports may be in an object store, as payloads of packs may be.
alter table screenshots add column object uuid;
alter table screenshots add column object_bytes integer not null default 0;
create index screenshots_by_object on screenshots (project_id, object) where object is not null;

alter table attachments add column object uuid;
alter table attachments add column object_bytes integer not null default 0;
-- Of a file in the store: its first bytes, by which its type is recognized, and its hash, by which a repeat is.
alter table attachments add column head bytea;
alter table attachments add column sha256 bytea;
create index attachments_by_object on attachments (project_id, object) where object is not null;

alter table artifact_originals add column object uuid;
alter table artifact_originals add column object_bytes integer not null default 0;
create index artifact_originals_by_object on artifact_originals (project_id, object) where object is not null;

alter table person_exports add column object uuid;
alter table person_exports add column object_bytes integer not null default 0;
create index person_exports_by_object on person_exports (project_id, object) where object is not null;

-- The table whose row named the object.
alter table object_deletions add column kind text not null default 'packs';
