import { t } from '@bugle/presentation/i18n'
import { X } from 'lucide-react'
import type { FormEvent } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { SearchInput } from '../../../components/search-input.tsx'
import { SuggestionList } from '../../../components/suggestion-list.tsx'
import { useCompletion } from '../../../lib/use-completion.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import { useSearchText } from '../../../lib/use-search-text.ts'

interface SearchBarProps {
  projectId: string | undefined
  query: string
  /** Why the server refused the query. */
  error: unknown
  onSearch: (query: string) => void
}

/** The search of the list, with completions below it. Enter searches, Escape leaves. */
export function SearchBar({ projectId, query, error, onSearch }: SearchBarProps) {
  const { text, setText, noteSent } = useSearchText(query)
  const { input, isShown, close, onKeyDown, list, inputProps } = useCompletion(projectId, text, setText)
  const isPhone = useIsPhone()
  useKeys({ '/': () => input.current?.focus() })

  const search = (next: string) => {
    close()
    noteSent(next.trim())
    onSearch(next.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text)
  }
  return (
    <search className="relative min-w-0 grow">
      <form onSubmit={submit}>
        <SearchInput
          {...inputProps}
          ref={input}
          aria-label={t('Search issues')}
          sent={query}
          error={error}
          placeholder={isPhone ? t('Search') : t('Search, or environment:production level:error')}
          className="pr-28"
          onKeyDown={(event) => {
            onKeyDown(event)
            if (event.key === 'Escape' && !isShown) input.current?.blur()
          }}
        >
          {text.trim() !== query && <EnterHint />}
          {text === '' ? (
            <KeyHint />
          ) : (
            <IconButton
              icon={X}
              size="small"
              label={t('Clear search')}
              onClick={() => {
                setText('')
                search('')
              }}
              className="absolute top-1/2 right-1 -translate-y-1/2 coarse:right-0"
            />
          )}
        </SearchInput>
      </form>
      <SuggestionList {...list} />
    </search>
  )
}

function EnterHint() {
  return (
    <span className="pointer-events-none absolute top-1/2 right-9 -translate-y-1/2 bg-surface pl-2 text-11 text-text-3 phone:hidden">
      {t('Enter to search')}
    </span>
  )
}

function KeyHint() {
  return (
    <kbd className="absolute top-1/2 right-3 -translate-y-1/2 rounded-pill bg-pressed px-1.5 font-mono text-11 text-text-2 phone:hidden">
      /
    </kbd>
  )
}
