import { oneLine, typeName } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Check } from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { LoadFailed, Skeleton } from '../../components/states'
import { Txt } from '../../components/txt'
import { useUnmergeIssue } from './decide'
import { fingerprintsQuery, type Issue } from './queries'

interface UnmergeSheetProps {
  issue: Issue
  isOpen: boolean
  onClose: () => void
}

/** Chooses the fingerprints that become issues of their own; at least one stays. */
export function UnmergeSheet({ issue, isOpen, onClose }: UnmergeSheetProps) {
  const fingerprints = useQuery({ ...fingerprintsQuery(issue.id), enabled: isOpen })
  const [chosen, setChosen] = useState<string[]>([])
  const unmerge = useUnmergeIssue()
  const all = fingerprints.data ?? []
  const run = () =>
    unmerge.mutate(
      { issue, fingerprints: chosen },
      {
        onSettled: () => {
          setChosen([])
          onClose()
        },
      },
    )
  return (
    <Sheet title={t('Unmerge')} isOpen={isOpen} onClose={onClose}>
      {fingerprints.isPending && <Skeleton rows={2} height={60} />}
      {fingerprints.isError && <LoadFailed error={fingerprints.error} onRetry={() => void fingerprints.refetch()} />}
      {all.length === 1 && (
        <Txt color="text2" style={{ padding: 20 }}>
          {t('All events of this issue have the same fingerprint: there is nothing to unmerge.')}
        </Txt>
      )}
      {all.length > 1 &&
        all.map(({ fingerprint, type, message, count }) => {
          const isChosen = chosen.includes(fingerprint)
          return (
            <Choice
              key={fingerprint}
              label={`${typeName(type)}: ${oneLine(message)}`}
              detail={t('{{count, number}} events', { count })}
              {...(isChosen ? { icon: Check } : {})}
              isChecked={isChosen}
              onPress={() =>
                setChosen(isChosen ? chosen.filter((one) => one !== fingerprint) : [...chosen, fingerprint])
              }
            />
          )
        })}
      {all.length > 1 && (
        <View style={{ padding: 20 }}>
          <Button
            kind="main"
            label={t('Unmerge')}
            isBusy={unmerge.isPending}
            isDisabled={chosen.length === 0 || chosen.length === all.length}
            onPress={run}
          />
        </View>
      )}
    </Sheet>
  )
}
