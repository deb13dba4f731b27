import { oneLine } from '@bugle/presentation/format'

/** A person's initials. */
export function Avatar({ name: sent, size = 24 }: { name: string; size?: 20 | 24 }) {
  const name = oneLine(sent)
  const letters = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
  const initials = (letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '?')).toUpperCase()
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={`from-event inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-pressed text-11 font-medium text-text-2 ${size === 24 ? 'size-6' : 'size-5'}`}
    >
      {initials}
    </span>
  )
}
