import type { Schemas } from '@bugle/api-client'
import { findListed } from '@bugle/client-state/listed-issue'
import { factsOf } from '@bugle/presentation/event-facts'
import {
  exactCount,
  formatAge,
  formatDateTime,
  formatShare,
  formatTimestamp,
  oneLine,
  shortCount,
  typeName,
} from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { ignore, mainActionOf, resolve, resolveIn, resolveInNext, snoozes } from '@bugle/presentation/issue-actions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { type ReactNode, useState } from 'react'
import { ScrollView, View } from 'react-native'
import { useSafeAreaInsets } from 'react-native-safe-area-context'
import { Button, ButtonRow, growing, IconButton } from '../../components/button'
import { copy, share } from '../../components/copy'
import {
  AlarmClock,
  BellOff,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  Copy,
  Ellipsis,
  GitFork,
  RotateCcw,
  Share2,
  Trash,
  UserRound,
} from '../../components/icons'
import { LevelIcon, levelLabel } from '../../components/level-icon'
import { Part } from '../../components/part'
import { Choice, Sheet } from '../../components/sheet'
import { Sparkline } from '../../components/sparkline'
import { LoadFailed, Skeleton } from '../../components/states'
import { useToastRoom } from '../../components/toasts'
import { isTextLarge, lines, Txt } from '../../components/txt'
import { useMayIn } from '../../lib/account'
import { useSession } from '../../lib/session'
import { useIsSplit } from '../../lib/use-is-split'
import { useNow } from '../../lib/use-now'
import { useColors } from '../../theme'
import { Breadcrumbs } from '../events/breadcrumbs'
import { Screenshot } from '../events/screenshot'
import { Stack, stackText } from '../events/stack'
import { projectsQuery } from '../projects/queries'
import { Activity } from './activity'
import { AssignSheet } from './assign-sheet'
import { decide } from './decide'
import { DeleteSheet } from './delete-sheet'
import { eventQuery, type Issue, issueQuery } from './queries'
import { StatusPill } from './status-pill'
import { UnmergeSheet } from './unmerge-sheet'
import { WhatChanged } from './what-changed'

/** An issue: what happened, where, how often, and what to do about it within reach of the thumb. */
export function IssueDetail({ id }: { id: string }) {
  const colors = useColors()
  // The row of the list is shown at once; without a network it is all there is.
  const toastRoom = useToastRoom()
  const client = useQueryClient()
  const initialData = () => {
    const issue = findListed(client, id)
    return issue && { issue }
  }
  const detail = useQuery({ ...issueQuery(id), initialData, initialDataUpdatedAt: 0 })
  const [eventId, setEventId] = useState<string>()
  const other = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined })
  const shown = eventId === undefined ? detail.data?.latest_event : (other.data ?? detail.data?.latest_event)
  const projects = useQuery(projectsQuery).data
  const may = useMayIn(projects?.find((project) => project.id === detail.data?.issue.project_id)?.organization_id)
  if (detail.isPending) return <Skeleton rows={5} />
  if (detail.data === undefined) return <LoadFailed error={detail.error} onRetry={() => void detail.refetch()} />
  const { issue, stats, tags = [] } = detail.data
  const event = shown?.event
  return (
    <View style={{ flex: 1, backgroundColor: colors.bg }}>
      <ScrollView style={{ flex: 1 }} contentContainerStyle={{ paddingBottom: toastRoom }}>
        <Part name={t('Issue')} of={issue.id}>
          <Header issue={issue} />
        </Part>
        {event === undefined && detail.isFetching && <Skeleton rows={4} />}
        {event !== undefined && (
          <>
            <Part name={t('Event')} of={event.id}>
              <EventSteps
                at={event.occurred_at}
                position={shown?.position ?? null}
                older={shown?.previous_id ?? null}
                newer={shown?.next_id ?? null}
                isLatest={eventId === undefined || shown?.next_id === null}
                onChange={setEventId}
              />
            </Part>
            <Part name={t('Stack')} of={event.id}>
              <Stack event={event} />
            </Part>
            <Part name={t('Screenshot')} of={event.id}>
              {event.screenshot_url !== null && <Screenshot key={event.id} path={event.screenshot_url} />}
            </Part>
            <Part name={t('Breadcrumbs')} of={event.id}>
              <Breadcrumbs event={event} />
            </Part>
            <Part name={t('This event')} of={event.id}>
              <EventFacts event={event} />
            </Part>
            <Part name={t('Contexts')} of={event.id}>
              <Json title={t('Contexts')} data={event.contexts} />
            </Part>
            <Part name={t('Extra')} of={event.id}>
              <Json title={t('Extra')} data={event.extra} />
            </Part>
          </>
        )}
        {stats !== undefined && stats.total > 0 && (
          <Section title={t('Events over time')}>
            <Part name={t('Events over time')} of={issue.id}>
              <OverTime stats={stats} />
            </Part>
          </Section>
        )}
        {tags.length > 0 && (
          <Section title={t('Tags')}>
            <Part name={t('Tags')} of={issue.id}>
              <Tags tags={tags} />
            </Part>
          </Section>
        )}
        <Part name={t('Activity')} of={issue.id}>
          <Activity issue={issue} mayComment={may('issue:write')} />
        </Part>
      </ScrollView>
      <Decisions issue={issue} may={may} text={() => (event === undefined ? issue.title : stackText(issue, event))} />
    </View>
  )
}

