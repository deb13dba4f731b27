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
  /** Absent for an item by itself, such as an issue that is open. */
  role?: 'listitem' | undefined
  /** Whether a mouse selects its text. */
  isSelectable?: boolean
  children: ReactNode
}

/** How far a row is drawn until its action is due. */
const threshold = 88
/** A drag from the edge of the screen is the system's Back. */
const edge = 24

/** React Native for the web names the event of the browser that moved. */
function isOfMouse(event: object): boolean {
  return 'type' in event && event.type === 'mousemove'
}

/** Leaves sideways moves to the row, in a browser. */
const scrollsOnlyDown = { touchAction: 'pan-y' } as ViewStyle

/** A row of a list, or an item by itself, with an action to either side; a screen reader offers them as actions or buttons. */
export function SwipeRow(props: SwipeRowProps) {
  const { right, left, isDisabled = false, role, isSelectable = false, children } = props
  const colors = useColors()
  const drawn = useRef(new Animated.Value(0)).current
  const [side, setSide] = useState<'right' | 'left'>()
  const latest = useRef({ right, left, isDisabled, isSelectable })
  latest.current = { right, left, isDisabled, isSelectable }
  const pan = useMemo(() => {
    const back = async () => {
      const duration = (await AccessibilityInfo.isReduceMotionEnabled()) ? 0 : 140
      Animated.timing(drawn, { toValue: 0, duration, useNativeDriver: false }).start(() => setSide(undefined))
    }
    return PanResponder.create({
      onMoveShouldSetPanResponderCapture: ({ nativeEvent }, { dx, dy, moveX }) => {
        if (latest.current.isSelectable && isOfMouse(nativeEvent)) return false
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
      role={role}
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
