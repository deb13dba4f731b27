import { Children, Fragment, type ReactNode } from 'react'
import { Pressable, View } from 'react-native'
import { type Color, useColors } from '../theme'
import { Check, ChevronRight, type LucideIcon } from './icons'
import { iconSize, isTextLarge, Txt } from './txt'

/** Rows in one card, with hairlines between them. */
export function Group({ title, note, children }: { title?: string; note?: string; children: ReactNode }) {
  const colors = useColors()
  const rows = Children.toArray(children)
  return (
    <View style={{ gap: 8, marginBottom: 24 }}>
      {title !== undefined && (
        <Txt kind="label" color="text3" role="heading" aria-level={2}>
          {title}
        </Txt>
      )}
      <View
        style={{
          backgroundColor: colors.surface,
          borderWidth: 1,
          borderColor: colors.border,
          borderRadius: 12,
          overflow: 'hidden',
        }}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
          <Fragment key={index}>
            {index > 0 && <View style={{ height: 1, marginLeft: 16, backgroundColor: colors.border }} />}
            {row}
          </Fragment>
        ))}
      </View>
      {note !== undefined && (
        <Txt kind="meta" color="text3">
          {note}
        </Txt>
      )}
    </View>
  )
}

interface RowProps {
  label: string
  value?: string
  detail?: string
  icon?: LucideIcon
  color?: Color
  isChecked?: boolean
  isMono?: boolean
  onPress?: () => void
  right?: ReactNode
}

export function Row({
  label,
  value,
  detail,
  icon: Icon,
  color = 'text',
  isChecked,
  isMono = false,
  onPress,
  right,
}: RowProps) {
  const colors = useColors()
  const isBelow = isTextLarge()
  const shownValue = value !== undefined && (
    <Txt
      kind={isMono ? 'mono' : 'meta'}
      color="text3"
      {...(isBelow ? {} : { numberOfLines: 1, style: { maxWidth: '55%' } })}
    >
      {value}
    </Txt>
  )
  const content = (
    <>
      {Icon !== undefined && <Icon size={iconSize(20)} color={color === 'text' ? colors.text2 : colors[color]} />}
      <View style={{ flex: 1, gap: 1 }}>
        <Txt kind="body" color={color}>
          {label}
        </Txt>
        {detail !== undefined && (
          <Txt kind="meta" color="text3">
            {detail}
          </Txt>
        )}
        {isBelow && shownValue}
      </View>
      {!isBelow && shownValue}
      {right}
      {isChecked === true && <Check size={iconSize(20)} color={colors.ring} />}
      {onPress !== undefined && isChecked === undefined && right === undefined && (
        <ChevronRight size={iconSize(18)} color={colors.text3} />
      )}
    </>
  )
  const style = {
    minHeight: 50,
    flexDirection: 'row',
    alignItems: 'center',
    gap: 12,
    paddingHorizontal: 16,
    paddingVertical: 10,
  } as const
  if (onPress === undefined) return <View style={style}>{content}</View>
  return (
    <Pressable
      role={isChecked === undefined ? 'button' : 'radio'}
      {...(isChecked === undefined ? {} : { 'aria-checked': isChecked })}
      aria-label={[label, detail, value].filter((part) => part !== undefined).join(', ')}
      onPress={onPress}
      style={({ pressed }) => [style, { backgroundColor: pressed ? colors.pressed : 'transparent' }]}
    >
      {content}
    </Pressable>
  )
}
