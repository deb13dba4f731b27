import { largestFirst } from '@bugle/client-state/changes/merge-issues'
import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type Action, assign, ignore, mainActionOf, resolveInNext, snoozes } from '@bugle/presentation/issue-actions'
import { useEffect, useState } from 'react'
import { View } from 'react-native'
import { Button, IconButton, ToolButton } from '../../components/button'
import {
  AlarmClock,
  BellOff,
  CircleCheck,
  Ellipsis,
  GitMerge,
  RotateCcw,
  Trash,
  UserRound,
  UserRoundX,
  X,
} from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { Txt } from '../../components/txt'
import { selectionBarHeight } from '../../lib/bar-heights'
import { useSession } from '../../lib/session'
import { useColors } from '../../theme'
import { AssignSheet } from './assign-sheet'
import { decide, decideAll, useMergeIssues } from './decide'
import { DeleteSheet } from './delete-sheet'
import type { Issue, IssueFilter } from './queries'

interface SelectionBarProps {
  issues: Issue[]
  /** All issues of the list so far. */
  loaded: Issue[]
  filter: IssueFilter
  /** How many issues the list is of, loaded or not. */
  total?: number
  onSelect: (issues: Issue[]) => void
  onEnd: () => void
}

/** Decisions about the selected issues, or about everything that matches. */
export function SelectionBar({ issues, loaded, filter, total, onSelect, onEnd }: SelectionBarProps) {
  const colors = useColors()
  const { user } = useSession()
  const [sheet, setSheet] = useState<'snooze' | 'more' | 'delete' | 'assign'>()
  const merge = useMergeIssues()
  const main = mainActionOf(issues[0]!)
  const isAll = issues.length === loaded.length
  const hasMore = isAll && total !== undefined && total > loaded.length
  const [wantsWhole, setWantsWhole] = useState(false)
  // Whoever unticks a row no longer means everything.
  useEffect(() => {
    if (!isAll) setWantsWhole(false)
  }, [isAll])
  // Messages stay above it.
  useEffect(() => () => selectionBarHeight.set(0), [])
  const isWhole = wantsWhole && hasMore
  const count = isWhole ? total! : issues.length
  const act = (action: Action) => {
    setSheet(undefined)
    if (isWhole) decideAll(filter, count, action)
    else decide(issues, action)
    onEnd()
  }
  const bySize = largestFirst(issues)
  const isOneProject = issues.every(({ project_id }) => project_id === issues[0]!.project_id)
  const close = () => setSheet(undefined)
  return (
    <View
      onLayout={({ nativeEvent }) => selectionBarHeight.set(nativeEvent.layout.height)}
      style={{ borderTopWidth: 1, borderColor: colors.border, backgroundColor: colors.overlay }}
    >
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', paddingHorizontal: 4 }}>
        <IconButton label={t('Clear selection')} icon={X} onPress={onEnd} />
        <Txt kind="label" style={{ flexGrow: 1, flexShrink: 1 }} role="status">
          {total === undefined || total <= count
            ? t('{{count, number}} selected', { count })
            : t('{{selected}} of {{total}} selected', { selected: exactCount(count), total: exactCount(total) })}
        </Txt>
        {!isAll && <Button kind="quiet" label={t('Select all')} onPress={() => onSelect(loaded)} />}
        {hasMore && (
          <Button
            kind="quiet"
            label={
              isWhole
                ? t('Only the {{count, number}} loaded', { count: loaded.length })
                : t('Select all {{count, number}} that match', { count: total })
            }
            onPress={() => setWantsWhole(!isWhole)}
          />
        )}
      </View>
      <View
        role="toolbar"
        aria-label={t('Selected issues')}
        style={{ flexDirection: 'row', flexWrap: 'wrap', paddingHorizontal: 4, paddingBottom: 4 }}
      >
        <ToolButton
          label={main.label}
          icon={issues[0]!.status === 'unresolved' ? CircleCheck : RotateCcw}
          color="okInk"
          onPress={() => act(main)}
        />
        <ToolButton label={t('Snooze')} icon={AlarmClock} color="snoozeInk" onPress={() => setSheet('snooze')} />
        <ToolButton label={t('Ignore')} icon={BellOff} onPress={() => act(ignore)} />
        <ToolButton label={t('More')} name={t('More actions')} icon={Ellipsis} onPress={() => setSheet('more')} />
      </View>
      <Sheet title={t('Snooze')} isOpen={sheet === 'snooze'} onClose={close}>
        {snoozes.map(({ label, actionAt }) => (
          <Choice key={label} label={label} icon={AlarmClock} onPress={() => act(actionAt(Date.now()))} />
        ))}
      </Sheet>
      <Sheet title={t('{{count, number}} selected', { count })} isOpen={sheet === 'more'} onClose={close}>
        <Choice icon={CircleCheck} label={resolveInNext.label} onPress={() => act(resolveInNext)} />
        {isOneProject ? (
          <Choice icon={UserRound} label={t('Assign…')} onPress={() => setSheet('assign')} />
        ) : (
          user !== undefined && <Choice icon={UserRound} label={t('Assign to me')} onPress={() => act(assign(user))} />
        )}
        {!isOneProject && <Choice icon={UserRoundX} label={t('Unassign')} onPress={() => act(assign(null))} />}
        {!isWhole && issues.length > 1 && isOneProject && (
          <Choice
            icon={GitMerge}
            label={t('Merge into {{id}}', { id: bySize[0]!.short_id })}
            onPress={() => {
              close()
              merge.mutate(bySize)
              onEnd()
            }}
          />
        )}
        {!isWhole && <Choice icon={Trash} color="errorInk" label={t('Delete…')} onPress={() => setSheet('delete')} />}
      </Sheet>
      <AssignSheet projectId={issues[0]!.project_id} isOpen={sheet === 'assign'} onChoose={act} onClose={close} />
      <DeleteSheet issues={issues} isOpen={sheet === 'delete'} onClose={close} onDone={onEnd} />
    </View>
  )
}
