import type { InvitationBody, Role, Team } from '@bugle/protocol'
import type { Session, TestServer } from './start-server.ts'

/** Returns the id of the first organization of a user. */
export async function organizationOf(session: Session): Promise<string> {
  return (await session.me()).organizations[0]!.id
}

/** Invites somebody by link. @returns the token of the link */
export async function inviteTo(
  session: Session,
  organization: string,
  body: InvitationBody = { role: 'member' },
): Promise<string> {
  const path = `/api/organizations/${organization}/invitations` as const
  const answer = await session.request('POST', path, { body })
  if (answer.status !== 201) throw new Error(`POST ${path} → ${answer.status} ${JSON.stringify(answer.body)}`)
  return tokenOf(answer.body.link)
}

export function tokenOf(link: string): string {
  return link.split('#token=')[1]!
}

export function accept(session: Session, token: string) {
  return session.request('POST', '/api/invitations/accept', { body: { token } })
}

/** Registers somebody who joins an organization in a role. */
export async function join(
  server: TestServer,
  { owner, organization, role }: { owner: Session; organization: string; role: Role },
): Promise<Session & { id: string }> {
  const session = await server.register()
  const { status, body } = await accept(session, await inviteTo(owner, organization, { role }))
  if (status !== 200) throw new Error(`accept → ${status} ${JSON.stringify(body)}`)
  return { ...session, id: (await session.me()).id }
}

/** Creates a team of these members and projects. */
export async function createTeam(
  owner: Session,
  organization: string,
  { name, members = [], projects = [] }: { name: string; members?: string[]; projects?: string[] },
): Promise<Team> {
  const path = `/api/organizations/${organization}/teams` as const
  const { team } = (await owner.request('POST', path, { body: { name } })).body
  for (const id of members) await owner.request('PUT', `${path}/${team.id}/members/${id}`, { body: {} })
  for (const id of projects) await owner.request('PUT', `${path}/${team.id}/projects/${id}`)
  return team
}

/** Lets members see the projects of their teams alone. */
export async function closeOrganization(owner: Session, organization: string): Promise<void> {
  await owner.request('PATCH', `/api/organizations/${organization}`, { body: { membership: 'closed' } })
}
