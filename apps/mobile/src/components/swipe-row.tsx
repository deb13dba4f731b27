import type { LucideIcon } from 'lucide-react-native'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { AccessibilityInfo, Animated, Dimensions, PanResponder, View, type ViewStyle } from 'react-native'
import { type Color, useColors } from '../theme'
import { iconSize, Txt } from './txt'

interface Swipe {
  label: string
  icon: LucideIcon
  ink: Color
  wash: Color
  run: () => void
}

interface SwipeRowProps {
  right: Swipe
  left: Swipe
  isDisabled?: boolean
  children: ReactNode
}

/** How far a row is drawn until its action is due. */
const threshold = 88
/** A drag from the edge of the screen is the system's Back. */
const edge = 24

/** Leaves sideways moves to the row, in a browser. */
const scrollsOnlyDown = { touchAction: 'pan-y' } as ViewStyle

/** A row of a list with an action to either side; a screen reader offers them as actions of the row. */
export function SwipeRow({ right, left, isDisabled = false, children }: SwipeRowProps) {
  const colors = useColors()
  const drawn = useRef(new Animated.Value(0)).current
  const [side, setSide] = useState<'right' | 'left'>()
  const latest = useRef({ right, left, isDisabled })
  latest.current = { right, left, isDisabled }
  const pan = useMemo(() => {
    const back = async () => {
      const duration = (await AccessibilityInfo.isReduceMotionEnabled()) ? 0 : 140
      Animated.timing(drawn, { toValue: 0, duration, useNativeDriver: false }).start(() => setSide(undefined))
    }
    return PanResponder.create({
      onMoveShouldSetPanResponderCapture: (_, { dx, dy, moveX }) => {
        const start = moveX - dx
        if (latest.current.isDisabled || start < edge || start > Dimensions.get('window').width - edge) return false
        return Math.abs(dx) > 12 && Math.abs(dx) > Math.abs(dy) * 2
      },
      onPanResponderMove: (_, { dx }) => {
        setSide(dx > 0 ? 'right' : 'left')
        drawn.setValue(Math.sign(dx) * Math.min(Math.abs(dx), threshold + (Math.abs(dx) - threshold) / 4))
      },
      onPanResponderRelease: (_, { dx }) => {
        if (Math.abs(dx) >= threshold) latest.current[dx > 0 ? 'right' : 'left'].run()
        void back()
      },
      onPanResponderTerminate: () => void back(),
    })
  }, [drawn])
  const shown = side === undefined ? undefined : { right, left }[side]
  return (
    <View
      role="listitem"
      style={{ overflow: 'hidden', backgroundColor: shown === undefined ? colors.surface : colors[shown.wash] }}
    >
      {shown !== undefined && (
        <View
          aria-hidden
          style={{
            position: 'absolute',
            inset: 0,
            paddingHorizontal: 20,
            flexDirection: side === 'right' ? 'row' : 'row-reverse',
            alignItems: 'center',
            gap: 8,
          }}
        >
          <shown.icon size={iconSize(22)} color={colors[shown.ink]} />
          <Txt kind="strong" color={shown.ink}>
            {shown.label}
          </Txt>
        </View>
      )}
      <Animated.View style={[{ transform: [{ translateX: drawn }] }, scrollsOnlyDown]} {...pan.panHandlers}>
        {children}
      </Animated.View>
    </View>
  )
}
