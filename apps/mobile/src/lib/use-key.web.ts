import { useEffect } from 'react'

/** As use-key.ts: a key pressed anywhere but in a field or a dialog. */
export function useKey(name: string, run: () => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyped = (target as HTMLElement).closest('input, textarea, [aria-modal]') !== null
      if (key === name && !isTyped && !ctrlKey && !metaKey && !altKey) run()
    }
    document.addEventListener('keyup', onKey)
    return () => document.removeEventListener('keyup', onKey)
  }, [name, run, isOn])
}
