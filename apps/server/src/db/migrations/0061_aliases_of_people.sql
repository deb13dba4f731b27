-- An e-mail address or name in an event of Sentry's SDKs is stored as a hash (anon-…). An export or erasure by the
-- original value covers these events as well.
alter table person_requests add column alias text;
