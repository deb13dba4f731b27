import { responseBody, type Schemas } from '@bugle/api-client'
import type { Role } from '@bugle/protocol/vocabulary'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../lib/permissions'
import { api } from '../../lib/session'

export type Organization = Schemas['Organization']
export type Member = Schemas['Member']

const at = (id: string) => ({ params: { path: { id } } })

export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id],
    queryFn: async () => (await responseBody(api().GET('/api/organizations/{id}', at(id)))).organization,
  })

/** Members of an organization by name. */
export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id, 'members'],
    queryFn: async () => (await responseBody(api().GET('/api/organizations/{id}/members', at(id)))).members,
  })

export const teamsQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id, 'teams'],
    queryFn: async () => (await responseBody(api().GET('/api/organizations/{id}/teams', at(id)))).teams,
  })

/** An invitation by the token of its link. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => responseBody(api().POST('/api/invitations/view', { body: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Changes a membership, and refetches what depends on it: projects and issues come and go with it. */
function useChange<Body, Result>(send: (body: Body) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () =>
      Promise.all(
        [['organizations'], meQuery.queryKey, ['projects'], ['issues'], ['issue counts']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export const useAcceptInvitation = () =>
  useChange(
    async (token: string) =>
      (await responseBody(api().POST('/api/invitations/accept', { body: { token } }))).organization,
  )

export const useLeave = () =>
  useChange(async (id: string) => void (await api().POST('/api/organizations/{id}/leave', at(id))))

export const useInvite = (id: string) =>
  useChange((body: { role: Role; email?: string }) =>
    responseBody(api().POST('/api/organizations/{id}/invitations', { ...at(id), body })),
  )
