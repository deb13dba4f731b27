import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { grantable, roleHint, roleLabel } from '@bugle/presentation/role'
import type { Role } from '@bugle/protocol/vocabulary'
import { useState } from 'react'
import { View } from 'react-native'
import { Button, ButtonRow, growing } from '../../components/button'
import { Chips } from '../../components/chips'
import { Code } from '../../components/code'
import { copy, share } from '../../components/copy'
import { Field } from '../../components/field'
import { FormProblem } from '../../components/form-problem'
import { Copy, Share2, UserRoundPlus } from '../../components/icons'
import { Sheet } from '../../components/sheet'
import { Txt } from '../../components/txt'
import { formError } from '../../lib/errors'
import { type Organization, useInvite } from './queries'

/** Invites somebody by a link, which is shown once. */
export function Invite({ organization }: { organization: Organization }) {
  const [isOpen, setIsOpen] = useState(false)
  const invite = useInvite(organization.id)
  const close = () => {
    setIsOpen(false)
    invite.reset()
  }
  return (
    <>
      <Button icon={UserRoundPlus} label={t('Invite somebody')} onPress={() => setIsOpen(true)} />
      <Sheet title={t('Invite somebody')} isOpen={isOpen} onClose={close}>
        <View style={{ padding: 20, gap: 16 }}>
          {invite.data === undefined ? (
            <InvitationForm own={organization.role} invite={invite} />
          ) : (
            <>
              <Txt color="text2">
                {invite.data.invitation.email === null
                  ? t('Hand over this link. It is shown only once.')
                  : t(
                      'If this server sends mail, {{email}} gets this link. You can also hand it over yourself; it is shown only once.',
                      {
                        email: invite.data.invitation.email,
                      },
                    )}
              </Txt>
              <Code label={t('Link')}>{invite.data.link}</Code>
              <ButtonRow>
                <Button
                  style={growing}
                  icon={Copy}
                  label={t('Copy')}
                  onPress={() => void copy(invite.data.link, t('Copied the link'))}
                />
                <Button style={growing} icon={Share2} label={t('Share')} onPress={() => void share(invite.data.link)} />
              </ButtonRow>
            </>
          )}
        </View>
      </Sheet>
    </>
  )
}

function InvitationForm({ own, invite }: { own: Role; invite: ReturnType<typeof useInvite> }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const address = email.trim()
  return (
    <>
      <FormProblem text={formError(invite.error)} />
      <Field
        label={t('E-mail (optional)')}
        value={email}
        onChangeText={setEmail}
        inputMode="email"
        autoCapitalize="none"
        autoCorrect={false}
        maxLength={254}
        hint={t('Then only this address can accept. Without it, whoever has the link can.')}
        error={fieldError(invite.error, 'email') ?? fieldError(invite.error, 'send_mail')}
      />
      <View style={{ gap: 4 }}>
        <Txt kind="label">{t('Role')}</Txt>
        <Chips
          isInForm
          label={t('Role')}
          choices={grantable(own).map((value) => ({ value, label: roleLabel(value) }))}
          value={role}
          onChange={setRole}
        />
        <Txt kind="meta" color="text3">
          {roleHint(role)}
        </Txt>
      </View>
      <Button
        kind="main"
        label={t('Create invitation')}
        isBusy={invite.isPending}
        onPress={() => invite.mutate({ role, ...(address !== '' && { email: address }) })}
      />
    </>
  )
}
