import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { RecordRow } from '#contract/kernel/records.ts'
import { call, type Reply } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { Amount, DayText, None } from '#web/kernel/ui/values.tsx'

type Standing = Reply<typeof billRoutes.clientLedgers>[number]
type Answer = Promise<ReadonlyMap<string, Standing>>

/** Rows of one page ask in the same moment: one call answers them all. */
let asked: {
  readonly profileId: string
  readonly ids: Set<string>
  readonly answer: Answer
} | null = null

async function standingOf(profileId: string, clientId: string): Promise<Standing | null> {
  if (asked?.profileId !== profileId || asked.ids.size >= MOST) {
    const ids = new Set<string>()
    const answer = Promise.resolve().then(async () => {
      asked = null
      const query = { ids: [...ids].join(',') }
      const rows = await call(billRoutes.clientLedgers, { params: { profileId }, query })
      return new Map(rows.map((row) => [row.clientId, row]))
    })
    asked = { profileId, ids, answer }
  }
  asked.ids.add(clientId)
  return (await asked.answer).get(clientId) ?? null
}
/** Clients of a call, as the contract has it. */
const MOST = 100

function Figure({
  clientId,
  of,
  none,
}: {
  clientId: string
  /** Words for a client without bills. */
  none?: React.ReactNode
  of: (standing: Standing, sum: Standing['totals'][number]) => React.ReactNode
}) {
  const { profileId } = useSession()
  const { data } = useQuery({
    queryKey: ['billing', 'bill', 'standing', profileId, clientId],
    queryFn: () => standingOf(profileId, clientId),
    meta: { refusal: 'silent' as const },
  })
  if (!data) return null
  return data.totals.length === 0 ? (
    <>{none}</>
  ) : (
    data.totals.map((sum) => (
      <span key={sum.currency} className="block">
        {of(data, sum)}
      </span>
    ))
  )
}

/** A client's debt, and its late part, in the two lines of a phone's row. */
export function useClientRow() {
  const { t } = useTranslation('customers')
  const { can, profileId } = useSession()
  if (!can('perm_billing_menu') || profileId === '') return undefined
  return ({ id }: RecordRow) => ({
    end: (
      <Figure
        clientId={id}
        of={(_, { outstanding, currency }) =>
          outstanding !== 0 && <Amount major={outstanding} currency={currency} />
        }
      />
    ),
    note: (
      <Figure
        clientId={id}
        of={(_, { outstanding, lateAmount, currency }) =>
          lateAmount === 0 ? (
            outstanding !== 0 && t('list.due')
          ) : (
            <span className="text-negative">
              {t('list.late')} <Amount major={lateAmount} currency={currency} />
            </span>
          )
        }
      />
    ),
  })
}

/** Debts and payment habits beside the names; SIREN and VAT number are in the panel. */
export function useClientColumns() {
  const { t } = useTranslation('customers')
  const { can, profileId } = useSession()
  if (!can('perm_billing_menu') || profileId === '') return undefined
  const column = (
    id: 'due' | 'late' | 'pays' | 'billed' | 'last',
    of: Parameters<typeof Figure>[0]['of'],
    more: Partial<Column<RecordRow>> = {},
  ): Column<RecordRow> => ({
    id,
    head: t(`list.${id}`),
    align: 'fig',
    width: '124px',
    cell: (row) => <Figure clientId={row.id} of={of} none={<None />} />,
    ...more,
  })
  return (declared: readonly Column<RecordRow>[]) => [
    ...declared
      .filter(({ id }) => id === 'name')
      .map((name): Column<RecordRow> => ({ ...name, names: true })),
    column('due', (_, sum) => <Amount major={sum.outstanding} currency={sum.currency} />),
    column('late', (_, sum) =>
      sum.lateAmount === 0 ? (
        <None />
      ) : (
        <span className="font-medium text-negative [&_.cents]:text-inherit">
          <Amount major={sum.lateAmount} currency={sum.currency} />
        </span>
      ),
    ),
    column(
      'pays',
      ({ averageDays }) =>
        averageDays === null ? <None /> : t('ledger.days', { count: averageDays }),
      { leaves: 'opt-2', width: '112px' },
    ),
    column('billed', (_, sum) => <Amount major={sum.billedHT} currency={sum.currency} />, {
      leaves: 'opt-1',
    }),
    column('last', ({ lastBillDate }) => <DayText at={lastBillDate} />, {
      leaves: 'opt-1',
      align: 'end',
      width: '132px',
    }),
  ]
}
