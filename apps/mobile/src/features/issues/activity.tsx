import { responseBody } from '@bugle/api-client'
import { sentenceOf } from '@bugle/presentation/activity'
import { age, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { reasonOf } from '../../components/states'
import { Txt } from '../../components/txt'
import { api } from '../../lib/session'
import { useNow } from '../../lib/use-now'
import { useColors } from '../../theme'
import { activityQuery } from './queries'

/** History and comments of an issue, newest last. */
export function Activity({ issueId }: { issueId: string }) {
  const colors = useColors()
  const now = useNow()
  const client = useQueryClient()
  const activity = useQuery(activityQuery(issueId))
  const [text, setText] = useState('')
  const comment = useMutation({
    mutationFn: () =>
      responseBody(api().POST('/api/issues/{id}/comments', { params: { path: { id: issueId } }, body: { text } })),
    onSuccess: () => {
      setText('')
      return client.invalidateQueries({ queryKey: activityQuery(issueId).queryKey })
    },
  })
  return (
    <View style={{ marginTop: 16, paddingHorizontal: 16, gap: 12 }}>
      <Txt kind="label" color="text2" role="heading" aria-level={2}>
        {t('Activity')}
      </Txt>
      {(activity.data ?? []).map((entry) => (
        <View key={entry.id} style={{ gap: 4 }}>
          <Txt kind="meta" color="text3">
            <Txt kind="meta" color="text">
              {entry.by === null ? 'Bugle' : oneLine(entry.by.name)}
            </Txt>{' '}
            {sentenceOf(entry)} · {age(entry.at, now)}
          </Txt>
          {entry.kind === 'commented' && (
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
              {String(entry.details.text ?? '')}
            </Txt>
          )}
        </View>
      ))}
      <Field
        label={t('Comment')}
        placeholder={t('Write a comment')}
        value={text}
        onChangeText={setText}
        multiline
        maxLength={10_000}
      />
      {comment.isError && (
        <Txt color="errorInk" role="alert">
          {reasonOf(comment.error)}
        </Txt>
      )}
      <Button
        label={t('Send comment')}
        isBusy={comment.isPending}
        isDisabled={text.trim() === ''}
        onPress={() => comment.mutate()}
      />
    </View>
  )
}
