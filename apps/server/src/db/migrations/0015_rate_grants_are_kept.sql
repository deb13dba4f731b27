-- A crash of the database emptied the unlogged table, and every limit began anew. Grants are written without waiting for
-- the disk (see the rate limiter), so that keeping them costs next to nothing.
alter table rate_grants set logged;
