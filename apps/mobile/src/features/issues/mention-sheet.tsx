import { t } from '@bugle/presentation/i18n'
import { peopleAmong } from '@bugle/presentation/mentions'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { assigneesQuery } from './queries'

interface MentionSheetProps {
  projectId: string
  isOpen: boolean
  onMention: (person: { id: string; name: string }) => void
  onClose: () => void
}

/** Chooses a member to mention, who gets an e-mail about the comment. */
export function MentionSheet({ projectId, isOpen, onMention, onClose }: MentionSheetProps) {
  const people = peopleAmong(useQuery({ ...assigneesQuery(projectId), enabled: isOpen }).data ?? [])
  return (
    <Sheet title={t('Mention')} isOpen={isOpen} onClose={onClose}>
      {people.map((person) => (
        <Choice key={person.id} icon={UserRound} label={person.name} onPress={() => onMention(person)} />
      ))}
    </Sheet>
  )
}
