import { parsePlainId, toPlainId } from '@bugle/protocol'
import { Refusal } from '../../refusal.ts'
import type { RuleRow } from './rule-store.ts'

/** The people of a rule, as columns. */
export type RulePeople = Pick<RuleRow, 'notifiesMembers' | 'notifiesAssignee' | 'teamIds'>

/** @throws Refusal `validation_failed` if one is neither a word nor a team */
export function peopleOf(people: readonly string[]): RulePeople {
  const teamIds = people.filter((one) => one !== 'members' && one !== 'assignee').map(teamOf)
  return { notifiesMembers: people.includes('members'), notifiesAssignee: people.includes('assignee'), teamIds }
}

export function toPeople({ notifiesMembers, notifiesAssignee, teamIds }: RulePeople): string[] {
  const people = teamIds.map((id) => toPlainId('tea', id))
  if (notifiesAssignee) people.unshift('assignee')
  if (notifiesMembers) people.unshift('members')
  return people
}

/** @throws Refusal `validation_failed` if it names neither a person nor a team */
export function assigneeOf(assignTo: string | null): Pick<RuleRow, 'assignUserId' | 'assignTeamId'> {
  if (assignTo === null) return { assignUserId: null, assignTeamId: null }
  const userId = parsePlainId('usr', assignTo)
  const teamId = parsePlainId('tea', assignTo)
  if (userId === undefined && teamId === undefined) throw wrong('assign_to', 'must be a person or a team')
  return { assignUserId: userId ?? null, assignTeamId: teamId ?? null }
}

export function toAssignTo({ assignUserId, assignTeamId }: Pick<RuleRow, 'assignUserId' | 'assignTeamId'>) {
  if (assignUserId !== null) return toPlainId('usr', assignUserId)
  return assignTeamId === null ? null : toPlainId('tea', assignTeamId)
}

function teamOf(id: string): string {
  const team = parsePlainId('tea', id)
  if (team === undefined) throw wrong('people', 'must be `members`, `assignee` or teams')
  return team
}

function wrong(field: string, text: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [text] } })
}
