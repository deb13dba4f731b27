import { createSettling } from '@bugle/client-state/settling'
import { t } from '@bugle/presentation/i18n'
import {
  type Action,
  ignore,
  mainActionOf,
  resolve,
  resolveIn,
  resolveInNext,
  snoozes,
} from '@bugle/presentation/issue-actions'
import { useRouter } from 'expo-router'
import { useState } from 'react'
import { Linking, View } from 'react-native'
import { useSafeAreaInsets } from 'react-native-safe-area-context'
import { Button, ButtonRow, growing, IconButton } from '../../components/button'
import { copy, share } from '../../components/copy'
import {
  AlarmClock,
  BellOff,
  CircleCheck,
  Copy,
  Ellipsis,
  GitFork,
  RotateCcw,
  Share2,
  Smartphone,
  Trash,
  UserRound,
} from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { Txt } from '../../components/txt'
import type { useMayIn } from '../../lib/account'
import { appLinkOf, isPageOnPhone } from '../../lib/app-link'
import { useSession } from '../../lib/session'
import { useColors } from '../../theme'
import { AssignSheet } from './assign-sheet'
import { decideHere } from './decide-here'
import { DeleteSheet } from './delete-sheet'
import type { Issue } from './queries'
import { UnmergeSheet } from './unmerge-sheet'

/** Resolve becomes Reopen below the thumb, or is the next issue's. */
const isSettled = createSettling()

interface DecisionBarProps {
  issue: Issue
  text: () => string
  may: ReturnType<typeof useMayIn>
  /** Goes on to another issue. */
  onGo: (id: string) => void
}

/** The bar of decisions at the bottom. After one that closes an issue the next of its list follows. */
export function DecisionBar({ issue, text, may, onGo }: DecisionBarProps) {
  const colors = useColors()
  const insets = useSafeAreaInsets()
  const router = useRouter()
  const { server } = useSession()
  const [sheet, setSheet] = useState<'snooze' | 'more' | 'delete' | 'assign' | 'unmerge'>()
  const close = () => setSheet(undefined)
  const main = mainActionOf(issue)
  const isOpenIssue = issue.status === 'unresolved'
  const mayDecide = may('issue:write')
  const act = (action: Action) => {
    close()
    decideHere(issue, action, onGo)
  }
  /** Acts by a choice of a sheet, which closes with the first tap. */
  const choose = (action: Action) => {
    if (sheet !== undefined) act(action)
  }
  return (
    <View
      role="toolbar"
      aria-label={t('Decisions')}
      style={{
        flexDirection: 'row',
        gap: 8,
        padding: 8,
        paddingBottom: 8 + insets.bottom,
        borderTopWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      <View style={{ flex: 1, justifyContent: 'center' }}>
        {mayDecide ? (
          <ButtonRow>
            <Button
              kind="main"
              style={growing}
              icon={isOpenIssue ? CircleCheck : RotateCcw}
              label={main.label}
              onPress={() => isSettled() && act(main)}
            />
            {isOpenIssue && (
              <Button style={growing} icon={AlarmClock} label={t('Snooze')} onPress={() => setSheet('snooze')} />
            )}
          </ButtonRow>
        ) : (
          <Txt kind="meta" color="text3">
            {t('Your role allows reading only.')}
          </Txt>
        )}
      </View>
      <View style={{ alignSelf: 'flex-end', borderWidth: 1, borderRadius: 10, borderColor: colors.border }}>
        <IconButton label={t('More actions')} icon={Ellipsis} onPress={() => setSheet('more')} />
      </View>
      <Sheet title={t('Snooze')} isOpen={sheet === 'snooze'} onClose={close}>
        {snoozes.map(({ label, actionAt }) => (
          <Choice key={label} label={label} icon={AlarmClock} onPress={() => choose(actionAt(Date.now()))} />
        ))}
      </Sheet>
      <Sheet title={issue.short_id} isOpen={sheet === 'more'} onClose={close}>
        {mayDecide && isOpenIssue && (
          <>
            <Choice label={resolveInNext.label} icon={CircleCheck} onPress={() => choose(resolveInNext)} />
            {issue.last_release !== null && (
              <Choice
                label={resolveIn(issue.last_release).label}
                icon={CircleCheck}
                onPress={() => choose(resolveIn(issue.last_release!))}
              />
            )}
            <Choice label={t('Ignore forever')} icon={BellOff} onPress={() => choose(ignore)} />
          </>
        )}
        {mayDecide && !isOpenIssue && issue.status !== 'resolved' && (
          <Choice label={resolve.label} icon={CircleCheck} onPress={() => choose(resolve)} />
        )}
        {mayDecide && (
          <>
            <Choice label={t('Assign…')} icon={UserRound} onPress={() => setSheet('assign')} />
            <Choice label={t('Unmerge…')} icon={GitFork} onPress={() => setSheet('unmerge')} />
          </>
        )}
        <Choice
          label={t('Copy as text')}
          icon={Copy}
          onPress={() => {
            close()
            void copy(text())
          }}
        />
        <Choice
          label={t('Share link')}
          icon={Share2}
          onPress={() => {
            close()
            void share(`${server}/issues/${issue.id}`)
          }}
        />
        {isPageOnPhone() && (
          <Choice
            label={t('Open in the app')}
            icon={Smartphone}
            onPress={() => {
              close()
              void Linking.openURL(appLinkOf(server, issue.id))
            }}
          />
        )}
        {may('issue:delete') && (
          <Choice label={t('Delete…')} icon={Trash} color="errorInk" onPress={() => setSheet('delete')} />
        )}
      </Sheet>
      <AssignSheet
        projectId={issue.project_id}
        assigneeId={issue.assignee?.id}
        isOpen={sheet === 'assign'}
        onChoose={choose}
        onClose={close}
      />
      <UnmergeSheet issue={issue} isOpen={sheet === 'unmerge'} onClose={close} />
      <DeleteSheet
        issues={[issue]}
        isOpen={sheet === 'delete'}
        onClose={close}
        onDone={() => (router.canGoBack() ? router.back() : router.replace('/issues'))}
      />
    </View>
  )
}
