import { t } from '@bugle/presentation/i18n'
import { limits } from '@bugle/protocol/vocabulary'
import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Field } from './field.tsx'

interface PasswordFieldProps {
  label?: string
  name?: string
  autoFocus?: boolean
  autoComplete: 'current-password' | 'new-password'
  minLength?: number
  hint?: string
  error?: string | undefined
}

/** A password that can be revealed, with a warning when Caps Lock is on. */
export function PasswordField({ hint, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [isCapsLockOn, setCaps] = useState(false)
  const checkCapsLock = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div className="relative">
      <Field
        label={t('Password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        required
        maxLength={limits.passwordMax}
        className="pr-11"
        onKeyDown={checkCapsLock}
        onKeyUp={checkCapsLock}
        hint={isCapsLockOn ? t('Caps Lock is on.') : hint}
        {...props}
      />
      <button
        type="button"
        aria-label={isShown ? t('Hide password') : t('Show password')}
        onClick={() => setShown(!isShown)}
        className="absolute top-6 right-0 grid h-9 w-10 place-items-center text-text-3 hover:text-text coarse:h-11 coarse:w-11 phone:h-11"
      >
        {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      </button>
    </div>
  )
}
