import type { IssueFilter } from '@bugle/client-state/search'
import type { View } from '../queries.ts'
import { EditViews } from './edit-views.tsx'
import { SaveView } from './save-view.tsx'

interface ViewDialogProps {
  dialog: 'save' | 'edit'
  filter: IssueFilter
  mine: readonly View[]
  same: View | undefined
  onClose: () => void
}

/** The dialogs of the menu of views, in one file that is loaded when one of them opens. */
export function ViewDialog({ dialog, filter, mine, same, onClose }: ViewDialogProps) {
  return dialog === 'save' ? (
    <SaveView filter={filter} onClose={onClose} />
  ) : (
    <EditViews filter={filter} views={mine.filter(({ may_change }) => may_change)} first={same} onClose={onClose} />
  )
}
