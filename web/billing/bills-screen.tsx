import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  Calendar,
  ChevronDown,
  Copy,
  FileDown,
  Grid3x3,
  Plus,
  SquareArrowOutUpRight,
  Trash2,
  Undo2,
  Banknote,
} from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { billRoutes, MAX_PICKED } from '#contract/billing.routes.ts'
import type { Bill } from '#contract/billing.schemas.ts'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { DropMenu, type MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column, Group } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { currencySymbol, thisYear } from '#web/kernel/words/formats.ts'
import { Amount, Code, DayText, None } from '#web/kernel/ui/values.tsx'
import { parseMonth } from '#web/kernel/words/year-month.ts'
import { BillStatus, signOf } from './bill-state.tsx'
import { pdfOf } from './bill-files.ts'
import { inView, isView, listDay, matches, orderOf, VIEWS, yearOf } from './bill-list-filter.ts'
import { offerFor, useBillable, useMonthNames } from './billable.queries.ts'
import { billsQuery, TOUCHED } from './bills.queries.ts'
import { MonthButton } from './month-button.tsx'
import { Sum, sumBy } from './currency-sums.tsx'
import { useDuplicate } from './duplicate.ts'

// Dialogs need the form library, so they are loaded when they are opened; the sample, when the list is empty.
const BillSample = lazy(async () => ({ default: (await import('./bill-sample.tsx')).BillSample }))
const MonthDialog = lazy(async () => ({ default: (await import('./month-dialog.tsx')).MonthDialog }))
const NewBillDialog = lazy(async () => ({ default: (await import('./new-bill-dialog.tsx')).NewBillDialog }))

