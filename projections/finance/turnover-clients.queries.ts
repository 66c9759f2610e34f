import type { Currency } from '#domain/kernel/money.ts'
import { bills, isIssued } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import { amountsIn, countedIn, EURO_SUMS, transactions } from './transactions.ts'
import { turnoverSign } from '#domain/finance/transaction.values.ts'
import { noTurnover, type TurnoverSums } from './turnover.queries.ts'

/**
 * A client's turnover in a year. `projectId` is empty without a contract, `clientId` for a client
 * who pays without a bill.
 */
type ClientTurnover = {
  readonly clientId: string
  readonly client: string
  readonly projectId: string
  readonly contract: string
  readonly sums: TurnoverSums
  readonly before: TurnoverSums
}

/** The read models of the turnover by client. */
export const turnoverClientReads = { ...projectRowReads, bills, transactions }

/** Kept sums of a profile's bills and payments, by client, contract and month. */
const BILLED = {
  by: [
    'profileId',
    'currency',
    'type',
    'state',
    'listMonth',
    'projectId',
    'clientId',
    'clientName',
  ],
  of: ['netMinor', 'vatMinor', 'euroNetMinor', 'euroVatMinor'],
} as const
/** The clients that bills name, each once, whatever the month. */
const NAMED = { by: ['profileId', 'currency', 'clientId', 'clientName'], of: ['netMinor'] } as const
const RECEIVED = {
  by: [
    'profileId',
    'currency',
    'operation',
    'kind',
    'status',
    'reversed',
    'listMonth',
    'projectId',
    'client',
  ],
  of: ['netMinor', 'vatMinor', 'grossMinor', ...EURO_SUMS],
} as const

/**
 * The largest received first, then the largest billed. A payment finds its client by the name that
 * its bill froze.
 */
export async function turnoverByClient(
  read: Read<typeof turnoverClientReads>,
  owner: string,
  profileId: string,
  currency: Currency,
  year: number,
): Promise<readonly ClientTurnover[]> {
  const listMonth = { $gte: `${year - 1}-01`, $lte: `${year}-12` }
  const of = { owner, profileId, ...countedIn(currency) }
  const [contracts, named, billed, received] = await Promise.all([
    projectsOf(read, owner, profileId),
    read.bills.sum({ where: of }, NAMED),
    read.bills.sum({ where: { ...of, listMonth } }, BILLED),
    read.transactions.sum({ where: { ...of, listMonth } }, RECEIVED),
  ])
  const byId = new Map(contracts.map((contract) => [contract._id, contract]))
  const idOfName = new Map(named.map(({ key }) => [key.clientName, key.clientId]))
  const rows = new Map<string, ClientTurnover>()
  const sumsOf = (
    month: string,
    projectId: string,
    clientId: string,
    client: string,
  ): TurnoverSums => {
    const contract = byId.get(projectId)
    const id = contract?.terms?.clientId || clientId
    const key = `${id || client} ${contract?._id ?? ''}`
    const row = rows.get(key) ?? {
      clientId: id,
      client: contract?.client || client,
      projectId: contract?._id ?? '',
      contract: contract?.title || contract?.ref || '',
      sums: noTurnover(),
      before: noTurnover(),
    }
    rows.set(key, row)
    return month.startsWith(String(year)) ? row.sums : row.before
  }
  for (const { key, sums } of received) {
    const sign = turnoverSign(key)
    if (sign === 0 || key.status !== 'paid' || key.reversed) continue
    const to = sumsOf(key.listMonth, key.projectId, idOfName.get(key.client) ?? '', key.client)
    const { netMinor, vatMinor } = amountsIn(currency, sums)
    to.receiptsMinor += sign * netMinor
    to.receiptsVatMinor += sign * vatMinor
  }
  for (const { key, sums } of billed) {
    if (!isIssued(key.state)) continue
    const sign = key.type === 'creditNote' ? -1 : 1
    const to = sumsOf(key.listMonth, key.projectId, key.clientId, key.clientName)
    to.invoicedMinor += sign * (currency === 'EUR' ? sums.euroNetMinor : sums.netMinor)
    to.invoicedVatMinor += sign * (currency === 'EUR' ? sums.euroVatMinor : sums.vatMinor)
  }
  return [...rows.values()].sort(
    (a, b) =>
      b.sums.receiptsMinor - a.sums.receiptsMinor || b.sums.invoicedMinor - a.sums.invoicedMinor,
  )
}
