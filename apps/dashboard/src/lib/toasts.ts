import { useStore } from '@bugle/client-state/react'
import { createToasts, type ShownToast } from '@bugle/client-state/toasts'

export const toasts = createToasts({ maxShown: 3 })
export const { beginStep, closeToast, runAction, showToast, undoStep } = toasts

export function useToasts(): readonly ShownToast[] {
  return useStore(toasts.shown)
}