/** Every bill of the active profile, by month, the drafts first. */
export function BillsScreen() {
  const { t } = useTranslation(['billing', 'kernel'])
  const { language } = usePreferences()
  const { can, profileId } = useSession()
  const navigate = useNavigate()
  const [{ view: viewWord, year, client, q, new: making, month: monthWord, contract }, setFilter] = useUrlState({
    view: 'all',
    year: '',
    client: '',
    q: '',
    new: '',
    month: '',
    contract: '',
  })
  const urlWith = useUrlWith()
  const [removing, setRemoving] = useState<Bill | null>(null)
  const list = useQuery(billsQuery(profileId))
  const duplicate = useDuplicate()
  const nameOf = (bill: Bill) => bill.ref || t('list.draftOf', { client: bill.client })
  const remove = useWrite(billRoutes.remove, {
    invalidates: TOUCHED,
    done: () => ({ kind: 'deleted', name: removing ? nameOf(removing) : '' }),
    onDone: () => setRemoving(null),
  })

  const view = isView(viewWord) ? viewWord : 'all'
  const mayAdd = can('perm_billing_add')
  const billable = useBillable(profileId)
  const offer = billable.data ? offerFor(billable.data, {}) : null
  const names = useMonthNames()
  const make = (what: 'bill' | 'month') => setFilter({ new: what }, 'push')
  useAction(mayAdd ? { id: 'billing.new', label: t('bill.new'), icon: Plus, keys: 'n', run: () => make('bill') } : null)
  useAction(
    mayAdd && offer
      ? {
          id: 'billing.month',
          label: names.bill(offer),
          icon: Grid3x3,
          keys: 'm',
          run: () => make('month'),
        }
      : null,
  )

  const all = list.data
  const narrowed = useMemo(() => all?.filter(matches({ year, client, q })), [all, year, client, q])
  const rows = useMemo(() => narrowed?.filter(inView(view)), [narrowed, view])
  const oneCurrency = new Set(rows?.map((bill) => bill.currency)).size <= 1
  const currency = rows?.[0]?.currency ?? 'EUR'
  const years = [...new Set([thisYear(), ...(all ?? []).map(yearOf)])].sort((a, b) => b - a)
  const clients = [
    ...new Map((all ?? []).flatMap((bill) => (bill.clientId ? [[bill.clientId, bill.client] as const] : []))),
  ].sort((a, b) => a[1].localeCompare(b[1], language))

  const columns = useMemo((): readonly Column<Bill>[] => {
    const money = (bill: Bill, amount: number) => (
      <Amount major={signOf(bill) * amount} currency={bill.currency} symbol={!oneCurrency} />
    )
    const total = (of: (bill: Bill) => number) => (bills: readonly Bill[]) => (
      <Sum bills={counted(bills)} of={of} symbol={!oneCurrency} />
    )
    const head = (words: string) => (oneCurrency ? `${words}, ${currencySymbol(currency)}` : words)
    return [
      {
        id: 'ref',
        head: t('list.ref'),
        sort: orderOf,
        width: '144px',
        cell: (bill) =>
          bill.ref ? <Code value={bill.ref} /> : <span className="font-normal text-ink-subtle">{t('list.noRef')}</span>,
      },
      {
        id: 'client',
        head: t('list.client'),
        sort: (bill) => bill.client,
        className: 'font-medium',
        cell: (bill) => (bill.client ? <bdi>{bill.client}</bdi> : <None label={t('list.noClient')} />),
      },
      {
        id: 'issueDate',
        head: t('list.issueDate'),
        sort: (bill) => listDay(bill),
        align: 'end',
        width: '104px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (bill) => <DayText at={bill.status === 'issued' ? bill.issueDate : 0} />,
      },
      {
        id: 'dueDate',
        head: t('list.dueDate'),
        sort: (bill) => (bill.status === 'issued' ? bill.dueDate : 0),
        align: 'end',
        width: '104px',
        className: 'text-ink-muted',
        cell: (bill) =>
          bill.status !== 'issued' ? (
            <None />
          ) : bill.state === 'late' ? (
            <span className="font-medium text-negative">
              <DayText at={bill.dueDate} />
            </span>
          ) : (
            <DayText at={bill.dueDate} />
          ),
      },
      {
        id: 'state',
        head: t('list.state'),
        sort: (bill) => RANKS.indexOf(bill.state),
        width: 'clamp(168px, 22cqi, 264px)',
        gap: true,
        cell: (bill) => <BillStatus bill={bill} />,
      },
      {
        id: 'totalHT',
        head: head(t('list.net')),
        sort: (bill) => signOf(bill) * bill.totalHT,
        align: 'fig',
        width: '116px',
        leaves: 'opt-1',
        className: 'text-ink-muted',
        cell: (bill) => money(bill, bill.totalHT),
        total: total((bill) => bill.totalHT),
      },
      {
        id: 'totalTTC',
        head: head(t('list.gross')),
        sort: (bill) => signOf(bill) * bill.totalTTC,
        align: 'fig',
        width: '122px',
        className: 'font-medium',
        cell: (bill) => money(bill, bill.totalTTC),
        total: total((bill) => bill.totalTTC),
      },
    ]
  }, [t, oneCurrency, currency])

  const groupBy = useMemo(
    () =>
      groupsOf(rows ?? [], language, {
        draft: t('list.toFinish'),
        drafts: (count) => t('list.drafts', { count }),
        pieces: (count) => t('list.pieces', { count }),
        preparing: t('list.preparing'),
      }),
    [rows, language, t],
  )

  const filters = {
    ...(view !== 'all' && { status: view }),
    ...(year && { year: Number(year) }),
    ...(client && { clientId: client }),
    ...(q && { q }),
  } as const
  const none = all?.length === 0
  const open = (bill: Bill, query: Record<string, string> = {}) => void navigate(paths.bill.to({ id: bill.id }, query))

  const actions = (bill: Bill): readonly MenuEntry[] => {
    const draft = bill.status === 'draft'
    const payable = !draft && bill.type !== 'creditNote'
    const may = can('perm_billing_update')
    return [
      { label: t('act.open'), icon: SquareArrowOutUpRight, onSelect: () => open(bill) },
      {
        label: t(draft ? 'act.preview' : 'act.download'),
        icon: FileDown,
        onSelect: () => void pdfOf(bill, draft ? 'open' : 'save'),
      },
      ...(payable && may && bill.outstanding > 0
        ? [{ label: t('act.pay'), icon: Banknote, onSelect: () => open(bill, { do: 'payment' }) }]
        : []),
      ...(payable && mayAdd && bill.creditedAmount < bill.totalTTC
        ? [{ label: t('act.credit'), icon: Undo2, onSelect: () => open(bill, { do: 'credit' }) }]
        : []),
      ...(mayAdd && bill.type !== 'creditNote'
        ? [{ label: t('act.duplicate'), icon: Copy, onSelect: () => duplicate.run(bill) }]
        : []),
      ...(draft && can('perm_billing_delete')
        ? ([
            'line',
            { label: t('act.remove'), icon: Trash2, tone: 'danger', onSelect: () => setRemoving(bill) },
          ] as const)
        : []),
    ]
  }

  if (profileId === '')
    return <NoProfile page={t('bill.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
  return (
    <>
      <PageHead
        title={t('bill.title')}
        {...(none ? { ruled: true } : { sub: all && <StateLine bills={all} /> })}
        actions={
          !none && (
            <>
              <CsvButton
                route={billRoutes.list}
                input={{ params: { profileId }, query: filters }}
                fileName={t('list.file')}
              />
              {mayAdd && (
                <>
                  {offer && <MonthButton offer={offer} onClick={() => make('month')} />}
                  <Button variant="primary" icon={Plus} onClick={() => make('bill')}>
                    {t('bill.new')}
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      {!none && (
        <Tabs
          label={t('list.views')}
          items={VIEWS.map((one) => ({
            to: urlWith({ view: one === 'all' ? '' : one, page: '' }),
            label: t(`view.${one}`),
            ...(narrowed && { count: narrowed.filter(inView(one)).length }),
            current: one === view,
          }))}
          end={
            <>
              <SearchBox value={q} onChange={(to) => setFilter({ q: to })} label={t('list.search')} narrow />
              <DropMenu
                className="btn btn-sm"
                label={t('list.year')}
                entries={[
                  { label: t('list.allYears'), chosen: year === '', onSelect: () => setFilter({ year: '' }) },
                  ...years.map((one) => ({
                    label: String(one),
                    chosen: year === String(one),
                    onSelect: () => setFilter({ year: String(one) }),
                  })),
                ]}
              >
                <Calendar size={16} strokeWidth={1.7} aria-hidden="true" />
                {year || t('list.year')}
                <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
              </DropMenu>
              <DropMenu
                className="btn btn-sm max-w-[220px]"
                label={t('list.client')}
                entries={[
                  { label: t('list.allClients'), chosen: client === '', onSelect: () => setFilter({ client: '' }) },
                  ...clients.map(([id, name]) => ({
                    label: <bdi>{name}</bdi>,
                    chosen: client === id,
                    onSelect: () => setFilter({ client: String(id) }),
                  })),
                ]}
              >
                <Building2 size={16} strokeWidth={1.7} aria-hidden="true" />
                <bdi className="truncate">{clients.find(([id]) => id === client)?.[1] ?? t('list.client')}</bdi>
                <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
              </DropMenu>
            </>
          }
        />
      )}
      <DataTable
        caption={t('bill.title')}
        columns={columns}
        source={{ kind: 'whole', rows }}
        error={list.error}
        onRetry={list.refetch}
        rowId={(bill) => bill.id}
        rowName={nameOf}
        defaultSort="-ref"
        groupBy={groupBy}
        totalLabel={totalLabel(rows ?? [])}
        onOpen={(bill) => open(bill)}
        actions={actions}
        empty={{
          title: t('empty.title'),
          body: t('empty.body'),
          action: mayAdd && (
            <Button variant="primary" icon={Plus} onClick={() => make('bill')}>
              {t('bill.new')}
            </Button>
          ),
          ...(mayAdd && { actionKey: 'N' }),
          sample: (
            <Suspense fallback={null}>
              <BillSample />
            </Suspense>
          ),
        }}
        onClearFilters={all?.length ? () => setFilter({ view: 'all', year: '', client: '', q: '' }) : undefined}
        phone={(bill) => ({
          title: bill.client || t('list.noClient'),
          end: <Amount major={signOf(bill) * bill.totalTTC} currency={bill.currency} />,
          status: <BillStatus bill={bill} />,
          note: bill.ref ? <Code value={bill.ref} /> : t('list.noRef'),
        })}
        selection={{
          sum: (chosen) => <Sum bills={chosen} of={(bill) => bill.totalTTC} symbol />,
          actions: (chosen) => (
            <CsvButton
              route={billRoutes.list}
              input={{
                params: { profileId },
                query: {
                  ids: chosen
                    .slice(0, MAX_PICKED)
                    .map((bill) => bill.id)
                    .join(','),
                },
              }}
              fileName={t('list.file')}
            />
          ),
        }}
      />
      <Suspense fallback={null}>
        {making === 'bill' && mayAdd && (
          <NewBillDialog contractId={contract} onClose={() => setFilter({ new: '', contract: '' })} />
        )}
        {making === 'month' && mayAdd && (
          <MonthDialog
            profileId={profileId}
            start={parseMonth(monthWord) ?? undefined}
            onClose={() => setFilter({ new: '', month: '' })}
          />
        )}
      </Suspense>
      <ConfirmRemoval
        open={removing !== null}
        onClose={() => setRemoving(null)}
        name={removing ? nameOf(removing) : ''}
        consequence={t('draft.removeBody')}
        pending={remove.isPending}
        onConfirm={() => removing && remove.mutate({ params: { profileId: removing.profileId, id: removing.id } })}
      />
    </>
  )

  function totalLabel(shown: readonly Bill[]): string {
    const issued = counted(shown)
    return t(issued.length === shown.length ? 'list.total' : 'list.totalIssued', { count: issued.length })
  }
}

/** "16 620,00 € à encaisser, dont 3 120,00 € en retard". */
function StateLine({ bills }: { bills: readonly Bill[] }) {
  const { t } = useTranslation('billing')
  const owed = bills.filter((bill) => bill.outstanding > 0)
  const late = owed.filter((bill) => bill.state === 'late')
  if (owed.length === 0) return t('list.nothingOwed')
  return (
    <>
      <Sum bills={owed} of={(bill) => bill.outstanding} symbol /> {t('list.owed')}
      {late.length > 0 && (
        <>
          {t('list.ofWhich')}{' '}
          <span className="font-medium text-negative">
            <Sum bills={late} of={(bill) => bill.outstanding} symbol /> {t('list.late')}
          </span>
        </>
      )}
    </>
  )
}

/** Drafts are no turnover: they are summed only in a list of drafts. */
const counted = (bills: readonly Bill[]) =>
  bills.every((bill) => bill.status === 'draft') ? bills : bills.filter((bill) => bill.status === 'issued')

/** Order of the states by how near the money is. */
const RANKS: readonly Bill['state'][] = [
  'draft',
  'issuing',
  'late',
  'issued',
  'partlyPaid',
  'paid',
  'collected',
  'credited',
]

/** By month. A group's figures are those of the whole month, on every page. */
function groupsOf(
  bills: readonly Bill[],
  language: string,
  words: { draft: string; drafts: (count: number) => string; pieces: (count: number) => string; preparing: string },
): (bill: Bill) => Group {
  const members = Map.groupBy(bills, keyOf)
  const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const current = thisYear()
  return (bill) => {
    const key = keyOf(bill)
    const own = members.get(key) ?? []
    const year = yearOf(bill) === current ? '' : ` ${yearOf(bill)}`
    const total =
      sumBy(own, (one) => one.totalTTC).length > 0 ? <Sum bills={own} of={(one) => one.totalTTC} symbol /> : undefined
    return key === 'draft'
      ? { key, name: words.draft, longName: words.preparing, text: words.drafts(own.length), total, rows: own }
      : {
          key,
          name: short.format(listDay(bill)) + year,
          longName: long.format(listDay(bill)) + year,
          text: words.pieces(own.length),
          total,
          rows: own,
        }
  }
}
const keyOf = (bill: Bill) => (bill.status === 'draft' ? 'draft' : new Date(bill.issueDate).toISOString().slice(0, 7))
