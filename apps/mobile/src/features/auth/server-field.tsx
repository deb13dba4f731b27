import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Field } from '../../components/field'
import { Txt } from '../../components/txt'
import { canChooseServer, isOpenHttp, normalServer } from '../../lib/server-address'
import { chooseServer, useSession } from '../../lib/session'

/** The server to sign in to; in a browser it is the page's own. */
export function ServerField() {
  const { server } = useSession()
  const [text, setText] = useState(server)
  const [error, setError] = useState<string>()
  if (!canChooseServer) return null
  const leave = () => {
    try {
      chooseServer(normalServer(text))
      setError(undefined)
    } catch {
      setError(t('This is not the address of a server.'))
    }
  }
  const isOpen = error === undefined && server !== '' && isOpenHttp(server)
  return (
    <>
      <Field
        label={t('Server')}
        value={text}
        onChangeText={setText}
        onBlur={leave}
        placeholder="bugle.example.com"
        autoCapitalize="none"
        autoCorrect={false}
        inputMode="url"
        textContentType="URL"
        isMono
        error={error}
      />
      {isOpen && (
        <Txt kind="meta" color="warningInk" role="alert">
          {t('This address begins with http: others in the network can read the password. Use https.')}
        </Txt>
      )}
    </>
  )
}
