import { responseBody, type Schemas } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { openURL } from 'expo-linking'
import { useState } from 'react'
import { View } from 'react-native'
import { PasswordField } from '../components/account-fields'
import { Button, ButtonRow, growing } from '../components/button'
import { copy, share } from '../components/copy'
import { Field } from '../components/field'
import { FormProblem } from '../components/form-problem'
import { Copy, KeyRound, Share2 } from '../components/icons'
import { Screen } from '../components/screen'
import { LoadFailed, Skeleton } from '../components/states'
import { Txt } from '../components/txt'
import { totpQuery } from '../lib/account'
import { formError } from '../lib/errors'
import { api } from '../lib/session'
import { useColors } from '../theme'

export default function TwoFactor() {
  const state = useQuery(totpQuery)
  const [codes, setCodes] = useState<string[]>()
  return (
    <Screen title={t('Two-factor authentication')} back="/you">
      {state.isPending ? (
        <Skeleton rows={3} />
      ) : state.data === undefined ? (
        <LoadFailed error={state.error} onRetry={() => void state.refetch()} />
      ) : codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : state.data.enabled ? (
        <TurnOff left={state.data.recovery_codes_left} onCodes={setCodes} />
      ) : (
        <TurnOn onCodes={setCodes} />
      )}
    </Screen>
  )
}

function TurnOn({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const enrol = useMutation({ mutationFn: () => responseBody(api().POST('/api/me/totp', { body: { password } })) })
  const confirm = useMutation({
    mutationFn: () => responseBody(api().POST('/api/me/totp/confirm', { body: { code: code.replaceAll(/\s/g, '') } })),
    onSuccess: ({ recovery_codes }) => {
      onCodes(recovery_codes)
      return client.invalidateQueries({ queryKey: totpQuery.queryKey })
    },
  })
  if (enrol.data !== undefined)
    return (
      <View style={{ gap: 16 }}>
        <Txt color="text2">{t('Open your authenticator with this key, then enter the six digits that it shows.')}</Txt>
        <Button
          icon={KeyRound}
          label={t('Open the authenticator')}
          onPress={() => void openURL(enrol.data.otpauth_url)}
        />
        <Secret text={enrol.data.secret} />
        <FormProblem text={formError(confirm.error, { invalid_totp: t('This code is wrong or was already used.') })} />
        <Field
          label={t('Authenticator code')}
          value={code}
          onChangeText={setCode}
          isMono
          inputMode="numeric"
          autoComplete="one-time-code"
          onSubmitEditing={() => confirm.mutate()}
        />
        <Button
          kind="main"
          label={t('Confirm')}
          isBusy={confirm.isPending}
          isDisabled={code.trim() === ''}
          onPress={() => confirm.mutate()}
        />
      </View>
    )
  return (
    <View style={{ gap: 16 }}>
      <Txt color="text2">{t('A code from your authenticator is asked for at each sign-in, besides the password.')}</Txt>
      <FormProblem text={formError(enrol.error, wrongPassword())} />
      <PasswordField value={password} onChange={setPassword} onSubmitEditing={() => enrol.mutate()} />
      <Button
        kind="main"
        label={t('Turn on')}
        isBusy={enrol.isPending}
        isDisabled={password === ''}
        onPress={() => enrol.mutate()}
      />
    </View>
  )
}

const wrongPassword = () => ({ wrong_password: t('The password is wrong.') })

function TurnOff({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const again = () => client.invalidateQueries({ queryKey: totpQuery.queryKey })
  const proof = (): Schemas['RemoveTotpBody'] => {
    const given = code.trim()
    return /^[\d\s]{6,7}$/.test(given)
      ? { password, code: given.replaceAll(/\s/g, '') }
      : { password, recovery_code: given }
  }
  const remove = useMutation({ mutationFn: () => api().DELETE('/api/me/totp', { body: proof() }), onSuccess: again })
  const renew = useMutation({
    mutationFn: () =>
      responseBody(api().POST('/api/me/totp/recovery-codes', { body: { password, code: code.replaceAll(/\s/g, '') } })),
    onSuccess: ({ recovery_codes }) => {
      onCodes(recovery_codes)
      return again()
    },
  })
  const isReady = password !== '' && code.trim() !== ''
  const texts = { ...wrongPassword(), invalid_totp: t('This code is wrong or was already used.') }
  return (
    <View style={{ gap: 16 }}>
      <Txt color="text2">{t('It is on. {{count, number}} recovery codes left', { count: left })}</Txt>
      <FormProblem text={formError(remove.error ?? renew.error, texts)} />
      <PasswordField value={password} onChange={setPassword} />
      <Field
        label={t('Authenticator code')}
        hint={t('Or a recovery code, to turn it off.')}
        value={code}
        onChangeText={setCode}
        isMono
        autoCapitalize="none"
        autoCorrect={false}
      />
      <Button
        label={t('New recovery codes')}
        isBusy={renew.isPending}
        isDisabled={!isReady}
        onPress={() => renew.mutate()}
      />
      <Button
        kind="danger"
        label={t('Turn off')}
        isBusy={remove.isPending}
        isDisabled={!isReady}
        onPress={() => remove.mutate()}
      />
    </View>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <View style={{ gap: 16 }}>
      <Txt color="text2">{t('Each of these codes replaces the authenticator once. They are shown only now.')}</Txt>
      <Secret text={text} />
      <ButtonRow>
        <Button style={growing} icon={Copy} label={t('Copy')} onPress={() => void copy(text)} />
        <Button style={growing} icon={Share2} label={t('Share')} onPress={() => void share(text)} />
      </ButtonRow>
      <Button kind="main" label={t('I have saved them')} onPress={onDone} />
    </View>
  )
}

function Secret({ text }: { text: string }) {
  const colors = useColors()
  return (
    <View
      style={{
        padding: 14,
        borderRadius: 10,
        backgroundColor: colors.accentWash,
        borderWidth: 1,
        borderColor: colors.ring,
      }}
    >
      <Txt kind="monoStrong" selectable testID="secret">
        {text}
      </Txt>
    </View>
  )
}
