import { type ComponentProps, useId } from 'react'

interface LinesFieldProps extends ComponentProps<'textarea'> {
  label: string
  name: string
  lines: readonly string[]
  hint: string
  /** The mistake in a line, in one sentence. */
  error: string | undefined
}

/** A list of identifiers, one per line. */
export function LinesField({ label, lines, hint, error, ...textarea }: LinesFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        defaultValue={lines.join('\n')}
        rows={Math.min(8, Math.max(3, lines.length + 1))}
        spellCheck={false}
        className="input py-2 font-mono text-12"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
      />
      <span id={`${id}-note`} className={error === undefined ? 'text-12 text-text-3' : 'text-error-ink'}>
        {error ?? hint}
      </span>
    </div>
  )
}

/** Returns the distinct lines of a `LinesField`. */
export function linesOf(form: FormData, name: string): string[] {
  const lines = String(form.get(name)).split(/[\s,]+/)
  return [...new Set(lines.filter((line) => line !== ''))]
}
