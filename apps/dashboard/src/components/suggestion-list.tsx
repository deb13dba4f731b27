import { t } from '@bugle/presentation/i18n'
import type { Suggestion } from '@bugle/presentation/search-terms'

interface SuggestionListProps {
  /** Prefix of the elements' ids, by which the combobox refers to them. */
  id: string
  suggestions: Suggestion[]
  chosen: number
  isHidden: boolean
  onTake: (term: string) => void
}

/** Completions below an input. The focus stays in it. */
export function SuggestionList({ id, suggestions, chosen, isHidden, onTake }: SuggestionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('Suggestions')}
      hidden={isHidden}
      className="absolute top-full left-0 z-30 mt-1 w-full max-w-[30rem] max-h-[min(24rem,60dvh)] overflow-y-auto rounded-card border border-border bg-overlay p-1 shadow-menu"
    >
      {suggestions.map(({ term, aside }, index) => (
        <button
          key={term}
          type="button"
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(term)}
          className="flex min-h-8 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-pressed aria-selected:bg-pressed coarse:min-h-11"
        >
          <span className="from-event min-w-0 grow truncate font-mono text-12" dir="auto">
            {term}
          </span>
          {aside !== undefined && <span className="shrink-0 text-12 text-text-3 tabular-nums">{aside}</span>}
        </button>
      ))}
    </div>
  )
}
