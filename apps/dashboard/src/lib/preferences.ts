/** Preferences of this browser: the theme, the project visited last. Never a token. */
type Choice =
  | 'bugle-theme'
  | 'bugle-language'
  | 'bugle-density'
  | 'bugle-keys'
  | 'bugle-project'
  | 'bugle-stack'
  | 'bugle-span'
  | 'bugle-scale'
  | 'bugle-chart'

export function recall(choice: Choice): string | undefined {
  try {
    return localStorage.getItem(choice) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(choice: Choice, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(choice)
    else localStorage.setItem(choice, value)
  } catch {
    // Storage may be blocked; then nothing is remembered.
  }
}
