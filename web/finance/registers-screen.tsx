import { useQuery } from '@tanstack/react-query'
import { FileText, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { registerRoutes, type RegisterLine } from '#contract/finance/registers.contract.ts'
import { download } from '#web/kernel/data/files.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { PastBand } from '#web/kernel/history/past.tsx'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { useAskedExport } from '#web/kernel/table/asked-export.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useTableState } from '#web/kernel/table/table-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { Amount, Code, DayText, None } from '#web/kernel/ui/values.tsx'
import { thisYear } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import {
  type RegisterOf,
  registerFileInput,
  registerPage,
  registerSummaryQuery,
} from './registers.queries.ts'
import { YearChoice } from './year-choice.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const KnownAtDialog = late(async () => (await import('./vat-known-dialog.tsx')).KnownAtDialog)

const REGISTERS = ['receipts', 'purchases'] as const

/**
 * Path `/admin/portfolio/registers`: the register of receipts and that of purchases, as they are or
 * were.
 */
export function RegistersScreen() {
  const { t } = useTranslation(['finance', 'kernel'])
  const { profileId } = useSession()
  const [url, set] = useUrlState({ view: 'receipts', year: '', known: '' })
  const { page, size } = useTableState('')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const wanted: RegisterOf = {
    profileId,
    register: url.view === 'purchases' ? 'purchases' : 'receipts',
    year: /^20\d\d$/.test(url.year) ? Number(url.year) : thisYear(),
    knownAt: /^\d{12,14}$/.test(url.known) ? Number(url.known) : 0,
  }
  const { register, year, knownAt } = wanted
  const summary = useQuery(registerSummaryQuery(wanted)).data
  const { key, read } = registerPage(wanted)
  const list = usePage(key, read, { page, size, enabled: profileId !== '' })
  const [total] = summary?.totals ?? []
  const mixed = (summary?.totals.length ?? 0) > 1
  const currency = total?.currency ?? 'EUR'
  const columns = useRegisterColumns(register, { currency, mixed })
  const title = t('screen.registers.title')
  if (profileId === '')
    return <NoProfile page={title} title={t('noProfile.title')} body={t('noProfile.body')} />
  const toYear = (to: number) => set({ year: String(to) })
  const money = (major: number) => <Amount major={major} currency={currency} symbol={false} />
  return (
    <>
      <PageHead
        title={t(`accountBook.title.${register}`)}
        sub={
          summary &&
          !mixed && (
            <>
              {t('registers.sub', { count: summary.count, year })} {total && money(total.amountTTC)}
              {total && <> {currency === 'EUR' ? '€' : currency}</>}
            </>
          )
        }
        actions={
          <>
            <PdfButton of={wanted} />
            <CsvButton
              route={registerRoutes.lines}
              input={registerFileInput(wanted)}
              fileName={`${t(`accountBook.paper.file.${register}`)}-${year}`}
            />
          </>
        }
      />
      <Tabs
        label={title}
        items={REGISTERS.map((one) => ({
          to: paths.registers.to({}, { view: one, year: url.year, known: url.known }),
          label: t(`accountBook.title.${one}`),
          current: one === register,
        }))}
        end={
          <>
            <YearChoice years={summary?.years ?? []} year={year} onChange={toYear} />
            <Button size="sm" icon={History} onClick={() => setAsking(true)}>
              {t('registers.known')}
            </Button>
          </>
        }
      />
      {knownAt !== 0 && <PastBand at={knownAt} onReturn={() => set({ known: '' })} />}
      <DataTable
        caption={t(`accountBook.title.${register}`)}
        columns={columns}
        source={{
          kind: 'paged',
          rows: list.data?.rows,
          total: list.data?.total ?? 0,
          ...(total &&
            !mixed && {
              totals: {
                net: money(total.amount),
                vat: money(total.vat),
                gross: money(total.amountTTC),
              },
            }),
        }}
        error={list.error}
        onRetry={list.refetch}
        rowId={(row) => String(row.number)}
        rowName={(row) => [row.number, row.party || row.label].join(' ')}
        defaultSort=""
        onOpen={(row) => void navigate(paths.transactions.to({}, { open: row.transactionId }))}
        totalLabel={t('followUp.total')}
        empty={{
          title: t(`registers.empty.${register}`, { year }),
          body: t('registers.empty.body'),
        }}
        phone={(row) => ({
          title: <Party row={row} />,
          end: <Amount major={row.amountTTC} currency={row.currency} />,
          status: <TakesBack row={row} />,
          note: (
            <>
              {t('registers.number', { number: row.number })} · <DayText at={row.date} />
            </>
          ),
        })}
      />
      {isAsking && (
        <KnownAtDialog
          onClose={() => setAsking(false)}
          onChosen={(at) => set({ known: String(at) })}
        />
      )}
    </>
  )
}

/** The register on paper. */
function PdfButton({ of }: { of: RegisterOf }) {
  const { t } = useTranslation('finance')
  const [isDrawing, setDrawing] = useState(false)
  const { begin, question } = useAskedExport(async () => {
    setDrawing(true)
    await download(registerRoutes.pdf, registerFileInput(of), { as: 'save' }).catch(notifyFailure)
    setDrawing(false)
  }, t('registers.pdf'))
  useAction({ id: 'registers.pdf', label: t('registers.pdf'), icon: FileText, run: begin })
  return (
    <>
      <Button icon={FileText} pending={isDrawing} onClick={begin}>
        {t('registers.pdf')}
      </Button>
      {question}
    </>
  )
}

function useRegisterColumns(
  register: RegisterOf['register'],
  { currency, mixed }: { readonly currency: string; readonly mixed: boolean },
): readonly Column<RegisterLine>[] {
  const { t } = useTranslation(['finance', 'kernel'])
  const { language } = usePreferences()
  const head = (word: string) =>
    mixed ? word : t('column.in', { name: word, currency: currency === 'EUR' ? '€' : currency })
  const money = (row: RegisterLine, major: number) => (
    <Amount major={major} currency={row.currency} symbol={mixed} />
  )
  return [
    {
      id: 'number',
      head: t('accountBook.paper.number'),
      cell: (row) => (
        <span className="num">{row.number.toLocaleString(language, { useGrouping: false })}</span>
      ),
      width: '64px',
      className: 'text-ink-muted',
    },
    {
      id: 'date',
      head: t('column.date'),
      cell: (row) => <DayText at={row.date} />,
      width: '104px',
      className: 'text-ink-muted',
    },
    {
      id: 'party',
      head: t(register === 'receipts' ? 'accountBook.paper.client' : 'accountBook.paper.supplier'),
      cell: (row) => (
        <>
          <Party row={row} />
          <TakesBack row={row} />
        </>
      ),
    },
    {
      id: 'nature',
      head: t('accountBook.field.nature'),
      cell: (row) => t(`accountBook.option.nature.${row.nature}`),
      className: 'text-ink-muted',
      leaves: 'opt-1',
      width: '116px',
    },
    {
      id: 'reference',
      head: t('accountBook.field.reference'),
      cell: (row) => <Code value={row.reference} />,
      className: 'text-ink-muted',
      leaves: 'opt-2',
      width: '118px',
    },
    {
      id: 'method',
      head: t('accountBook.paper.method'),
      cell: (row) =>
        row.paymentMethod === '' ? (
          <None />
        ) : (
          t(`accountBook.option.paymentMethod.${row.paymentMethod}`)
        ),
      className: 'text-ink-muted',
      leaves: 'opt-1',
      width: '116px',
    },
    {
      id: 'net',
      head: head(t('accountBook.field.amount')),
      cell: (row) => money(row, row.amount),
      align: 'fig',
      leaves: 'opt-2',
      width: '118px',
    },
    {
      id: 'vat',
      head: head(t('accountBook.field.vat')),
      cell: (row) => (row.vat === 0 ? <None label={t('noVat')} /> : money(row, row.vat)),
      align: 'fig',
      leaves: 'opt-2',
      width: '98px',
      className: 'text-ink-muted',
    },
    {
      id: 'gross',
      head: head(t('accountBook.field.amountTTC')),
      cell: (row) => <span className="font-medium">{money(row, row.amountTTC)}</span>,
      align: 'fig',
      width: '124px',
    },
  ]
}

/** Party of the money; what it is for, where an entry by hand names none. */
function Party({ row: { party, label } }: { row: RegisterLine }) {
  const { t } = useTranslation('finance')
  return (
    <>
      {party ? (
        <bdi className="font-medium">{party}</bdi>
      ) : (
        <None label={t('followUp.clients.none')} />
      )}
      {label !== '' && <bdi className="ms-2 text-xs text-ink-subtle">{label}</bdi>}
    </>
  )
}

function TakesBack({ row }: { row: RegisterLine }) {
  const { t } = useTranslation('finance')
  if (row.takesBack === 0) return null
  return (
    <span className="block text-xs text-warm">
      {t('accountBook.paper.takesBack', { number: row.takesBack })}
    </span>
  )
}
