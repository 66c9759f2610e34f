import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { Company, Contact } from '#contract/kernel/records.ts'
import { TOUCHED } from '#web/billing/bills.queries.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { recordQuery } from '#web/kernel/records/records.queries.ts'
import { kindOfState, wordOfState } from '#web/kernel/ui/bill-status.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { Leader, Meter } from '#web/kernel/ui/figures.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { StatusGlyph } from '#web/kernel/ui/status.tsx'
import { Amount, DayText, None } from '#web/kernel/ui/values.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { clientContractsQuery } from '#web/projects/projects.queries.ts'
import { paths } from '#web/screens.ts'
import { ArchiveButton } from './archive-client.tsx'

/** Papers told beside a client; all of them are one link away. */
const SHOWN = 12

type Client = { readonly id: string } & Readonly<Record<string, unknown>>

/** Numbers of a client on papers, and addresses of these. */
const FACTS = ['siren', 'TvaNumber', 'billingAddress', 'deliveryAddress'] as const
/** Whether a field says something; an address without a town names a country alone. */
const isTold = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? plainText((value as { city?: unknown }).city) !== '' // an address on the wire
    : plainText(value) !== ''

/**
 * Ledger of a client. The rest of the key names the collections whose change events invalidate it.
 */
const ledgerQuery = (profileId: string, clientId: string) => ({
  queryKey: ['billing', 'bill', 'ledger', profileId, clientId] as const,
  queryFn: () => call(billRoutes.clientLedger, { params: { profileId, clientId } }),
})
const papersQuery = (profileId: string, clientId: string) => ({
  queryKey: ['billing', 'bill', 'ofClient', profileId, clientId] as const,
  queryFn: () =>
    call(billRoutes.list, { params: { profileId }, query: { clientId, limit: SHOWN } }),
})

/**
 * A client as a page of the ledger: its debt, its way of paying, its contracts, papers and
 * contacts.
 */
export function ClientLedger({ client }: { client: Client }) {
  const { t } = useTranslation(['customers', 'kernel'])
  const { can, profileId } = useSession()
  const isBilled = can('perm_billing_menu') && profileId !== ''
  const ledger = useQuery({ ...ledgerQuery(profileId, client.id), enabled: isBilled })
  return (
    <>
      <div className="text-sm text-ink-muted">
        <p>
          <RecordValue type={Company} row={client} name="address" style="full" />
        </p>
        {FACTS.filter((name) => isTold(client[name])).map((name) => (
          <p key={name}>
            {fieldLabel(Company, name)}{' '}
            <RecordValue type={Company} row={client} name={name} style="full" />
          </p>
        ))}
      </div>
      {isBilled &&
        (ledger.isPending ? (
          <Skeleton lines={2} label={t('ledger.title')} />
        ) : ledger.isError ? (
          <ErrorState error={ledger.error} onRetry={ledger.refetch} />
        ) : (
          <Figures ledger={ledger.data} />
        ))}
      {can('perm_contract_menu') && profileId !== '' && (
        <Contracts profileId={profileId} clientId={client.id} />
      )}
      {isBilled && <Papers profileId={profileId} clientId={client.id} />}
      {can('perm_contact_menu') && <Contacts clientId={client.id} />}
    </>
  )
}

function Figures({
  ledger: { totals, averageDays, paidBills },
}: {
  ledger: Awaited<ReturnType<ReturnType<typeof ledgerQuery>['queryFn']>>
}) {
  const { t } = useTranslation('customers')
  const sums =
    totals.length === 0
      ? [{ currency: 'EUR', billedHT: 0, outstanding: 0, lateCount: 0, lateAmount: 0 }]
      : totals
  const each = (of: (sum: (typeof sums)[number]) => number) =>
    sums.map((sum) => (
      <span key={sum.currency} className="block">
        <Amount major={of(sum)} currency={sum.currency} />
      </span>
    ))
  const late = sums.reduce((count, sum) => count + sum.lateCount, 0)
  return (
    <>
      <dl className="panel-bleed mt-4 grid grid-cols-3 border-y border-line">
        <Fact label={t('ledger.due')} note={t('ledger.dueNote')}>
          {each((sum) => sum.outstanding)}
        </Fact>
        <Fact
          label={t('ledger.late')}
          note={t('ledger.lateNote', { count: late })}
          isLate={late > 0}
        >
          {each((sum) => sum.lateAmount)}
        </Fact>
        <Fact label={t('ledger.pays')} note={t('ledger.paysNote', { count: paidBills })}>
          {averageDays === null ? <None /> : t('ledger.days', { count: averageDays })}
        </Fact>
      </dl>
      <div className="pt-3">
        <Leader label={t('ledger.billed')}>{each((sum) => sum.billedHT)}</Leader>
      </div>
    </>
  )
}

