import { t } from '@bugle/presentation/i18n'
import { Button } from './button.tsx'

/** The pages of a list, as a query with pages returns them. */
interface PagedList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Loads the next page of a list; nothing on the last one. */
export function LoadMore({ list, label = t('Load more') }: { list: PagedList; label?: string }) {
  if (!list.hasNextPage) return null
  return (
    <Button className="justify-self-start" onClick={() => void list.fetchNextPage()} disabled={list.isFetchingNextPage}>
      {list.isFetchingNextPage ? t('Loading…') : label}
    </Button>
  )
}
