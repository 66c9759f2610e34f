import { useTranslation } from 'react-i18next'
import { MailTemplate } from '#contract/kernel/records.ts'
import { MAIL_VARIABLES } from '#contract/mail/mail.values.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { Copyable } from '#web/kernel/ui/copyable.tsx'

/**
 * Path `/admin/management/mails/templates`: the user's own templates, which come before the
 * product's.
 */
export function MailTemplatesScreen() {
  return <RecordScreen type={MailTemplate} formHead={() => <Variables />} />
}

/** The names that a bill gives a value to, to be copied into the text. */
function Variables() {
  const { t } = useTranslation('mail')
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-ink-muted">{t('variables.title')}</summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1">
        {MAIL_VARIABLES.map((name) => (
          <div key={name} className="contents">
            <dt>
              <Copyable text={`{{${name}}}`} />
            </dt>
            <dd className="text-ink-muted">{t(`variables.of.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
