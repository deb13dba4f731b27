import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  /** What is wrong with it, one sentence. */
  error?: string | undefined
}

/** A labelled input; what is wrong stands under it, and what was typed stays. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  const notes = error === undefined ? hint && `${id}-hint` : `${id}-error`
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={`input ${input.className ?? ''}`}
        aria-invalid={error !== undefined}
        aria-describedby={notes || undefined}
      />
      {error !== undefined ? (
        <p id={`${id}-error`} className="text-error-ink">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-12 text-text-3">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
