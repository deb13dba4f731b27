import { t } from '@bugle/presentation/i18n'
import { useEffect, useSyncExternalStore } from 'react'
import { Pressable, View } from 'react-native'
import { useSafeAreaInsets } from 'react-native-safe-area-context'
import { useColors } from '../theme'
import { IconButton } from './button'
import { X } from './icons'
import { isTextLarge, Txt } from './txt'

interface Toast {
  text: string
  action?: { label: string; run: () => void }
  isFailure?: boolean
}

let current: (Toast & { id: number }) | undefined
let count = 0
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Shows what was done, with its undo. A later message replaces it; a failure stays until it is closed. */
export function showToast(toast: Toast): void {
  count += 1
  current = { ...toast, id: count }
  notify()
}

export function closeToast(): void {
  current = undefined
  notify()
}

const visibleMs = 8000
/** Distance of the toast from what is below it. */
const gap = 12
/** Height of a toast with one line, assumed until one was measured. */
let height = 50

/** Room that the end of a screen leaves free, so that its last button can be scrolled above a toast. */
export function useToastRoom(): number {
  const read = () => height + 2 * gap
  return useSyncExternalStore(subscribe, read, read)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Toasts({ bottom }: { bottom: number }) {
  const colors = useColors()
  const insets = useSafeAreaInsets()
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => current,
  )
  const { id, isFailure = false } = toast ?? {}
  useEffect(() => {
    if (id === undefined || isFailure) return
    const timer = setTimeout(() => {
      if (current?.id === id) closeToast()
    }, visibleMs)
    return () => clearTimeout(timer)
  }, [id, isFailure])
  if (toast === undefined) return null
  return (
    <View
      pointerEvents="box-none"
      style={{
        position: 'absolute',
        left: 12,
        right: 12,
        bottom: bottom + insets.bottom + gap,
        alignItems: 'center',
      }}
    >
      <View
        role={isFailure ? 'alert' : 'status'}
        onLayout={({ nativeEvent }) => {
          height = nativeEvent.layout.height
          notify()
        }}
        style={{
          width: '100%',
          maxWidth: 480,
          minHeight: 50,
          flexDirection: 'row',
          flexWrap: isTextLarge() ? 'wrap' : 'nowrap',
          justifyContent: 'flex-end',
          alignItems: 'center',
          paddingLeft: 16,
          paddingRight: 4,
          paddingVertical: 2,
          gap: 4,
          borderRadius: 12,
          borderWidth: 1,
          borderColor: isFailure ? colors.error : colors.border,
          backgroundColor: colors.overlay,
          boxShadow: '0 12px 40px rgba(0, 0, 0, .2)',
        }}
      >
        <Txt
          kind="label"
          style={{ flexGrow: 1, flexShrink: 1, flexBasis: isTextLarge() ? '100%' : 0, paddingVertical: 8 }}
          color={isFailure ? 'errorInk' : 'text'}
        >
          {toast.text}
        </Txt>
        {toast.action !== undefined && (
          <Pressable
            role="button"
            aria-label={toast.action.label}
            onPress={() => {
              closeToast()
              toast.action?.run()
            }}
            style={{ minHeight: 44, justifyContent: 'center', paddingHorizontal: 14 }}
          >
            <Txt kind="strong" color="accentInk">
              {toast.action.label}
            </Txt>
          </Pressable>
        )}
        <IconButton label={t('Close')} icon={X} onPress={closeToast} color="text3" />
      </View>
    </View>
  )
}
