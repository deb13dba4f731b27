import { addBreadcrumb, read } from '@bugle/core'

/** The part of React Native's touch events used here. */
interface TouchEvent {
  nativeEvent?: { pageX?: number; pageY?: number }
  /** React's internal node of the touched element. */
  _targetInst?: unknown
}

/** Points on the screen; a finger that moves further is scrolling. */
const tapRadius = 10
const maxSteps = 60
const maxNames = 4

/** Components that surround every program's own say nothing. */
const wrapperNames =
  /^(View|Text|TextInput|Image|ImageBackground|ScrollView|FlatList|SectionList|VirtualizedList\w*|CellRenderer|Pressable|Touchable\w*|Button|Modal|Animated.*|AppContainer|App|Fragment|Context.*|ForwardRef.*|RCT.*|Screen\w*|SafeArea\w*|Bugle\w*|ErrorBoundary|Mask|LogBox\w*|.*(Provider|Consumer|Navigator|Context))$/

/** Listeners for a view around the app that add breadcrumbs for taps, by component and `testID`, never by text. */
export function touchListeners(): Record<'onTouchStartCapture' | 'onTouchEndCapture', (event: TouchEvent) => void> {
  let began: TouchEvent['nativeEvent']
  return {
    onTouchStartCapture: ({ nativeEvent }) => {
      began = nativeEvent && { ...nativeEvent }
    },
    onTouchEndCapture: (event) => {
      const moved = distance(began, event.nativeEvent)
      began = undefined
      if (moved <= tapRadius) addBreadcrumb({ category: 'ui.touch', message: labelOf(event._targetInst) })
    },
  }
}

function distance(from: TouchEvent['nativeEvent'], to: TouchEvent['nativeEvent']): number {
  const { pageX: x = 0, pageY: y = 0 } = from ?? {}
  const { pageX = x, pageY = y } = to ?? {}
  return Math.hypot(pageX - x, pageY - y)
}

/** Describes the path from the outside in: `Checkout > PayButton[testID="pay"]`. */
function labelOf(touched: unknown): string {
  const names: string[] = []
  let id: string | undefined
  let at = touched
  for (let step = 0; at && step < maxSteps && names.length < maxNames; step += 1, at = read(at, 'return')) {
    const props = read(at, 'memoizedProps')
    const given = read(props, 'testID') ?? read(props, 'nativeID')
    if (id === undefined && typeof given === 'string') id = given.slice(0, 100)
    const name = nameOf(read(at, 'type'))
    if (name !== undefined && !wrapperNames.test(name) && name !== names[0]) names.unshift(name)
  }
  const path = names.join(' > ')
  if (id === undefined) return path || 'touch'
  return `${path}[testID="${id}"]`
}

/** Returns a component's name; the type of a native element is a string and is skipped. */
function nameOf(type: unknown): string | undefined {
  if (typeof type !== 'function' && (typeof type !== 'object' || type === null)) return undefined
  const inner = read(type, 'type') ?? read(type, 'render')
  const name = read(type, 'displayName') ?? read(type, 'name') ?? read(inner, 'displayName') ?? read(inner, 'name')
  return typeof name === 'string' && name.length > 1 ? name.slice(0, 60) : undefined
}
