-- An e-mail address or name in an event of Sentry's SDKs is stored as a hash (anon-…): who asks for the data of a person
-- by the original value means these events as well.
alter table person_requests add column alias text;
