import { key } from './key.ts'

export const organizationKeys = {
  all: key('organizations'),
  detail: (id: string) => key('organizations', id),
  members: (id: string) => key('organizations', id, 'members'),
  teams: (id: string) => key('organizations', id, 'teams'),
  invitations: (id: string) => key('organizations', id, 'invitations'),
  tokens: (id: string) => key('organizations', id, 'tokens'),
  audit: (id: string, filter: object) => key('organizations', id, 'audit', filter),
  invitation: (token: string) => key('invitation', token),
}
