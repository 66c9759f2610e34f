import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { passwordLevel } from '#contract/identity/password-meter.ts'

const TONES = ['', 'bg-negative', 'bg-warm-line', 'bg-positive', 'bg-positive'] as const

/** Strength of a form's new password: four bars and a word; nothing while it is empty. */
export function PasswordStrength({ name }: { /** Of the field. */ readonly name: string }) {
  const { t } = useTranslation('profile')
  const typed: unknown = useWatch({ name })
  const level = passwordLevel(typeof typed === 'string' ? typed : '')
  const word = level === 0 ? '' : t(`password.strength.${level}`)
  return (
    <p className="flex items-center gap-2.5 text-xs text-ink-muted empty:hidden" aria-live="polite">
      {level > 0 && (
        <>
          <span className="grid w-[180px] grid-cols-4 gap-[3px]" aria-hidden>
            {[1, 2, 3, 4].map((step) => (
              <i
                key={step}
                className={`h-1 rounded-sm ${step <= level ? TONES[level] : 'bg-line-strong'}`}
              />
            ))}
          </span>
          {word}
        </>
      )}
    </p>
  )
}
