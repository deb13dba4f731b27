import { t } from '@bugle/presentation/i18n'
import { useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { FormProblem } from '../../components/form-problem'
import { LogOut } from '../../components/icons'
import { Sheet } from '../../components/sheet'
import { showToast } from '../../components/toasts'
import { Txt } from '../../components/txt'
import { formError } from '../../lib/errors'
import { type Organization, useLeave } from './queries'

/** Leaves an organization, after a question: only an invitation brings one back. */
export function Leave({ organization: { id, name } }: { organization: Organization }) {
  const router = useRouter()
  const leave = useLeave()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button kind="danger" icon={LogOut} label={t('Leave the organization…')} onPress={() => setIsOpen(true)} />
      <Sheet title={t('Leave {{name}}', { name })} isOpen={isOpen} onClose={close}>
        <View style={{ padding: 20, gap: 16 }}>
          <Txt color="text2">{t('Your issues there become unassigned. Only an invitation brings you back.')}</Txt>
          <FormProblem text={formError(leave.error)} />
          <Button label={t('Cancel')} onPress={close} />
          <Button
            kind="danger"
            label={t('Leave {{name}}', { name })}
            isBusy={leave.isPending}
            onPress={() =>
              leave.mutate(id, {
                onSuccess: () => {
                  close()
                  showToast({ text: t('You left {{name}}', { name }) })
                  router.replace('/you')
                },
              })
            }
          />
        </View>
      </Sheet>
    </>
  )
}
