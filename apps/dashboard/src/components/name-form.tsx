import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { clearSent, onSubmit } from '../lib/on-submit.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { FormError } from './form-error.tsx'

interface NameFormProps<Made> {
  /** Text of the button. */
  action: string
  autoComplete?: string
  create: {
    error: unknown
    isPending: boolean
    mutate: (name: string, options: { onSuccess: (made: Made) => void }) => void
  }
  onCreated?: (made: Made) => void
}

/** A form for something that needs a name alone. It is empty again afterwards. */
export function NameForm<Made>({ action, autoComplete = 'off', create, onCreated }: NameFormProps<Made>) {
  const submit = onSubmit((fields, form) => {
    create.mutate(String(fields.get('name')).trim(), {
      onSuccess: (made) => {
        clearSent(form, fields)
        onCreated?.(made)
      },
    })
  })
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <FormError error={create.error} />
      <div className="grow">
        <Field
          label={t('Name')}
          name="name"
          required
          maxLength={200}
          autoComplete={autoComplete}
          error={fieldError(create.error, 'name')}
        />
      </div>
      <Button type="submit" className="min-h-9" disabled={create.isPending}>
        {action}
      </Button>
    </form>
  )
}
