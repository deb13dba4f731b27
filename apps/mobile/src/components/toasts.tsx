import { useStore } from '@bugle/client-state/react'
import { createRecentSteps } from '@bugle/client-state/recent-steps'
import { createStore } from '@bugle/client-state/store'
import { createToasts, type ShownToast } from '@bugle/client-state/toasts'
import { t } from '@bugle/presentation/i18n'
import { useEffect, useState } from 'react'
import { Pressable, View } from 'react-native'
import { useSafeAreaInsets } from 'react-native-safe-area-context'
import { useKey } from '../lib/use-key'
import { useColors } from '../theme'
import { IconButton } from './button'
import { X } from './icons'
import { isTextLarge, Txt } from './txt'

/** A phone has the height for one message; the steps before it can still be undone, one after the other. */
export const toasts = createToasts({ maxShown: 1 })
export const { closeToast, showToast } = toasts

/** Decisions and the like that can still be undone once their messages are gone. */
export const recentSteps = createRecentSteps(toasts)

/** Time to read a message; one that can be acted on stays longer. */
const visibleMs = { plain: 4000, action: 8000 }
/** Distance of the toast from what is below it. */
const gap = 12
/** Height of a toast; that of one with a line until one was measured. */
const height = createStore(50)

/** Room that the end of a screen leaves free, so that its last button can be scrolled above a toast. */
export function useToastRoom(): number {
  return useStore(height) + 2 * gap
}

const undoLatest = () => recentSteps.undo()

function act(toast: ShownToast): void {
  if (toast.isFailure === true) toasts.runAction(toast)
  else recentSteps.undo(toast.id)
}

export function Toasts({ bottom }: { bottom: number }) {
  const colors = useColors()
  const insets = useSafeAreaInsets()
  const toast = useStore(toasts.shown).at(-1)
  const { id, isFailure = false, isProgress = false, action } = toast ?? {}
  const [isHeld, setIsHeld] = useState(false)
  const hasAction = action !== undefined
  useEffect(() => {
    // It stays while the keyboard is in it.
    if (id === undefined || isFailure || isProgress || isHeld) return
    const timer = setTimeout(() => closeToast(id), hasAction ? visibleMs.action : visibleMs.plain)
    return () => clearTimeout(timer)
  }, [id, isFailure, isProgress, isHeld, hasAction])
  useKey('z', undoLatest, true)
  const held = { onFocus: () => setIsHeld(true), onBlur: () => setIsHeld(false) }
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
          height.set(nativeEvent.layout.height)
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
            {...held}
            onPress={() => act(toast)}
            style={{ minHeight: 44, justifyContent: 'center', paddingHorizontal: 14 }}
          >
            <Txt kind="strong" color="accentInk">
              {toast.action.label}
            </Txt>
          </Pressable>
        )}
        <IconButton label={t('Close')} icon={X} onPress={() => closeToast(toast.id)} color="text3" />
      </View>
    </View>
  )
}