const Fact = ({
  label,
  note,
  isLate = false,
  children,
}: {
  label: string
  note: string
  isLate?: boolean
  children: ReactNode
}) => (
  <div className="py-3.5 ps-6 max-md:ps-4 [&+&]:border-s [&+&]:border-line [&+&]:ps-4">
    <dt className="text-xs text-ink-muted">{label}</dt>
    <dd
      className={`num mt-0.5 font-semibold ${isLate ? 'text-negative [&_.cents]:text-inherit' : ''}`}
    >
      {children}
    </dd>
    <dd className="text-xs text-ink-subtle">{note}</dd>
  </div>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4 border-t border-line pt-4" aria-label={title}>
    <h3 className="h2">{title}</h3>
    {children}
  </section>
)
const Nothing = ({ children }: { children: string }) => (
  <p className="mt-1.5 text-sm text-ink-muted">{children}</p>
)

function Contracts({ profileId, clientId }: { profileId: string; clientId: string }) {
  const { t } = useTranslation('customers')
  const { language } = usePreferences()
  const own = useQuery(clientContractsQuery(profileId, clientId)).data
  return (
    <Part title={t('ledger.contracts')}>
      {own?.length === 0 && <Nothing>{t('ledger.noContract')}</Nothing>}
      <ul className="mt-1.5">
        {own?.map((contract) => {
          const done = numberText(language, contract.consumedDays)
          const words =
            contract.soldDays > 0
              ? t('ledger.daysOf', {
                  done,
                  of: numberText(language, contract.soldDays),
                })
              : t('ledger.daysDone', { done })
          return (
            <li
              key={contract.id}
              className="flex items-baseline gap-3 border-b border-line py-2 last:border-0"
            >
              <Link
                className="min-w-0 grow truncate font-medium hover:underline"
                to={paths.contracts.to({}, { open: contract.id })}
              >
                <bdi>{contract.title || contract.ref}</bdi>
              </Link>
              <span className="w-[120px] shrink-0">
                {contract.soldDays > 0 && (
                  <Meter done={contract.consumedDays} planned={contract.soldDays} label={words} />
                )}
                <span className="num block text-xs text-ink-muted">{words}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Papers({ profileId, clientId }: { profileId: string; clientId: string }) {
  const { t } = useTranslation(['customers', 'billing'])
  const papers = useQuery(papersQuery(profileId, clientId))
  return (
    <Part title={t('ledger.papers')}>
      {papers.data?.length === 0 && <Nothing>{t('ledger.noPaper')}</Nothing>}
      <ul className="mt-1.5">
        {papers.data?.map((bill) => {
          const day = bill.issueDate || bill.creationDate
          return (
            <li
              key={bill.id}
              className="flex items-baseline gap-2.5 border-b border-line py-2 last:border-0"
            >
              <span className={`st st-${kindOfState(bill)} self-start pt-[3px]`}>
                <StatusGlyph kind={kindOfState(bill)} />
              </span>
              <Link
                className="num shrink-0 font-medium hover:underline"
                to={paths.bill.to({ id: bill.id })}
              >
                <bdi>{bill.ref || t('ledger.unnumbered')}</bdi>
              </Link>
              <span className="min-w-0 grow truncate text-sm text-ink-subtle">
                {t(`billing:state.${wordOfState(bill)}`)}, <DayText at={day} />
              </span>
              <Amount
                major={(bill.type === 'creditNote' ? -1 : 1) * bill.totalTTC}
                currency={bill.currency}
              />
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Contacts({ clientId }: { clientId: string }) {
  const { t } = useTranslation('customers')
  const own = useQuery(recordQuery(Contact, { companyId: clientId })).data
  return (
    <Part title={t('ledger.contacts')}>
      {own?.length === 0 && <Nothing>{t('ledger.noContact')}</Nothing>}
      <ul className="mt-1.5">
        {own?.map((row) => (
          <li key={row.id} className="border-b border-line py-2 last:border-0">
            <Link
              className="font-medium hover:underline"
              to={paths.contacts.to({}, { open: row.id })}
            >
              <bdi>
                {`${plainText(row['firstName'])} ${plainText(row['lastName'])}`.trim() ||
                  plainText(row['email'])}
              </bdi>
            </Link>{' '}
            <span className="text-sm text-ink-muted">
              <bdi>{plainText(row['role'])}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** A bill and a contract for this client, begun right here. */
export function ClientActs({ clientId, isArchived }: { clientId: string; isArchived: boolean }) {
  const { t } = useTranslation('customers')
  const { can, profileId } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const bill = useMutation({
    mutationFn: () => call(billRoutes.add, { body: { profileId, clientId } }),
    onSuccess: async ({ id }) => {
      void navigate(paths.bill.to({ id }))
      await Promise.all(
        TOUCHED.map((context) => queries.invalidateQueries({ queryKey: [context] })),
      )
    },
  })
  if (isArchived) return <ArchiveButton id={clientId} to="customer" />
  if (profileId === '') return null
  return (
    <>
      {can('perm_contract_add') && (
        <LinkButton to={paths.contract.to({ id: 'new' }, { client: clientId })}>
          {t('ledger.newContract')}
        </LinkButton>
      )}
      {can('perm_billing_add') && (
        <Button
          variant="primary"
          icon={ReceiptText}
          pending={bill.isPending}
          onClick={() => bill.mutate()}
        >
          {t('ledger.bill')}
        </Button>
      )}
    </>
  )
}
