import { t } from '@bugle/presentation/i18n'
import { mentionsIn, withMention } from '@bugle/presentation/mentions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { View } from 'react-native'
import { Button, ButtonRow, growing } from '../../components/button'
import { Field } from '../../components/field'
import { FormProblem } from '../../components/form-problem'
import { AtSign } from '../../components/icons'
import { useDraft } from '../../lib/drafts'
import { formError } from '../../lib/errors'
import { MentionSheet } from './mention-sheet'
import { outbox } from './outbox'
import { activityQuery, type Issue } from './queries'

/** Writes a comment, with mentions. Without a server it is kept, and sent when the server responds. */
export function CommentForm({ issue }: { issue: Issue }) {
  const client = useQueryClient()
  const [text, setText] = useDraft(issue.id)
  const [mentioned, setMentioned] = useState<{ id: string; name: string }[]>([])
  const [isMentioning, setIsMentioning] = useState(false)
  const comment = useMutation({
    mutationFn: (written: string) => {
      const { id: issueId, short_id: shortId } = issue
      return outbox.comment({ issueId, shortId, text: written.trim(), ...mentionsIn(written, mentioned) })
    },
    onSuccess: (_, written) => {
      // Text typed since then stays: the response is later than the keys that follow.
      setText((now) => (now === written ? '' : now))
      setMentioned((now) => now.filter(({ name }) => !written.includes(`@${name}`)))
      void client.invalidateQueries({ queryKey: activityQuery(issue.id).queryKey })
    },
  })
  return (
    <View style={{ gap: 12 }}>
      <Field
        label={t('Comment')}
        placeholder={t('Write a comment')}
        value={text}
        onChangeText={setText}
        multiline
        maxLength={10_000}
      />
      <FormProblem text={formError(comment.error)} />
      <ButtonRow>
        <Button kind="quiet" icon={AtSign} label={t('Mention')} onPress={() => setIsMentioning(true)} />
        <Button
          style={growing}
          label={t('Send comment')}
          isBusy={comment.isPending}
          isDisabled={text.trim() === ''}
          onPress={() => comment.mutate(text)}
        />
      </ButtonRow>
      <MentionSheet
        projectId={issue.project_id}
        isOpen={isMentioning}
        onMention={(person) => {
          setText(withMention(text, person))
          setMentioned([...mentioned, person])
          setIsMentioning(false)
        }}
        onClose={() => setIsMentioning(false)}
      />
    </View>
  )
}
