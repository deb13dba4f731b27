import type { Guard } from './runtime.ts'

/**
 * Passes a copy to a hook of the host. Keeps the original when the hook throws or its result lacks an essential field.
 */
export function runHook<T>(guard: Guard, given: T, essential: (keyof T)[], hook: (copy: T) => T | null): T | null {
  const made = guard(() => hook(copyOf(given)))
  const result = made && guard(() => copyOf(made))
  if (result === null) return null
  const isWhole = essential.every(
    (field) => typeof result?.[field] === typeof given[field] && (result?.[field] || field === 'message'),
  )
  return isWhole ? result! : given
}

function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}
