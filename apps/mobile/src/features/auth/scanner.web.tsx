/** As scanner.tsx, in a browser: the phone's own camera opens the link of the code. */
export const canScan = false

export function Scanner(_props: { onText: (text: string) => void }) {
  return null
}
