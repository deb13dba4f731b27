-- Webhooks are sent incidents and the audit trail, where they ask for them.

-- Beside the messages of rules: `incidents`, `audit`. A copy of what the sealed configuration says.
alter table channels add column extra_events text[] not null default '{}';

-- Whether an entry is still to be handed to channels; written with it.
alter table organization_entries add column is_pending boolean not null default false;
create index organization_entries_pending on organization_entries (id) where is_pending;
