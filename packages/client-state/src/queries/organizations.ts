import { responseBody, type Schemas } from '@bugle/api-client'
import { queryOptions } from '@tanstack/react-query'
import { organizationKeys } from '../keys/organization-keys.ts'
import type { Source } from '../source.ts'

export type Organization = Schemas['Organization']
export type Member = Schemas['Member']

const at = (id: string) => ({ params: { path: { id } } })

/** Queries of organizations, and of invitations to them. */
export function organizationQueries({ api }: Source) {
  return {
    organizationQuery: (id: string) =>
      queryOptions({
        queryKey: organizationKeys.detail(id),
        queryFn: async () => (await responseBody(api().GET('/api/organizations/{id}', at(id)))).organization,
      }),

    membersQuery: (id: string) =>
      queryOptions({
        queryKey: organizationKeys.members(id),
        queryFn: async () => (await responseBody(api().GET('/api/organizations/{id}/members', at(id)))).members,
      }),

    teamsQuery: (id: string) =>
      queryOptions({
        queryKey: organizationKeys.teams(id),
        queryFn: async () => (await responseBody(api().GET('/api/organizations/{id}/teams', at(id)))).teams,
      }),

    /** An invitation by the token of its link. */
    invitationQuery: (token: string) =>
      queryOptions({
        queryKey: organizationKeys.invitation(token),
        queryFn: () => responseBody(api().POST('/api/invitations/view', { body: { token } })),
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
      }),
  }
}
