import { useTranslation } from 'react-i18next'
import { MESSAGE_MAX } from '#contract/support/support.values.ts'
import type { CarnetForm } from '#web/kernel/form/form.tsx'

/** Characters that a message has left, or has too many. */
export function MessageCount<I extends { message: string }, O>({
  form,
}: {
  form: CarnetForm<I, O>
}) {
  const { t } = useTranslation('support')
  const left = MESSAGE_MAX - String(form.methods.watch()['message']).length
  return (
    <span className={left < 0 ? 'text-negative' : undefined}>
      {left < 0 ? t('form.over', { count: -left }) : t('form.left', { count: left })}
    </span>
  )
}
