-- Quiet days, and messages that are edited when what they report is over.

-- Days of the week on which quiet hours begin, Monday is 1; null for all.
alter table channels add column quiet_days smallint[];
alter table push_subscriptions add column quiet_days smallint[];

alter table deliveries
  -- What the service calls the message, where it can be edited.
  add column message_ref text,
  -- The delivery that named the message which this one edits.
  add column edits uuid;
create index deliveries_in_message on deliveries (channel_id, sent_in, done_at) where sent_in is not null;
