import { Archive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Company } from '#contract/kernel/records.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { useClientColumns, useClientRow } from './client-standing.tsx'
import { refusedRemoval } from './refused-removal.tsx'
import { pointlessFor } from './private-client.ts'
import { clientOf, NEW_CLIENT } from './registry-client.ts'
import { Row } from '#web/kernel/ui/page.tsx'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

const RegistrySearch = late(
  async () => (await import('#web/profile/registry-search.tsx')).RegistrySearch,
)

const VatFromSiren = late(async () => (await import('./vat-from-siren.tsx')).VatFromSiren)
const ClientImport = late(async () => (await import('./client-import.tsx')).ClientImport)
const CompanySample = late(async () => (await import('./company-sample.tsx')).CompanySample)
const ClientLedger = late(async () => (await import('./client-ledger.tsx')).ClientLedger)
const DuplicatesLink = late(async () => (await import('./duplicates-link.tsx')).DuplicatesLink)
const ClientActs = late(async () => (await import('./client-ledger.tsx')).ClientActs)

/** Route `/admin/customer/company`: clients. */
export const CompaniesScreen = () => <Companies kind="customer" />

export function Companies({ kind }: { kind: 'customer' | 'prospect' }) {
  // A number typed elsewhere: the registry is asked for it at once.
  const [{ siren: start }] = useUrlState({ siren: '' })
  const { t } = useTranslation('customers')
  const { can } = useSession()
  const [imports, setImports] = useState(false)
  const [{ archived }, setArchived] = useUrlState({ archived: '', page: '' })
  const clientColumns = useClientColumns()
  const clientRow = useClientRow()
  const isArchive = kind === 'customer' && archived === '1'
  const archive = {
    bar: (
      <Button
        size="sm"
        icon={Archive}
        aria-pressed
        onClick={() => setArchived({ archived: '', page: '' })}
      >
        {t('archive.list')}
      </Button>
    ),
    on: true,
    query: { kind: 'former' },
    words: ['archived'],
  }
  return (
    <>
      <RecordScreen
        type={Company}
        fixed={FIXED[kind]}
        begun={NEW_CLIENT}
        variant={kind}
        {...(kind === 'customer' && clientColumns && { columns: clientColumns })}
        formHead={(fill) => (
          <Awaiting waiting={<div className="h-[66px]" />}>
            <RegistrySearch autoFocus start={start} onPick={(company) => fill(clientOf(company))} />
            <VatFromSiren />
          </Awaiting>
        )}
        read={{
          body: (row) => <ClientLedger client={row} waiting={<div className="h-[300px]" />} />,
          acts: (row) => <ClientActs clientId={row.id} isArchived={row['kind'] === 'former'} />,
        }}
        phone={(row) => ({
          status: (
            <span className="block truncate text-sm text-ink-muted">
              <RecordValue type={Company} row={row} name="address" />
            </span>
          ),
          ...(kind === 'customer' && clientRow
            ? clientRow(row)
            : { note: <RecordValue type={Company} row={row} name="siren" /> }),
        })}
        refused={refusedRemoval}
        omits={pointlessFor}
        {...(isArchive && { filter: archive })}
        sample={<CompanySample kind={kind} />}
      />
      {kind === 'customer' && !isArchive && (
        <Row className="pt-1 pb-8 print:hidden [&>.sheet-body]:flex [&>.sheet-body]:flex-wrap [&>.sheet-body]:gap-x-5 [&>.sheet-body]:gap-y-2">
          <button
            type="button"
            className="link text-xs"
            onClick={() => setArchived({ archived: '1', page: '' }, 'push')}
          >
            {t('archive.list')}
          </button>
          {can('perm_company_add') && (
            <button type="button" className="link text-xs" onClick={() => setImports(true)}>
              {t('import.open')}
            </button>
          )}
          {imports && <ClientImport onClose={() => setImports(false)} />}
          <DuplicatesLink entity="company" />
        </Row>
      )}
    </>
  )
}

/** One object a kind: what a query is keyed by stays the same between renders. */
const FIXED = { customer: { kind: 'customer' }, prospect: { kind: 'prospect' } } as const
