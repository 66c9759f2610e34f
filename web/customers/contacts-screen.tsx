import { useTranslation } from 'react-i18next'
import { Contact, referenceName } from '#contract/kernel/records.ts'
import { Row } from '#web/kernel/ui/page.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Code } from '#web/kernel/ui/values.tsx'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { late } from '#web/kernel/ui/late.tsx'

const ContactOffers = late(async () => (await import('./contact-offers.tsx')).ContactOffers)
const DuplicatesLink = late(async () => (await import('./duplicates-link.tsx')).DuplicatesLink)
const KeepSample = late(
  async () => (await import('#web/kernel/records/keep-sample.tsx')).KeepSample,
)

/** Route `/admin/prospecting/contact`: people, with their companies. */
export function ContactsScreen() {
  const { t } = useTranslation('customers')
  return (
    <>
      <RecordScreen
        type={Contact}
        extra={(row) => <ContactOffers contactId={row.id} />}
        columns={(declared) =>
          declared.map((column) =>
            column.id === 'firstName' ? { ...column, width: '116px' } : column,
          )
        }
        phone={(row) => ({
          status: (
            <span className="block truncate text-sm text-ink-muted">
              <bdi>{plainText(row[referenceName('companyId')])}</bdi>
            </span>
          ),
          note: <bdi>{plainText(row['role'])}</bdi>,
        })}
        sample={
          <>
            <SampleSlips
              slips={[
                {
                  title: t('sample.contact'),
                  note: 'Coopérative Lampadaire',
                  end: <Code value="compta@lampadaire.example" />,
                },
              ]}
            />
            <KeepSample
              type={Contact}
              records={[{ lastName: t('sample.contact'), email: 'compta@lampadaire.example' }]}
            />
          </>
        }
      />
      <Row className="pt-1 pb-8">
        <DuplicatesLink entity="contact" />
      </Row>
    </>
  )
}
