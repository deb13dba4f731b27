import { t } from '@bugle/presentation/i18n'
import { useId } from 'react'
import { SearchInput } from '../../components/search-input.tsx'
import { SuggestionList } from '../../components/suggestion-list.tsx'
import { useCompletion } from '../../lib/use-completion.ts'

interface ConditionFieldProps {
  /** Project whose keys and values are suggested. */
  projectId: string | undefined
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Restricts a rule to issues, in the language of their list. */
export function ConditionField({ projectId, value, onChange, error }: ConditionFieldProps) {
  const { input, onKeyDown, list, inputProps } = useCompletion(projectId, value, onChange)
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {t('Only issues that match (optional)')}
      </label>
      <div className="relative min-w-0">
        <SearchInput
          {...inputProps}
          ref={input}
          id={id}
          sent=""
          error={undefined}
          placeholder="level:error environment:production"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          onKeyDown={onKeyDown}
        />
        <SuggestionList {...list} />
      </div>
      <p
        id={`${id}-note`}
        role={error === undefined ? undefined : 'alert'}
        className={error === undefined ? 'text-12 text-text-3' : 'text-error-ink'}
      >
        {error ?? t('The language of the list of issues. Empty for any issue.')}
      </p>
    </div>
  )
}
