import { isBurning, rankByUrgency } from '@bugle/client-state/rank'
import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useIsFocused } from 'expo-router'
import { useCallback } from 'react'
import { View } from 'react-native'
import { CircleCheck, Flame } from '../../components/icons'
import { iconSize, Txt } from '../../components/txt'
import { useColors } from '../../theme'
import { type Issue, type IssueFilter, issuesQuery } from './queries'

/** Sorts the inbox: the urgent first, new ones of the running release before others. */
export const byUrgency = (issues: Issue[]): Issue[] => rankByUrgency(issues, runningReleases(issues))

/** The inbox: most change against the usual first, which `byUrgency` refines. */
export const inbox: IssueFilter = { projectId: undefined, sort: 'change' }

/** May burn without being on the first page of the inbox: a fatal issue, or one that came back, may have happened once. */
const fatal: IssueFilter = { projectId: undefined, level: 'fatal' }
const regressed: IssueFilter = { projectId: undefined, query: 'is:regressed' }

/** Returns what adds the issues that may burn to those of the inbox, the urgent first. */
export function useArrangement(): (issues: Issue[]) => Issue[] {
  const subscribed = useIsFocused()
  const ofFatal = useInfiniteQuery({ ...issuesQuery(fatal), subscribed }).data
  const ofRegressed = useInfiniteQuery({ ...issuesQuery(regressed), subscribed }).data
  return useCallback(
    (issues) => {
      const urgent = [ofFatal, ofRegressed].flatMap((list) => list?.pages.flatMap((page) => page.issues) ?? [])
      return byUrgency([...new Map([...issues, ...urgent].map((issue) => [issue.id, issue])).values()])
    },
    [ofFatal, ofRegressed],
  )
}

/** The release of a project that its latest event named. */
function runningReleases(issues: readonly Issue[]): (projectId: string) => string | undefined {
  const latest = new Map<string, Issue>()
  for (const issue of issues) {
    const known = latest.get(issue.project_id)
    if (issue.last_release !== null && (known === undefined || issue.last_seen > known.last_seen))
      latest.set(issue.project_id, issue)
  }
  return (projectId) => latest.get(projectId)?.last_release ?? undefined
}

/** Says in a line whether something burns, and how much is new. */
export function Answer({ newCount }: { newCount: number | undefined }) {
  const colors = useColors()
  const isFocused = useIsFocused()
  const list = useInfiniteQuery({ ...issuesQuery(inbox), subscribed: isFocused })
  const arrange = useArrangement()
  if (list.data === undefined) return null
  const burning = arrange(list.data.pages.flatMap(({ issues }) => issues)).filter(isBurning).length
  const isQuiet = burning === 0
  const Icon = isQuiet ? CircleCheck : Flame
  const parts = [
    isQuiet
      ? t('Nothing burns.')
      : burning === 1
        ? t('One issue needs you now.')
        : t('{{total}} issues need you now.', { total: exactCount(burning) }),
    newCount === undefined || newCount === 0 ? undefined : t('{{total}} new.', { total: exactCount(newCount) }),
  ]
  return (
    <View
      role="status"
      style={{ flexDirection: 'row', alignItems: 'center', gap: 8, paddingHorizontal: 16, paddingVertical: 6 }}
    >
      <Icon size={iconSize(18)} color={isQuiet ? colors.okInk : colors.errorInk} />
      <Txt kind="label" color={isQuiet ? 'text2' : 'text'} style={{ flex: 1 }}>
        {parts.filter((part) => part !== undefined).join(' ')}
      </Txt>
    </View>
  )
}
