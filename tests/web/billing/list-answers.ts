import { BILL_FILTERS } from '#domain/billing/bill-state.values.ts'
import { http, HttpResponse } from 'msw'
import type { Bill, BillSummary } from '#contract/billing/billing.schemas.ts'
import { at, ok, PROFILE, USER } from '../signed-in.tsx'

type View = keyof BillSummary['views']

const isIn = (view: View, { state, outstanding }: Bill): boolean => {
  if (view === 'all') return true
  if (view === 'draft') return state === 'draft' || state === 'issuing'
  if (view === 'issued') return state !== 'draft' && state !== 'issuing'
  if (view === 'open') return outstanding > 0
  if (view === 'onWait') return outstanding > 0 && state !== 'late'
  return view === 'paid' ? state === 'paid' || state === 'collected' : state === view
}
const VIEWS: readonly View[] = ['all', ...BILL_FILTERS]
const dayOf = (bill: Bill) => bill.issueDate || bill.creationDate
const monthOf = (bill: Bill) =>
  isIn('draft', bill) ? '' : new Date(bill.issueDate).toISOString().slice(0, 7)

/** One sum for each name: the month or the currency. */
function sumsBy(bills: readonly Bill[], nameOf: (bill: Bill) => string) {
  return [...Map.groupBy(bills, nameOf).values()].map((some) => {
    const total = (of: (bill: Bill) => number) =>
      some.reduce((sum, bill) => sum + (bill.type === 'creditNote' ? -of(bill) : of(bill)), 0)
    return {
      currency: some[0]?.currency ?? 'EUR',
      count: some.length,
      totalHT: total((bill) => bill.totalHT),
      totalTTC: total((bill) => bill.totalTTC),
      month: some[0] ? monthOf(some[0]) : '',
    }
  })
}

/** The list of these bills and its summary, narrowed as the request asks and in the order given. */
export function billList(bills: readonly Bill[]) {
  const narrowed = (query: URLSearchParams) =>
    bills.filter(
      (bill) =>
        (!query.has('year') ||
          new Date(dayOf(bill)).getUTCFullYear() === Number(query.get('year'))) &&
        (!query.has('clientId') || bill.clientId === query.get('clientId')) &&
        `${bill.ref} ${bill.client} ${bill.serviceName}`
          .toLowerCase()
          .includes((query.get('q') ?? '').toLowerCase()),
    )
  const viewOf = (query: URLSearchParams) => (query.get('status') ?? 'all') as View
  return [
    http.get(at(`/bill/${USER}/all/${PROFILE}`), ({ request }) => {
      const query = new URL(request.url).searchParams
      const data = narrowed(query).filter((bill) => isIn(viewOf(query), bill))
      return HttpResponse.json(
        { status: 0, result: { data } },
        { headers: { 'x-total-count': String(data.length) } },
      )
    }),
    http.get(at(`/bill/${USER}/summary/${PROFILE}`), ({ request }) => {
      const query = new URL(request.url).searchParams
      const found = narrowed(query)
      const listed = found.filter((bill) => isIn(viewOf(query), bill))
      const issued = listed.filter((bill) => isIn('issued', bill))
      const owed = (some: readonly Bill[]) => some.reduce((sum, bill) => sum + bill.outstanding, 0)
      const late = bills.filter(({ state }) => state === 'late')
      const views = VIEWS.map(
        (view) => [view, found.filter((bill) => isIn(view, bill)).length] as const,
      )
      return ok({
        views: Object.fromEntries(views) as BillSummary['views'],
        months: sumsBy(listed, monthOf),
        totals: sumsBy(issued.length > 0 ? issued : listed, ({ currency }) => currency),
        profile: {
          count: bills.length,
          years: bills.map((bill) => new Date(dayOf(bill)).getUTCFullYear()),
          clients: bills.flatMap(({ clientId, client }) =>
            clientId ? [{ id: clientId, name: client }] : [],
          ),
          totals: sumsBy(bills, ({ currency }) => currency).map(
            ({ currency, count, totalHT, totalTTC }) => ({
              currency,
              count,
              totalHT,
              totalTTC,
              totalTva: 0,
              paidAmount: 0,
              outstanding: owed(bills),
              lateCount: late.length,
              lateAmount: owed(late),
            }),
          ),
        },
      } satisfies BillSummary)
    }),
  ]
}
