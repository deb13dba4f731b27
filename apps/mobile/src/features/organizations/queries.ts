import { responseBody } from '@bugle/api-client'
import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { organizationKeys } from '@bugle/client-state/keys/organization-keys'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { organizationQueries } from '@bugle/client-state/queries/organizations'
import type { Role } from '@bugle/protocol/vocabulary'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../lib/account'
import { api } from '../../lib/session'
import { source } from '../../lib/source'

export type { Member, Organization } from '@bugle/client-state/queries/organizations'

export const { invitationQuery, membersQuery, organizationQuery, teamsQuery } = organizationQueries(source)

const at = (id: string) => ({ params: { path: { id } } })

/** Changes a membership, and refetches what depends on it: projects and issues come and go with it. */
function useChange<Body, Result>(send: (body: Body) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () =>
      Promise.all(
        [organizationKeys.all, meQuery.queryKey, projectKeys.all, issueKeys.lists, issueKeys.counts].map((queryKey) =>
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
