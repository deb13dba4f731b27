import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { View } from 'react-native'
import { Button, ButtonRow, growing } from '../../components/button'
import { copy, share } from '../../components/copy'
import { Copy, Share2 } from '../../components/icons'
import { reasonOf } from '../../components/states'
import { Txt } from '../../components/txt'
import { useColors } from '../../theme'
import { newTokenQuery, type Project, useReplaceToken } from './queries'

/** The ingest token if it is new; it is shown once. */
export function useNewToken(projectId: string): string | undefined {
  return useQuery(newTokenQuery(projectId)).data
}

export function TokenCard({ project }: { project: Project }) {
  const colors = useColors()
  const token = useNewToken(project.id)
  if (token === undefined) return <LostToken project={project} />
  return (
    <View style={{ gap: 12 }}>
      <View
        style={{
          padding: 14,
          borderRadius: 10,
          borderWidth: 1,
          borderColor: colors.ring,
          backgroundColor: colors.accentWash,
        }}
      >
        <Txt kind="monoStrong" selectable testID="ingest-token" style={{ fontSize: 14, lineHeight: 22 }}>
          {token}
        </Txt>
      </View>
      <ButtonRow>
        <Button
          style={growing}
          icon={Copy}
          label={t('Copy')}
          onPress={() => void copy(token, t('Copied the ingest token'))}
        />
        <Button style={growing} icon={Share2} label={t('Share')} onPress={() => void share(token)} />
      </ButtonRow>
      <Txt kind="meta" color="text3">
        {t('It is shown only once. Save it where your program reads its settings.')}
      </Txt>
    </View>
  )
}

function LostToken({ project }: { project: Project }) {
  const { replace, isPending, error } = useReplaceToken(project.id)
  return (
    <View style={{ gap: 12 }}>
      <Txt color="text2">
        {t(
          'The token ending in {{last4}} was shown once, when it was created. If you did not save it, replace it: the old one stays valid for one hour.',
          { last4: project.ingest_token_last4 },
        )}
      </Txt>
      <Button label={t('Replace token')} isBusy={isPending} onPress={replace} />
      {error !== null && (
        <Txt color="errorInk" role="alert">
          {reasonOf(error)}
        </Txt>
      )}
    </View>
  )
}
