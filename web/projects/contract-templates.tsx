import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MailTemplate } from '#contract/kernel/records.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { ReferencesField } from '#web/kernel/form/references-field.tsx'
import { useRecordNames } from '#web/kernel/list/filter-names.ts'
import { useSuggestions } from '#web/kernel/records/suggestions.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'

/** The most that a contract names, as the server has it. */
const MOST = 20

/**
 * The mail templates that come first for the bills of this contract. A bill's mail takes the one of
 * its purpose.
 */
export function ContractTemplates({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('projects')
  const { can } = useSession()
  const label = useLabels('project')
  const { getValues } = useFormContext<{ templates: readonly string[] }>()
  const mayRead = can('perm_billing_menu')
  const names = useRecordNames('mailTemplate', mayRead ? getValues('templates') : [])
  const { options, search } = useSuggestions(MailTemplate, undefined, mayRead)
  if (!mayRead) return null
  return (
    <ReferencesField
      name="templates"
      label={label('templates')}
      hint={t('hint.templates')}
      known={names}
      found={options}
      search={search}
      max={MOST}
      readOnly={readOnly}
    />
  )
}
