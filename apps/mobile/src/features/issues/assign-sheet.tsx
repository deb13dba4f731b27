import { t } from '@bugle/presentation/i18n'
import { type Action, assign } from '@bugle/presentation/issue-actions'
import { useQuery } from '@tanstack/react-query'
import { UserRound, UserRoundX, UsersRound } from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { useSession } from '../../lib/session'
import { assigneesQuery } from './queries'

interface AssignSheetProps {
  projectId: string
  /** The id of whoever has the issue now. */
  assigneeId?: string | undefined
  isOpen: boolean
  onChoose: (action: Action) => void
  onClose: () => void
}

/** Oneself first, then the other people and the teams that see the project. */
export function AssignSheet({ projectId, assigneeId, isOpen, onChoose, onClose }: AssignSheetProps) {
  const { user } = useSession()
  const assignees = useQuery({ ...assigneesQuery(projectId), enabled: isOpen }).data ?? []
  const others = assignees.filter(({ id }) => id !== user?.id)
  return (
    <Sheet title={t('Assign')} isOpen={isOpen} onClose={onClose}>
      {user !== undefined && (
        <Choice
          icon={UserRound}
          label={t('Assign to me')}
          isChecked={assigneeId === user.id}
          onPress={() => onChoose(assign(user))}
        />
      )}
      {others.map((one) => (
        <Choice
          key={one.id}
          icon={one.id.startsWith('tea_') ? UsersRound : UserRound}
          label={one.name}
          isChecked={assigneeId === one.id}
          onPress={() => onChoose(assign(one))}
        />
      ))}
      <Choice
        icon={UserRoundX}
        label={t('Nobody')}
        isChecked={assigneeId === undefined}
        onPress={() => onChoose(assign(null))}
      />
    </Sheet>
  )
}
