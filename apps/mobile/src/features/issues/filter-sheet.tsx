import { rangeText } from '@bugle/client-state/range-text'
import { exactCount, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type Level, levels, platforms } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { View } from 'react-native'
import { Button, ButtonRow, growing } from '../../components/button'
import { Row } from '../../components/group'
import { ChevronLeft } from '../../components/icons'
import { levelLabel } from '../../components/level-icon'
import { Choice, Sheet } from '../../components/sheet'
import { Txt } from '../../components/txt'
import { assigneesQuery, type FilterKey, type Narrowings, narrowings, valuesQuery } from './queries'

interface FilterSheetProps {
  projectId: string | undefined
  value: Narrowings
  isOpen: boolean
  onChange: (next: Narrowings) => void
  onClose: () => void
}

/** Filters of the list: first all of them, then the values of one. */
export function FilterSheet({ projectId, value, isOpen, onChange, onClose }: FilterSheetProps) {
  const [open, setOpen] = useState<FilterKey>()
  const close = () => {
    setOpen(undefined)
    onClose()
  }
  const set = (narrowing: FilterKey, next: string | undefined) => {
    const { [narrowing]: _, ...others } = value
    onChange(next === undefined ? others : { ...others, [narrowing]: next })
    setOpen(undefined)
  }
  const assignees = useAssignees(isOpen ? projectId : undefined)
  const range = rangeText(value)
  const clearRange = () => {
    const { since: _, from: __, to: ___, ...others } = value
    onChange(others)
  }
  const labels = narrowingLabels()
  // Across projects neither releases nor environments are known.
  const offered = projectId === undefined ? narrowings.slice(0, 3) : narrowings
  return (
    <Sheet title={open === undefined ? t('Filters') : labels[open]} isOpen={isOpen} onClose={close}>
      {open === undefined ? (
        <>
          <View style={{ paddingHorizontal: 4 }}>
            {offered.map((narrowing) => (
              <Row
                key={narrowing}
                label={labels[narrowing]}
                value={value[narrowing] === undefined ? t('All') : shownValue(narrowing, value[narrowing], assignees)}
                onPress={() => setOpen(narrowing)}
              />
            ))}
            {range !== undefined && <Row label={t('Time range')} value={range} onPress={clearRange} />}
          </View>
          <View style={{ paddingHorizontal: 20, paddingVertical: 12 }}>
            <ButtonRow>
              <Button style={growing} label={t('Clear')} onPress={() => onChange({})} />
              <Button style={growing} kind="main" label={t('Done')} onPress={close} />
            </ButtonRow>
          </View>
        </>
      ) : (
        <>
          <Choice icon={ChevronLeft} label={t('Filters')} onPress={() => setOpen(undefined)} />
          <Choice label={t('All')} isChecked={value[open] === undefined} onPress={() => set(open, undefined)} />
          <Values
            narrowing={open}
            projectId={projectId}
            assignees={assignees}
            value={value[open]}
            onChoose={(chosen) => set(open, chosen)}
          />
        </>
      )}
    </Sheet>
  )
}

export const narrowingLabels = (): Record<FilterKey, string> => ({
  level: t('Level'),
  assignee: t('Assignee'),
  platform: t('Platform'),
  environment: t('Environment'),
  release: t('Release'),
})

/**
 * Describes the value of a filter.
 *
 * @param assignees those of the project, who are filtered by their ids
 */
export function shownValue(narrowing: FilterKey, value: string, assignees: readonly Assignee[] = []): string {
  if (narrowing === 'level') return levelLabel(value as Level)
  if (narrowing !== 'assignee') return value
  const named: Record<string, string> = { me: t('Me'), none: t('Nobody') }
  const known = assignees.find(({ id }) => id === value)?.name
  if (known !== undefined) return oneLine(known)
  // Without a project nobody is known by name.
  return named[value] ?? (value.startsWith('tea_') ? t('A team') : value.startsWith('usr_') ? t('A colleague') : value)
}

interface Assignee {
  id: string
  name: string
}

/** People and teams of a project; none where no project is chosen. */
export function useAssignees(projectId: string | undefined): readonly Assignee[] {
  return useQuery({ ...assigneesQuery(projectId ?? ''), enabled: projectId !== undefined }).data ?? []
}

interface ValuesProps {
  narrowing: FilterKey
  projectId: string | undefined
  assignees: readonly Assignee[]
  value: string | undefined
  onChoose: (value: string) => void
}

function Values({ narrowing, projectId, assignees, value, onChoose }: ValuesProps) {
  const isAsked = narrowing === 'environment' || narrowing === 'release'
  const asked = useQuery({
    ...valuesQuery(projectId ?? '', narrowing, ''),
    enabled: isAsked && projectId !== undefined,
  })
  const people = ['me', 'none', ...assignees.map(({ id }) => id)]
  const fixed = { level: levels, assignee: people, platform: platforms, environment: [], release: [] }[narrowing]
  const values = isAsked ? (asked.data ?? []) : fixed.map((one) => ({ value: one, count: null }))
  if (isAsked && asked.data?.length === 0)
    return (
      <Txt color="text3" style={{ padding: 20 }}>
        {t('Nothing received yet.')}
      </Txt>
    )
  return values.map(({ value: one, count }) => (
    <Choice
      key={one}
      label={shownValue(narrowing, one, assignees)}
      {...(count === null ? {} : { detail: t('{{total}} events', { total: exactCount(count) }) })}
      isChecked={one === value}
      onPress={() => onChoose(one)}
    />
  ))
}
