import { afterAll } from 'vitest'
import { closeToast, toasts } from '../lib/toasts.ts'

// Test files share the modules of their worker: what one leaves on the screen, the next one would find there.
afterAll(() => {
  for (const { id } of toasts.shown.get()) closeToast(id)
})
