-- Alert rules: which issues are sent to which channels.

create table alert_rules (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  is_enabled boolean not null default true,
  -- Null: all projects of the organization, also later ones.
  project_ids bigint[],
  triggers text[] not null,
  -- In the language of the issue list; empty for any issue.
  condition text not null default '',
  muted_until timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index alert_rules_name_key on alert_rules (organization_id, lower(name));

create table alert_rule_channels (
  rule_id uuid not null references alert_rules (id) on delete cascade,
  channel_id uuid not null references channels (id) on delete cascade,
  primary key (rule_id, channel_id)
);
create index alert_rule_channels_channel on alert_rule_channels (channel_id);

-- Written in the transaction that counts the events, for projects that a rule may speak of. Judged after a moment, so that a
-- burst makes one message.
create table pending_alerts (
  project_id bigint not null,
  id bigint generated always as identity,
  issue_id uuid not null,
  event text not null,
  due_at timestamptz not null,
  primary key (project_id, id)
);
create index pending_alerts_due on pending_alerts (due_at);
