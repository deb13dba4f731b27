-- A push subscription belongs to an account and a device. A session that is replaced by a later one leaves it as it is; the
-- later session on the same device takes it over, with its choices.
alter table push_subscriptions drop constraint push_subscriptions_token_id_fkey;
alter table push_subscriptions alter column token_id drop not null;
alter table push_subscriptions
  add constraint push_subscriptions_token_id_fkey foreign key (token_id) references access_tokens (id) on delete set null;
-- What the session said of its device, for the list of devices.
alter table push_subscriptions add column device text;
update push_subscriptions s set device = t.device from access_tokens t where t.id = s.token_id;
-- Set when the device can no longer be reached, until somebody has seen it.
alter table push_subscriptions add column lost_at timestamptz;
