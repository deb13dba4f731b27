import type { CreateInvitationResponse, Me, Role, TeamResponse } from '@bugle/protocol'

/** Sends a request as a user; without a token as nobody. Fails unless it succeeds. */
export type Ask = <T>(method: string, path: string, body?: object, token?: string) => Promise<T>

const people: { name: string; email: string; role: Role; teams: string[] }[] = [
  { name: 'Mira Okafor', email: 'mira@example.com', role: 'admin', teams: ['Checkout'] },
  { name: 'Jon Lindqvist', email: 'jon@example.com', role: 'member', teams: ['Checkout', 'Field app'] },
  { name: 'Priya Raman', email: 'priya@example.com', role: 'viewer', teams: [] },
]

/** Fills the organization of the sample account with people and teams, once. */
export async function inviteTeam(
  ask: Ask,
  { token, password, projects }: { token: string; password: string; projects: { id: string; name: string }[] },
): Promise<void> {
  const { id: meId, organizations } = await ask<Me>('GET', '/api/auth/me', undefined, token)
  const at = `/api/organizations/${organizations[0]!.id}`
  await ask('PATCH', at, { name: 'Harbor Goods' }, token)
  const { members } = await ask<{ members: object[] }>('GET', `${at}/members`, undefined, token)
  if (members.length > 1) return
  const teams = new Map<string, string>()
  for (const [name, project] of [
    ['Checkout', 'Web shop'],
    ['Field app', 'Field notes app'],
  ] as const) {
    const { team } = await ask<TeamResponse>('POST', `${at}/teams`, { name }, token)
    teams.set(name, team.id)
    const own = projects.find((one) => one.name === project)
    if (own !== undefined) await ask('PUT', `${at}/teams/${team.id}/projects/${own.id}`, undefined, token)
  }
  await ask('PUT', `${at}/teams/${teams.get('Checkout')}/members/${meId}`, { is_lead: true }, token)
  for (const { name, email, role, teams: joined } of people) {
    const team_ids = joined.map((team) => teams.get(team)!)
    const { link } = await ask<CreateInvitationResponse>('POST', `${at}/invitations`, { role, team_ids }, token)
    await ask('POST', '/api/auth/register', { name, email, password, invitation: link.split('#token=')[1] })
  }
  await ask('POST', `${at}/invitations`, { role: 'member', email: 'noor@example.com', send_mail: false }, token)
  await ask('POST', `${at}/tokens`, { name: 'GitHub Actions', scopes: ['project:read', 'artifact:write'] }, token)
}
