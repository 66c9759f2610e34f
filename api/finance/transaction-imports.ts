import type {
  PlannedTransaction,
  TransactionImportCommands,
} from '#commands/finance/transaction-imports.ts'
import {
  type ReadTransaction,
  transactionImportRoutes as routes,
} from '#contract/finance/transaction-imports.contract.ts'
import { netMinorOf, vatMinorOf } from '#domain/finance/transaction.ts'
import { fromRate, toMajor } from '#domain/kernel/money.ts'
import { addDays, dayIn, daysBetween, epochOrZero } from '#domain/kernel/time.ts'
import { type TransactionDoc, transactions } from '#projections/finance/transactions.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Api } from '../kernel/api.ts'

/** A bank books a payment some days before or after it is noted. @unit days */
const APART = 5

const grossOf = ({ facts }: PlannedTransaction): number => netMinorOf(facts) + vatMinorOf(facts)
const dayOf = ({ facts }: PlannedTransaction) =>
  facts.paymentDay || facts.documentDay || facts.expectedDay

/** The rows that a payment of the books is like, as a bill's that was noted before. */
async function alikeIn(
  model: ReadModel<TransactionDoc>,
  owner: string,
  rows: readonly PlannedTransaction[],
): Promise<ReadonlySet<string>> {
  const open = rows.filter(({ act, facts }) => act === 'add' && facts.paymentDay !== '')
  const days = open.map(dayOf).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const { items } = await model.find({
    filter: {
      where: {
        owner,
        profileId: open[0]?.facts.profileId ?? '',
        reversed: false,
        paymentDay: { $gte: addDays(first, -APART), $lte: addDays(last, APART) },
      },
    },
  })
  const left = [...items]
  return new Set(
    open.flatMap((row) => {
      const at = left.findIndex(
        (doc) =>
          doc.operation === row.facts.operation &&
          doc.currency === row.facts.currency &&
          doc.grossMinor === grossOf(row) &&
          Math.abs(daysBetween(doc.paymentDay, dayOf(row))) <= APART,
      )
      if (at === -1) return []
      left.splice(at, 1)
      return [row.id]
    }),
  )
}

function toWire(row: PlannedTransaction, alike: ReadonlySet<string>): ReadTransaction {
  const { id, act, facts } = row
  const { operation, kind, label, reference, currency, vat } = facts
  return {
    id,
    act: alike.has(id) ? 'alike' : act,
    operation,
    type: kind,
    label,
    reference,
    date: epochOrZero(dayOf(row)),
    currency,
    amountTTC: toMajor(grossOf(row), currency),
    details: vat.map(({ rate, baseMinor, amountMinor }) => ({
      rate: fromRate(rate),
      base: toMajor(baseMinor, currency),
      amount: toMajor(amountMinor, currency),
    })),
  }
}

/** Files of banks and suppliers. */
export function transactionImportsApi(api: Api, commands: TransactionImportCommands): void {
  api.serve(routes.read, { reads: { transactions } }, async ({ body, owner, read }) => {
    const { kind, rows, lost } = await commands.plan(owner, Buffer.from(body.file, 'base64'), body)
    const alike = await alikeIn(read.transactions, owner, rows)
    return { kind, rows: rows.map((row) => toWire(row, alike)), lost: [...lost] }
  })
  api.serve(routes.import, {}, ({ body, caller, now, meta }) =>
    commands.import(
      Buffer.from(body.file, 'base64'),
      body,
      {
        today: dayIn(now, caller.timeZone),
        ...(body.rows !== undefined && { chosen: body.rows }),
      },
      meta(),
    ),
  )
}