export function Section({ title, right, children }: { title: string; right?: ReactNode; children: ReactNode }) {
  const colors = useColors()
  return (
    <View style={{ marginTop: 16 }}>
      <View style={{ minHeight: 36, flexDirection: 'row', alignItems: 'center', paddingHorizontal: 16, gap: 8 }}>
        <Txt kind="label" color="text2" role="heading" aria-level={2} style={{ flex: 1 }}>
          {title}
        </Txt>
        {right}
      </View>
      <View
        style={{
          backgroundColor: colors.surface,
          borderTopWidth: 1,
          borderBottomWidth: 1,
          borderColor: colors.border,
        }}
      >
        {children}
      </View>
    </View>
  )
}

function Header({ issue }: { issue: Issue }) {
  const colors = useColors()
  // Beside a list there is no bar above, which names the issue.
  const isSplit = useIsSplit()
  const now = useNow()
  const projectName = useQuery(projectsQuery).data?.find(({ id }) => id === issue.project_id)?.name
  const message = oneLine(issue.message).trim()
  const inLine = isTextLarge() ? 2 : 4
  const facts: [label: string, value: string][] = [
    [t('Events'), shortCount(issue.count)],
    [t('Users'), issue.users === 0 ? '–' : `${issue.users_approx ? '~' : ''}${shortCount(issue.users)}`],
    [t('Last seen'), formatAge(issue.last_seen, now)],
    [t('First seen'), formatAge(issue.first_seen, now)],
  ]
  return (
    <View style={{ backgroundColor: colors.surface, borderBottomWidth: 1, borderColor: colors.border }}>
      <View style={{ padding: 16, gap: 8 }}>
        <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
          <LevelIcon level={issue.level} />
          <Txt kind="label" color="text2">
            {levelLabel(issue.level)}
          </Txt>
          {projectName !== undefined && (
            <Txt kind="label" color="text3" numberOfLines={lines(1)} style={{ flexShrink: 1 }}>
              {oneLine(projectName)}
            </Txt>
          )}
          <StatusPill issue={issue} />
          {isSplit && (
            <>
              <View style={{ flex: 1 }} />
              <Txt kind="mono" color="text3" selectable>
                {issue.short_id}
              </Txt>
            </>
          )}
        </View>
        <Txt kind="title" role="heading" aria-level={1} selectable>
          {typeName(issue.type)}
        </Txt>
        {message !== '' && (
          <Txt color="text2" selectable numberOfLines={12}>
            {message}
          </Txt>
        )}
        {issue.culprit !== null && (
          <Txt kind="mono" color="text3" selectable>
            {oneLine(issue.culprit)}
          </Txt>
        )}
      </View>
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', borderTopWidth: 1, borderColor: colors.border }}>
        {facts.map(([label, value], index) => (
          <View
            key={label}
            style={{
              flexGrow: 1,
              flexBasis: inLine === 2 ? '45%' : 0,
              paddingVertical: 10,
              paddingHorizontal: 6,
              alignItems: 'center',
              borderLeftWidth: index % inLine === 0 ? 0 : 1,
              borderTopWidth: index < inLine ? 0 : 1,
              borderColor: colors.border,
            }}
          >
            <Txt kind="strong">{value}</Txt>
            <Txt kind="small" color="text3" numberOfLines={lines(2)} style={{ textAlign: 'center' }}>
              {label}
            </Txt>
          </View>
        ))}
      </View>
      <WhatChanged issueId={issue.id} />
      {(issue.last_release !== null || issue.assignee !== null) && (
        <View style={{ paddingHorizontal: 16, paddingVertical: 10, borderTopWidth: 1, borderColor: colors.border }}>
          {issue.last_release !== null && (
            <Txt kind="meta" color="text3">
              {t('Last in')}{' '}
              <Txt kind="mono" color="text2">
                {oneLine(issue.last_release)}
              </Txt>
            </Txt>
          )}
          {issue.assignee !== null && (
            <Txt kind="meta" color="text3">
              {t('Assigned to {{name}}', { name: oneLine(issue.assignee.name) })}
            </Txt>
          )}
        </View>
      )}
    </View>
  )
}

