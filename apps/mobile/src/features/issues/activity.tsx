import { sentenceOf } from '@bugle/presentation/activity'
import { formatAge, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { View } from 'react-native'
import { Txt } from '../../components/txt'
import { useSession } from '../../lib/session'
import { useNow } from '../../lib/use-now'
import { useColors } from '../../theme'
import { CommentForm } from './comment-form'
import { useWaiting } from './outbox'
import { activityQuery, type Issue } from './queries'

/** History and comments of an issue, newest last. */
export function Activity({ issue, mayComment }: { issue: Issue; mayComment: boolean }) {
  const now = useNow()
  const { user } = useSession()
  const activity = useQuery(activityQuery(issue.id))
  const waiting = useWaiting().filter((one) => one.kind === 'comment')
  return (
    <View style={{ marginTop: 16, paddingHorizontal: 16, gap: 12 }}>
      <Txt kind="label" color="text2" role="heading" aria-level={2}>
        {t('Activity')}
      </Txt>
      {(activity.data ?? []).map((entry) => (
        <Entry
          key={entry.id}
          by={entry.by === null ? 'Bugle' : oneLine(entry.by.name)}
          sentence={`${sentenceOf(entry)} · ${formatAge(entry.at, now)}`}
          {...(entry.kind === 'commented' && { text: String(entry.details.text ?? '') })}
        />
      ))}
      {waiting.map(
        ({ id, issueId, text }) =>
          issueId === issue.id && (
            <Entry
              key={id}
              by={oneLine(user?.name ?? '')}
              sentence={t('will be sent when the server responds')}
              text={text}
            />
          ),
      )}
      {mayComment && <CommentForm issue={issue} />}
    </View>
  )
}

/** One thing that somebody did; with the text of a comment. */
function Entry({ by, sentence, text }: { by: string; sentence: string; text?: string }) {
  const colors = useColors()
  return (
    <View style={{ gap: 4 }}>
      <Txt kind="meta" color="text3">
        <Txt kind="meta" color="text">
          {by}
        </Txt>{' '}
        {sentence}
      </Txt>
      {text !== undefined && (
        <Txt
          selectable
          style={{
            padding: 12,
            borderRadius: 10,
            borderWidth: 1,
            borderColor: colors.border,
            backgroundColor: colors.surface,
            overflow: 'hidden',
          }}
        >
          {text}
        </Txt>
      )}
    </View>
  )
}
