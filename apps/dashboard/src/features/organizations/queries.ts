import { responseBody, type Schemas } from '@bugle/api-client'
import { invalidateTag } from '@bugle/client-state/cache-tags'
import { organizationKeys } from '@bugle/client-state/keys/organization-keys'
import { organizationQueries } from '@bugle/client-state/queries/organizations'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { source } from '../../lib/source.ts'

export type Organization = Schemas['Organization']
export type Member = Schemas['Member']
export type Role = Member['role']
export type Team = Schemas['Team']
export type Invitation = Schemas['Invitation']
export type OrganizationToken = Schemas['OrganizationToken']
export type Entry = Schemas['OrganizationEntry']

export const { invitationQuery, membersQuery, organizationQuery, teamsQuery } = organizationQueries(source)

const at = (id: string) => ({ params: { path: { id } } })

export const organizationsQuery = queryOptions({
  queryKey: organizationKeys.all,
  queryFn: async () => (await responseBody(api.GET('/api/organizations'))).organizations,
})

export const invitationsQuery = (id: string) =>
  queryOptions({
    queryKey: organizationKeys.invitations(id),
    queryFn: async () => (await responseBody(api.GET('/api/organizations/{id}/invitations', at(id)))).invitations,
  })

export const organizationTokensQuery = (id: string) =>
  queryOptions({
    queryKey: organizationKeys.tokens(id),
    queryFn: async () => (await responseBody(api.GET('/api/organizations/{id}/tokens', at(id)))).tokens,
  })

export interface AuditFilter {
  action: string
  actor: string
}

export const organizationAuditQuery = (id: string, { action, actor }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: organizationKeys.audit(id, { action, actor }),
    queryFn: ({ pageParam }) => {
      const query = {
        limit: 50,
        ...(action !== '' && { action }),
        ...(actor !== '' && { actor }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      }
      return responseBody(api.GET('/api/organizations/{id}/audit', { params: { path: { id }, query } }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Changes an organization and refetches all that is shown of it, and what depends on its members. */
function useChange<Body, Result>(send: (body: Body) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: organizationKeys.all }),
        invalidateTag(client, 'profile'),
        invalidateTag(client, 'issues'),
      ])
    },
  })
}

export const useCreateOrganization = () =>
  useChange(
    async (name: string) => (await responseBody(api.POST('/api/organizations', { body: { name } }))).organization,
  )

export const useChangeOrganization = (id: string) =>
  useChange((body: Schemas['ChangeOrganizationBody']) =>
    responseBody(api.PATCH('/api/organizations/{id}', { ...at(id), body })),
  )

export const useDeleteOrganization = (id: string) =>
  useChange(async (name: string) => void (await api.DELETE('/api/organizations/{id}', { ...at(id), body: { name } })))

export const useLeaveOrganization = () =>
  useChange(async (id: string) => void (await api.POST('/api/organizations/{id}/leave', at(id))))

export const useChangeRole = (id: string) =>
  useChange(async ({ userId, role }: { userId: string; role: Role }) => {
    const params = { path: { id, user_id: userId } }
    await api.PATCH('/api/organizations/{id}/members/{user_id}', { params, body: { role } })
  })

export const useRemoveMember = (id: string) =>
  useChange(async (userId: string) => {
    await api.DELETE('/api/organizations/{id}/members/{user_id}', { params: { path: { id, user_id: userId } } })
  })

export const useInvite = (id: string) =>
  useChange((body: Schemas['InvitationBody']) =>
    responseBody(api.POST('/api/organizations/{id}/invitations', { ...at(id), body })),
  )

export const useRevokeInvitation = (id: string) =>
  useChange(async (invitationId: string) => {
    const params = { path: { id, invitation_id: invitationId } }
    await api.DELETE('/api/organizations/{id}/invitations/{invitation_id}', { params })
  })

export const useCreateTeam = (id: string) =>
  useChange((name: string) => responseBody(api.POST('/api/organizations/{id}/teams', { ...at(id), body: { name } })))

/** A change of a team: its members, its projects, or its deletion. */
export type TeamChange =
  | { kind: 'delete'; teamId: string }
  | { kind: 'rename'; teamId: string; name: string }
  | { kind: 'add_member' | 'remove_member'; teamId: string; userId: string }
  | { kind: 'lead'; teamId: string; userId: string; isLead: boolean }
  | { kind: 'add_project' | 'remove_project'; teamId: string; projectId: string }

export const useChangeTeam = (id: string) =>
  useChange(async (change: TeamChange) => {
    const team = { id, team_id: change.teamId }
    switch (change.kind) {
      case 'delete':
        return void (await api.DELETE('/api/organizations/{id}/teams/{team_id}', { params: { path: team } }))
      case 'rename': {
        const options = { params: { path: team }, body: { name: change.name } }
        return void (await api.PATCH('/api/organizations/{id}/teams/{team_id}', options))
      }
      case 'add_member':
      case 'lead': {
        const params = { path: { ...team, user_id: change.userId } }
        const body = change.kind === 'lead' ? { is_lead: change.isLead } : {}
        return void (await api.PUT('/api/organizations/{id}/teams/{team_id}/members/{user_id}', { params, body }))
      }
      case 'remove_member': {
        const params = { path: { ...team, user_id: change.userId } }
        return void (await api.DELETE('/api/organizations/{id}/teams/{team_id}/members/{user_id}', { params }))
      }
      case 'add_project':
      case 'remove_project': {
        const params = { path: { ...team, project_id: change.projectId } }
        const path = '/api/organizations/{id}/teams/{team_id}/projects/{project_id}'
        return void (change.kind === 'add_project'
          ? await api.PUT(path, { params })
          : await api.DELETE(path, { params }))
      }
    }
  })

export const useCreateOrganizationToken = (id: string) =>
  useChange((body: Schemas['CreateOrganizationTokenBody']) =>
    responseBody(api.POST('/api/organizations/{id}/tokens', { ...at(id), body })),
  )

export const useRevokeOrganizationToken = (id: string) =>
  useChange(async (tokenId: number) => {
    const params = { path: { id, token_id: String(tokenId) } }
    await api.DELETE('/api/organizations/{id}/tokens/{token_id}', { params })
  })

export const useAcceptInvitation = () =>
  useChange(
    async (token: string) =>
      (await responseBody(api.POST('/api/invitations/accept', { body: { token } }))).organization,
  )
