import { t } from '@bugle/presentation/i18n'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  /** The mistake in the value, in one sentence. */
  error?: string | undefined
}

/** A labeled input. An error is shown below it, and the typed value stays. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  const [own, setOwn] = useState<string>()
  const wrong = error ?? own
  const notes = wrong === undefined ? hint && `${id}-hint` : `${id}-error`
  return (
    // Beside a field with a longer hint, an input keeps its height.
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={`input ${input.className ?? ''}`}
        aria-invalid={wrong !== undefined}
        aria-describedby={notes || undefined}
        onInvalid={(event) => {
          // Replaces the browser's bubble, which has another style and language.
          event.preventDefault()
          setOwn(mistakeIn(event.currentTarget.validity, input))
          if (event.currentTarget.form?.querySelector(':invalid') === event.currentTarget) event.currentTarget.focus()
        }}
        onInput={() => setOwn(undefined)}
      />
      {wrong !== undefined ? (
        <p id={`${id}-error`} className="text-error-ink">
          {wrong}
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

/** Describes a validation error of the browser in our own words. */
function mistakeIn(
  { valueMissing, typeMismatch, tooShort, rangeUnderflow }: ValidityState,
  { type, minLength = 0 }: ComponentProps<'input'>,
) {
  if (valueMissing) return t('This field is required.')
  if (typeMismatch && type === 'email') return t('Enter an e-mail address, such as ann@example.com.')
  if (tooShort) return t('Use at least {{count, number}} characters.', { count: minLength })
  if (rangeUnderflow && type === 'datetime-local') return t('Choose a time in the future.')
  return t('This value is not allowed here.')
}
