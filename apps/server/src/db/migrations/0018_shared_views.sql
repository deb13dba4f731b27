-- A view belongs to a person or, once it is shared, to an organization. It stays there when its author goes.
alter table saved_views alter column user_id drop not null;
alter table saved_views add column organization_id uuid references organizations (id) on delete cascade;
-- Set for shared views alone.
alter table saved_views add column author_id uuid references users (id) on delete set null;
alter table saved_views add constraint saved_views_owner check (num_nonnulls(user_id, organization_id) = 1);
create index saved_views_by_organization on saved_views (organization_id, position) where organization_id is not null;
create index saved_views_by_author on saved_views (author_id) where author_id is not null;
