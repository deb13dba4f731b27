/** Cache keys of the organization queries. */
export const organizationKeys = {
  all: ['organizations'],
  detail: (id: string) => ['organizations', id],
  members: (id: string) => ['organizations', id, 'members'],
  teams: (id: string) => ['organizations', id, 'teams'],
  invitations: (id: string) => ['organizations', id, 'invitations'],
  tokens: (id: string) => ['organizations', id, 'tokens'],
  audit: (id: string, filter: object) => ['organizations', id, 'audit', filter],
}