interface StepsProps {
  at: string
  position: number | null
  older: string | null
  newer: string | null
  isLatest: boolean
  onChange: (id: string | undefined) => void
}

/** Goes through the events of the issue. */
function EventSteps({ at, position, older, newer, isLatest, onChange }: StepsProps) {
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center', paddingLeft: 16, paddingRight: 4, paddingTop: 8 }}>
      <View style={{ flex: 1 }}>
        <Txt kind="label">{isLatest ? t('Latest event') : t('Event {{position}}', { position: position ?? '–' })}</Txt>
        <Txt kind="meta" color="text3">
          {formatTimestamp(at)}
        </Txt>
      </View>
      <IconButton
        label={t('Older event')}
        icon={ChevronLeft}
        isDisabled={older === null}
        onPress={() => onChange(older ?? undefined)}
      />
      <IconButton
        label={t('Newer event')}
        icon={ChevronRight}
        isDisabled={newer === null}
        onPress={() => onChange(newer ?? undefined)}
      />
      <IconButton
        label={t('Latest event')}
        icon={ChevronLast}
        isDisabled={isLatest}
        onPress={() => onChange(undefined)}
      />
    </View>
  )
}

/** An element of its own, so that the boundary around it sees its errors. So is each of the others. */
function OverTime({ stats }: { stats: Schemas['Stats'] }) {
  return (
    <View style={{ padding: 16, gap: 8 }}>
      <Chart counts={stats.series[0]?.counts ?? []} total={stats.total} />
      <Txt kind="meta" color="text3">
        {formatDateTime(stats.from)} – {formatDateTime(stats.to)}
      </Txt>
    </View>
  )
}

function Tags({ tags }: { tags: NonNullable<Schemas['IssueResponse']['tags']> }) {
  return tags.slice(0, 12).map((tag) => <TagRow key={tag.key} name={tag.key} total={tag.total} values={tag.values} />)
}

