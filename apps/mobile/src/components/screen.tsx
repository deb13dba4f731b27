import { formatRecentTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useRouter } from 'expo-router'
import type { ReactNode } from 'react'
import { KeyboardAvoidingView, Platform, Pressable, RefreshControl, ScrollView, View } from 'react-native'
import { useSafeAreaInsets } from 'react-native-safe-area-context'
import { useConnection } from '../lib/connection'
import { useScreenName } from '../lib/use-screen-name'
import { type Color, useColors } from '../theme'
import { IconButton } from './button'
import { ChevronDown, ChevronLeft, CloudOff } from './icons'
import { StatusLine } from './status-line'
import { iconSize, isTextLarge, lines, Txt } from './txt'

interface BarProps {
  title: string
  /** Where Back leads without a screen to go back to, as after a link; without it there is no Back. */
  back?: string
  right?: ReactNode
  isLarge?: boolean
  /** Makes the title a button, such as one that chooses the project shown. */
  choose?: { label: string; run: () => void }
}

export function Bar({ title, back, right, isLarge = false, choose }: BarProps) {
  const colors = useColors()
  const router = useRouter()
  const insets = useSafeAreaInsets()
  const heading = useScreenName(title)
  return (
    <View
      style={{
        paddingTop: insets.top,
        backgroundColor: colors.bg,
        borderBottomWidth: isLarge ? 0 : 1,
        borderColor: colors.border,
      }}
    >
      <View
        style={{
          minHeight: isLarge ? 60 : 52,
          flexDirection: 'row',
          // Large text leaves the buttons a line of their own.
          flexWrap: isTextLarge() ? 'wrap' : 'nowrap',
          justifyContent: 'flex-end',
          alignItems: 'center',
          paddingLeft: back === undefined ? 16 : 4,
          paddingRight: 8,
          gap: 4,
        }}
      >
        {back !== undefined && (
          <IconButton
            label={t('Back')}
            icon={ChevronLeft}
            onPress={() => (router.canGoBack() ? router.back() : router.replace(back as never))}
          />
        )}
        <View
          style={{
            flexGrow: 1,
            flexShrink: 1,
            flexBasis: isTextLarge() && back === undefined ? 'auto' : 0,
            flexDirection: 'row',
            alignItems: 'center',
          }}
        >
          <Txt
            kind={isLarge ? (isTextLarge() ? 'title' : 'display') : 'section'}
            {...(heading === undefined ? {} : { ref: heading, tabIndex: -1 })}
            role="heading"
            aria-level={1}
            numberOfLines={lines(1)}
            style={{ flexShrink: 1, outlineWidth: 0 }}
          >
            {title}
          </Txt>
          {choose !== undefined && (
            <Pressable
              role="button"
              aria-label={choose.label}
              onPress={choose.run}
              style={{ position: 'absolute', inset: 0, minHeight: 44 }}
            />
          )}
          {choose !== undefined && (
            <View style={{ pointerEvents: 'none' }}>
              <ChevronDown size={iconSize(20)} color={colors.text3} />
            </View>
          )}
        </View>
        <View style={{ flexDirection: 'row' }}>{right}</View>
      </View>
      <AwayStrip />
    </View>
  )
}

/** Says that the server is away, of when the data is, and what waits. */
function AwayStrip() {
  const { server, respondedAt } = useConnection()
  const time = formatRecentTime(new Date(respondedAt).toISOString(), Date.now())
  if (server === 'there') return null
  return (
    <StatusLine icon={CloudOff}>
      {server === 'unready'
        ? t('The server is not ready. Data as of {{time}}.', { time })
        : t('Offline. Data as of {{time}}.', { time })}
    </StatusLine>
  )
}

interface ScreenProps extends Partial<BarProps> {
  children: ReactNode
  footer?: ReactNode
  ground?: Color
  onRefresh?: () => void
  isRefreshing?: boolean
  /** Forms are narrow; lists use the whole width. */
  maxWidth?: number | '100%'
  isPadded?: boolean
}

/** A screen that scrolls below its bar. */
export function Screen({ children, footer, ground = 'bg', maxWidth = 640, isPadded = true, ...props }: ScreenProps) {
  const colors = useColors()
  const insets = useSafeAreaInsets()
  const { title, onRefresh, isRefreshing = false } = props
  return (
    <KeyboardAvoidingView
      role="main"
      behavior={Platform.OS === 'ios' ? 'padding' : undefined}
      style={{ flex: 1, backgroundColor: colors[ground] }}
    >
      {title !== undefined && <Bar {...props} title={title} />}
      <ScrollView
        style={{ flex: 1 }}
        contentContainerStyle={{
          flexGrow: 1,
          width: '100%',
          maxWidth,
          alignSelf: 'center',
          padding: isPadded ? 16 : 0,
          paddingTop: title === undefined ? insets.top + 16 : isPadded ? 16 : 0,
          paddingBottom: footer === undefined ? insets.bottom + 24 : 24,
        }}
        keyboardShouldPersistTaps="handled"
        {...(onRefresh === undefined
          ? {}
          : {
              refreshControl: (
                <RefreshControl refreshing={isRefreshing} onRefresh={onRefresh} tintColor={colors.text3} />
              ),
            })}
      >
        {children}
      </ScrollView>
      {footer}
    </KeyboardAvoidingView>
  )
}
