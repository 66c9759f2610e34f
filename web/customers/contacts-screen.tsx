import { useTranslation } from 'react-i18next'
import { Contact, referenceName } from '#contract/records.ts'
import { SampleSlips } from '#web/kernel/sample.tsx'
import { Code } from '#web/kernel/values.tsx'
import { RecordScreen } from '#web/kernel/record-screen.tsx'
import { textOf } from '#web/kernel/text-of.ts'

/** Route `/admin/prospecting/contact`: people, with the company they are reached at. */
export function ContactsScreen() {
  const { t } = useTranslation('customers')
  return (
    <RecordScreen
      type={Contact}
      words="customers"
      columns={(declared) =>
        declared.map((column) => (column.id === 'firstName' ? { ...column, width: '116px' } : column))
      }
      phone={(row) => ({
        status: (
          <span className="block truncate text-sm text-ink-muted">
            <bdi>{textOf(row[referenceName('companyId')])}</bdi>
          </span>
        ),
        note: <bdi>{textOf(row['role'])}</bdi>,
      })}
      sample={
        <SampleSlips
          slips={[
            {
              title: t('contact.sample'),
              note: 'Coopérative Lampadaire',
              end: <Code value="compta@lampadaire.example" />,
            },
          ]}
        />
      }
    />
  )
}