function Chart({ counts, total }: { counts: number[]; total: number }) {
  const [width, setWidth] = useState(0)
  return (
    <View onLayout={({ nativeEvent }) => setWidth(nativeEvent.layout.width)} style={{ height: 72 }}>
      {width > 0 && (
        <Sparkline
          counts={counts}
          width={width}
          height={72}
          label={t('{{total}} in total, at most {{peak}} at once', {
            total: exactCount(total),
            peak: exactCount(Math.max(0, ...counts)),
          })}
        />
      )}
    </View>
  )
}

function EventFacts({ event }: { event: Schemas['EventView'] }) {
  return (
    <Section title={t('This event')}>
      <Facts facts={factsOf(event)} />
    </Section>
  )
}

function Facts({ facts }: { facts: [name: string, value: string][] }) {
  const colors = useColors()
  return facts.map(([name, value], index) => (
    <View
      key={name}
      style={{
        flexDirection: isTextLarge() ? 'column' : 'row',
        gap: isTextLarge() ? 2 : 12,
        paddingHorizontal: 16,
        paddingVertical: 9,
        borderTopWidth: index === 0 ? 0 : 1,
        borderColor: colors.border,
      }}
    >
      <Txt kind="meta" color="text3" style={isTextLarge() ? {} : { width: 116 }}>
        {name}
      </Txt>
      <Txt kind="mono" style={isTextLarge() ? {} : { flex: 1, lineHeight: 18 }} selectable>
        {oneLine(value)}
      </Txt>
    </View>
  ))
}

interface TagProps {
  name: string
  total: number
  values: { value: string; count: number }[]
}

/** The commonest values of a tag, with their share. */
function TagRow({ name, total, values }: TagProps) {
  const colors = useColors()
  return (
    <View style={{ padding: 16, paddingVertical: 10, gap: 6, borderBottomWidth: 1, borderColor: colors.border }}>
      <Txt kind="meta" color="text3">
        {name}
      </Txt>
      {values.slice(0, 3).map(({ value, count }) => (
        <View key={value} style={{ flexDirection: 'row', alignItems: 'center', gap: 10 }}>
          <Txt kind="mono" style={{ flex: 1, lineHeight: 18 }} numberOfLines={lines(1)}>
            {oneLine(value)}
          </Txt>
          <View style={{ width: 72, height: 6, borderRadius: 3, backgroundColor: colors.pressed }}>
            <View
              style={{
                width: `${total === 0 ? 0 : (count / total) * 100}%`,
                height: 6,
                borderRadius: 3,
                backgroundColor: colors.chartBar,
              }}
            />
          </View>
          <Txt kind="meta" color="text2" style={{ minWidth: 48, textAlign: 'right' }}>
            {formatShare(count, total)}
          </Txt>
        </View>
      ))}
    </View>
  )
}

/** Data as the program sent it, folded. */
function Json({ title, data }: { title: string; data: Record<string, unknown> }) {
  const [isOpen, setIsOpen] = useState(false)
  if (Object.keys(data).length === 0) return null
  const text = JSON.stringify(data, null, 2)
  return (
    <Section
      title={title}
      right={
        <Button
          kind="quiet"
          label={isOpen ? t('Hide') : t('Show')}
          onPress={() => setIsOpen(!isOpen)}
          style={{ minHeight: 44 }}
        />
      }
    >
      {isOpen ? (
        <ScrollView horizontal contentContainerStyle={{ padding: 16 }}>
          <Txt kind="mono" selectable>
            {text.slice(0, 20_000)}
          </Txt>
        </ScrollView>
      ) : (
        <Txt kind="meta" color="text3" numberOfLines={lines(1)} style={{ padding: 12, paddingHorizontal: 16 }}>
          {Object.keys(data).join(', ')}
        </Txt>
      )}
    </Section>
  )
}

