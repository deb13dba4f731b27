-- When the identity provider vouched for a session. A phone that is signed in by a code of the session inherits it.
alter table access_tokens add column sso_at timestamptz;
update access_tokens set sso_at = created_at where identity_id is not null;

-- The oldest owner answers for the subscription where nobody was named.
update organizations set billing_user_id = (
  select memberships.user_id from memberships
  where memberships.organization_id = organizations.id and memberships.role = 'owner'
  order by memberships.created_at, memberships.user_id limit 1)
where billing_user_id is null or not exists (
  select from memberships
  where memberships.organization_id = organizations.id and memberships.user_id = organizations.billing_user_id
    and memberships.role = 'owner');
