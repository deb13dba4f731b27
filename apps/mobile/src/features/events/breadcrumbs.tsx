import type { Schemas } from '@bugle/api-client'
import { crumbsInOrder } from '@bugle/presentation/crumb-order'
import { crumbText } from '@bugle/presentation/crumb-text'
import { formatOffset, oneLine, titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Pressable, View } from 'react-native'
import { Button } from '../../components/button'
import { Activity, Database, Globe, type LucideIcon, MousePointerClick, Route, Terminal } from '../../components/icons'
import { LevelIcon } from '../../components/level-icon'
import { iconSize, lines, Txt } from '../../components/txt'
import { useColors } from '../../theme'

type EventView = Schemas['EventView']
type Crumb = EventView['breadcrumbs'][number]

const icons: [pattern: RegExp, icon: LucideIcon][] = [
  [/^(ui|touch|click)/i, MousePointerClick],
  [/^(navigation|route)/i, Route],
  [/^(http|fetch|xhr|request)/i, Globe],
  [/^(console|log)/i, Terminal],
  [/^(query|db|sql|database)/i, Database],
]
/** The last ones explain most; the others are a tap away. */
const shownFirst = 8

/** The steps before the error, oldest first, with the error as the last row. */
export function Breadcrumbs({ event }: { event: EventView }) {
  const colors = useColors()
  const [isWhole, setIsWhole] = useState(false)
  const crumbs = crumbsInOrder(event.breadcrumbs)
  const shown = isWhole ? crumbs : crumbs.slice(-shownFirst)
  const end = Date.parse(event.occurred_at)
  if (crumbs.length === 0)
    return (
      <Txt kind="meta" color="text3" style={{ paddingHorizontal: 16, paddingTop: 16 }}>
        {t('This event has no breadcrumbs.')}
      </Txt>
    )
  return (
    <View style={{ marginTop: 16 }}>
      <View style={{ minHeight: 44, flexDirection: 'row', alignItems: 'center', paddingLeft: 16 }}>
        <Txt kind="label" color="text2" role="heading" aria-level={2} style={{ flex: 1 }}>
          {t('Breadcrumbs')} {crumbs.length}
        </Txt>
        {crumbs.length > shownFirst && !isWhole && (
          <Button kind="quiet" label={t('Show all')} onPress={() => setIsWhole(true)} />
        )}
      </View>
      <View
        role="list"
        style={{ backgroundColor: colors.surface, borderTopWidth: 1, borderBottomWidth: 1, borderColor: colors.border }}
      >
        {shown.map((crumb, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: breadcrumbs may be equal, and those of an event never change
          <CrumbRow key={index} crumb={crumb} end={end} />
        ))}
        <View
          role="listitem"
          style={{
            flexDirection: 'row',
            gap: 10,
            paddingHorizontal: 16,
            paddingVertical: 10,
            backgroundColor: colors.errorWash,
          }}
        >
          <Txt kind="meta" color="errorInk" numberOfLines={1} style={offsetColumn}>
            {formatOffset(end, end)}
          </Txt>
          <View style={{ paddingTop: 1 }}>
            <LevelIcon level={event.level} size={16} />
          </View>
          <Txt kind="meta" color="errorInk" style={{ flex: 1 }} numberOfLines={lines(3)}>
            {titleOf({ type: event.exception_type, message: event.message })}
          </Txt>
        </View>
      </View>
    </View>
  )
}

/** Times stand in a column; large text takes the room that it needs. */
const offsetColumn = { minWidth: 52, flexShrink: 0, textAlign: 'right' } as const

function CrumbRow({ crumb, end }: { crumb: Crumb; end: number }) {
  const colors = useColors()
  const [isOpen, setIsOpen] = useState(false)
  const Icon = icons.find(([pattern]) => pattern.test(crumb.category))?.[1] ?? Activity
  const data = crumb.data ?? {}
  const hasData = Object.keys(data).length > 0
  const status = data.status_code ?? data.status
  const isBad = typeof status === 'number' && (status === 0 || status >= 400)
  return (
    <View role="listitem" style={{ borderBottomWidth: 1, borderColor: colors.border }}>
      <Pressable
        role="button"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(!isOpen)}
        style={{ minHeight: 44, flexDirection: 'row', gap: 10, paddingHorizontal: 16, paddingVertical: 12 }}
      >
        <Txt kind="meta" color="text3" numberOfLines={1} style={offsetColumn}>
          {crumb.ts === null ? '–' : formatOffset(crumb.ts, end)}
        </Txt>
        <View role="img" aria-label={oneLine(crumb.category)} style={{ paddingTop: 1 }}>
          <Icon size={iconSize(16)} color={colors.text2} />
        </View>
        <Txt kind="meta" style={{ flex: 1 }} {...(isOpen ? {} : { numberOfLines: lines(2) })}>
          {oneLine(crumbText(crumb))}
        </Txt>
        {typeof status === 'number' && (
          <Txt kind="mono" color={isBad ? 'errorInk' : 'text3'} style={{ lineHeight: 18 }}>
            {status === 0 ? t('failed') : status}
          </Txt>
        )}
      </Pressable>
      {isOpen && hasData && (
        <Txt kind="mono" color="text2" style={{ paddingLeft: 78, paddingRight: 16, paddingBottom: 12 }} selectable>
          {JSON.stringify(data, null, 2)}
        </Txt>
      )}
    </View>
  )
}
