-- When somebody proved that the address is theirs; null while that is awaited. By default it is now: nobody was asked to
-- before, and is not by a release that does not know of it.
alter table users add column email_confirmed_at timestamptz default now();

-- An operator shut this account: nobody logs in to it, and its API tokens are refused.
alter table users add column disabled_at timestamptz;

-- Accounts that nobody has confirmed are few; those are looked for by their age.
create index users_unconfirmed on users (created_at) where email_confirmed_at is null;
