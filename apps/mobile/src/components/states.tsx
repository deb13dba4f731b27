import { ApiError } from '@bugle/api-client'
import { errorText } from '@bugle/presentation/error-text'
import { t } from '@bugle/presentation/i18n'
import type { ReactNode } from 'react'
import { useWindowDimensions, View } from 'react-native'
import { useColors } from '../theme'
import { Button } from './button'
import { CloudOff, type LucideIcon } from './icons'
import { iconSize, Txt } from './txt'

interface EmptyProps {
  icon: LucideIcon
  title: string
  text?: string
  children?: ReactNode
}

/** Nothing to show: an icon, a sentence, one action. */
export function Empty({ icon: Icon, title, text, children }: EmptyProps) {
  const colors = useColors()
  // A phone on its side has some 170 pixels between the bars.
  const isLow = useWindowDimensions().height < 500
  return (
    <View
      style={{
        flex: 1,
        alignItems: 'center',
        justifyContent: 'center',
        gap: isLow ? 4 : 8,
        padding: isLow ? 12 : 32,
        minHeight: isLow ? 0 : 320,
      }}
    >
      <Icon size={iconSize(28)} color={colors.text3} />
      <Txt kind="section" style={{ textAlign: 'center' }}>
        {title}
      </Txt>
      {text !== undefined && (
        <Txt kind="body" color="text2" style={{ textAlign: 'center', maxWidth: 360 }}>
          {text}
        </Txt>
      )}
      {children && <View style={{ marginTop: isLow ? 4 : 12 }}>{children}</View>}
    </View>
  )
}

/** Says why something failed, for people. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? errorText(error) : t('Unexpected error.')
}

/** A failed request. There is nothing to try again where the thing itself is missing. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Empty icon={CloudOff} title={t('Could not load this.')} text={reasonOf(error)}>
      {!isMissing && <Button label={t('Try again')} onPress={onRetry} />}
    </Empty>
  )
}

/** Bars in the places of rows that are being loaded. */
export function Skeleton({ rows = 8, height = 84 }: { rows?: number; height?: number }) {
  const colors = useColors()
  return (
    <View aria-busy aria-label={t('Loading…')} role="progressbar">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity, and never move
        <View key={index} style={{ height, padding: 16, gap: 10, borderBottomWidth: 1, borderColor: colors.border }}>
          <View
            style={{ height: 12, width: `${80 - (index % 3) * 15}%`, borderRadius: 4, backgroundColor: colors.pressed }}
          />
          <View
            style={{ height: 10, width: `${45 + (index % 2) * 12}%`, borderRadius: 4, backgroundColor: colors.sunken }}
          />
        </View>
      ))}
    </View>
  )
}
