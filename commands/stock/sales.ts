import type { RecordCommands } from '#commands/records.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { writtenAtOnce } from '#commands/kernel/written-at-once.ts'
import { enteredRow } from '#domain/finance/entered-amounts.values.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMinor } from '#domain/kernel/money.ts'
import { recordDecider, type RecordState } from '#domain/kernel/records/record-decider.ts'
import { Product } from '#domain/stock/product.record.ts'
import { type Sale, saleDay } from '#domain/stock/sale.ts'

/** Where the income of a sale is booked. @unit rate: hundredths of a percent */
export type SaleIncome = Pick<OwnTransaction, 'profileId' | 'bankAccountType'> & {
  readonly rate: number
}

/** The books, of another context. */
type SalePorts = {
  /** Adds an income, or brings it back with these facts. */
  readonly putIncome: (id: string, facts: OwnTransaction, meta: CommandMeta) => Promise<unknown>
  /** Does nothing where there is no such income. */
  readonly removeIncome: (id: string, meta: CommandMeta) => Promise<unknown>
}

type Result = Promise<CommandResult<RecordState<typeof Product>>>

/** The one income of a product's sale: each process derives the same id. */
const incomeIdOf = (owner: string, id: string): string =>
  ulidFrom(`income of product ${owner} ${id}`)

/** The income is another stream, whose version the caller has not seen. */
function besides(meta: CommandMeta, what: string): CommandMeta {
  const { version: _, ...rest } = meta
  return { ...rest, commandId: derivedUuid(meta.commandId, what) }
}

/**
 * The income of a sale: what was collected, paid on its day. Without that, its price is waited for
 * from then on.
 */
function incomeOf(
  { name, currency }: { readonly name: string; readonly currency: string },
  sale: Sale,
  { rate, ...books }: SaleIncome,
): OwnTransaction {
  const isPaid = sale.collectedPrice > 0
  const day = saleDay(sale)
  const gross = toMinor(isPaid ? sale.collectedPrice : sale.sellingPrice, currency) ?? 0
  const row = enteredRow('gross', gross, rate)
  return {
    ...PLAIN_DOCUMENT,
    ...books,
    operation: 'in',
    kind: 'sale',
    label: name,
    reference: '',
    currency,
    vat: row === null ? [] : [row],
    paymentDay: isPaid ? day : '',
    expectedDay: isPaid ? '' : day,
    nature: 'goods',
  }
}

/** Sales of products, with their income. */
export function saleCommands(handler: CommandHandler, { putIncome, removeIncome }: SalePorts) {
  const decider = recordDecider(Product)
  const change = (
    id: string,
    values: Partial<Sale> & { readonly sold: boolean },
    meta: CommandMeta,
  ): Result => handler.run(decider, id, { type: 'Change', values }, meta)
  /** The income of a sale that is none any more. */
  const withoutIncome = (id: string, meta: CommandMeta) =>
    removeIncome(incomeIdOf(meta.owner, id), besides(meta, 'income'))
  return {
    /**
     * @param income null: none is booked
     * @throws NOT_FOUND · STALE_VERSION · RULE_BROKEN · what the income is refused for
     */
    async sell(id: string, sale: Sale, income: SaleIncome | null, meta: CommandMeta): Result {
      const state = (await handler.load(decider, id, meta.owner))?.state
      if (state?.status !== 'live') throw refusal('NOT_FOUND', { id })
      return writtenAtOnce(handler, meta, async (grouped) => {
        const sold = await change(id, { ...sale, sold: true }, grouped)
        if (income !== null)
          await putIncome(
            incomeIdOf(meta.owner, id),
            incomeOf(state.values, sale, income),
            besides(grouped, 'income'),
          )
        return sold
      })
    },
    /** Takes the sale back, and its income. The price stays: it is asked for again. */
    unsell: (id: string, meta: CommandMeta): Result =>
      writtenAtOnce(handler, meta, async (grouped) => {
        const unsold = await change(id, { sold: false, sellingDate: 0, collectedPrice: 0 }, grouped)
        await withoutIncome(id, grouped)
        return unsold
      }),
    withoutIncome,
  }
}
export type SaleCommands = ReturnType<typeof saleCommands>

/** Commands of records: a product that is changed to not sold loses the income of its sale. */
export const recordsWithSales = (
  records: RecordCommands,
  sales: Pick<SaleCommands, 'withoutIncome'>,
) => ({
  ...records,
  async change(...[type, id, values, meta]: Parameters<RecordCommands['change']>) {
    const changed = await records.change(type, id, values, meta)
    if (type.name === Product.name && values['sold'] === false) await sales.withoutIncome(id, meta)
    return changed
  },
})