/** The bar of decisions at the bottom. */
function Decisions({ issue, text, may }: { issue: Issue; text: () => string; may: ReturnType<typeof useMayIn> }) {
  const colors = useColors()
  const insets = useSafeAreaInsets()
  const router = useRouter()
  const { server } = useSession()
  const [sheet, setSheet] = useState<'snooze' | 'more' | 'delete' | 'assign' | 'unmerge'>()
  const close = () => setSheet(undefined)
  const main = mainActionOf(issue)
  const isOpenIssue = issue.status === 'unresolved'
  const mayDecide = may('issue:write')
  const act = (action: Parameters<typeof decide>[1]) => {
    close()
    decide([issue], action)
  }
  return (
    <View
      role="toolbar"
      aria-label={t('Decisions')}
      style={{
        flexDirection: 'row',
        gap: 8,
        padding: 8,
        paddingBottom: 8 + insets.bottom,
        borderTopWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      <View style={{ flex: 1, justifyContent: 'center' }}>
        {mayDecide ? (
          <ButtonRow>
            <Button
              kind="main"
              style={growing}
              icon={isOpenIssue ? CircleCheck : RotateCcw}
              label={main.label}
              onPress={() => act(main)}
            />
            {isOpenIssue && (
              <Button style={growing} icon={AlarmClock} label={t('Snooze')} onPress={() => setSheet('snooze')} />
            )}
          </ButtonRow>
        ) : (
          <Txt kind="meta" color="text3">
            {t('Your role allows reading only.')}
          </Txt>
        )}
      </View>
      <View style={{ alignSelf: 'flex-end', borderWidth: 1, borderRadius: 10, borderColor: colors.border }}>
        <IconButton label={t('More actions')} icon={Ellipsis} onPress={() => setSheet('more')} />
      </View>
      <Sheet title={t('Snooze')} isOpen={sheet === 'snooze'} onClose={close}>
        {snoozes.map(({ label, actionAt }) => (
          <Choice key={label} label={label} icon={AlarmClock} onPress={() => act(actionAt(Date.now()))} />
        ))}
      </Sheet>
      <Sheet title={issue.short_id} isOpen={sheet === 'more'} onClose={close}>
        {mayDecide && isOpenIssue && (
          <>
            <Choice label={resolveInNext.label} icon={CircleCheck} onPress={() => act(resolveInNext)} />
            {issue.last_release !== null && (
              <Choice
                label={resolveIn(issue.last_release).label}
                icon={CircleCheck}
                onPress={() => act(resolveIn(issue.last_release!))}
              />
            )}
            <Choice label={t('Ignore forever')} icon={BellOff} onPress={() => act(ignore)} />
          </>
        )}
        {mayDecide && !isOpenIssue && issue.status !== 'resolved' && (
          <Choice label={resolve.label} icon={CircleCheck} onPress={() => act(resolve)} />
        )}
        {mayDecide && (
          <>
            <Choice label={t('Assign…')} icon={UserRound} onPress={() => setSheet('assign')} />
            <Choice label={t('Unmerge…')} icon={GitFork} onPress={() => setSheet('unmerge')} />
          </>
        )}
        <Choice
          label={t('Copy as text')}
          icon={Copy}
          onPress={() => {
            close()
            void copy(text())
          }}
        />
        <Choice
          label={t('Share link')}
          icon={Share2}
          onPress={() => {
            close()
            void share(`${server}/issues/${issue.id}`)
          }}
        />
        {may('issue:delete') && (
          <Choice label={t('Delete…')} icon={Trash} color="errorInk" onPress={() => setSheet('delete')} />
        )}
      </Sheet>
      <AssignSheet
        projectId={issue.project_id}
        assigneeId={issue.assignee?.id}
        isOpen={sheet === 'assign'}
        onChoose={act}
        onClose={close}
      />
      <UnmergeSheet issue={issue} isOpen={sheet === 'unmerge'} onClose={close} />
      <DeleteSheet
        issues={[issue]}
        isOpen={sheet === 'delete'}
        onClose={close}
        onDone={() => (router.canGoBack() ? router.back() : router.replace('/issues'))}
      />
    </View>
  )
}
