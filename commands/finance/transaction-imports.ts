import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { readTable } from '#commands/kernel/csv-table.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { XmlTooDeep } from '#commands/kernel/xml-depth.ts'
import { xmlTree } from '#commands/kernel/xml-tree.ts'
import type { RowAct, TransactionFile } from '#domain/finance/import.values.ts'
import { receivedInvoice, type ReceivedInvoice } from '#domain/finance/import/received-invoice.ts'
import { type Statement, statementIn } from '#domain/finance/import/statement-lines.ts'
import {
  checkOwnTransaction,
  checkPaymentDay,
  type OwnTransaction,
  PLAIN_DOCUMENT,
} from '#domain/finance/own-transaction.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import type { TransactionType } from '#domain/finance/transaction.values.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { fileText } from '#domain/kernel/file-text.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { TransactionCommands } from './transactions.ts'

/** A row of a file, as the transaction that it would be. */
export type PlannedTransaction = {
  readonly id: string
  readonly act: Exclude<RowAct, 'alike'>
  readonly facts: OwnTransaction
}
export type PlannedTransactions = {
  readonly kind: TransactionFile
  readonly rows: readonly PlannedTransaction[]
  readonly lost: Statement['lost']
}
/** A row that was chosen, with its type. */
export type ChosenRow = { readonly id: string; readonly type?: TransactionType | undefined }

/** The account whose file it is. */
export type ImportedAccount = { readonly profileId: string; readonly currency: Currency }

const importRefusal = catalogue({
  TRANSACTION_FILE_TOO_LARGE: 'too-large',
  TRANSACTION_FILE_UNREADABLE: 'invalid',
  TRANSACTION_FILE_SUMS: 'invalid',
})

/** Largest invoice, its attachments included. @unit bytes */
const LARGEST_INVOICE = 5_000_000
const LONGEST = { label: 200, reference: 100 } as const

const looksLikeXml = (bytes: Uint8Array): boolean =>
  fileText(bytes.subarray(0, 1_000))
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('<')

/** Files of banks and suppliers. */
export function transactionImportCommands(
  handler: CommandHandler,
  transactions: Pick<TransactionCommands, 'put'>,
) {
  async function plannedAs(
    owner: string,
    key: string,
    facts: OwnTransaction,
  ): Promise<PlannedTransaction> {
    const id = ulidFrom(`transaction import ${owner} ${facts.profileId} ${key}`)
    const state = (await handler.load(transactionDecider, id, owner))?.state
    return { id, act: state?.status === 'live' ? 'known' : 'add', facts }
  }

  /** Lines that are alike within a file are told apart by their order. */
  async function ofStatement({ lines, lost }: Statement, owner: string, profileId: string) {
    const seen = new Map<string, number>()
    const rows: PlannedTransaction[] = []
    for (const { day, amountMinor, currency, label } of lines) {
      const key = `${day} ${amountMinor} ${currency} ${label}`
      const times = (seen.get(key) ?? 0) + 1
      seen.set(key, times)
      const facts: OwnTransaction = {
        ...PLAIN_DOCUMENT,
        profileId,
        operation: amountMinor > 0 ? 'in' : 'out',
        kind: amountMinor > 0 ? 'sale' : 'purchase',
        label: label.slice(0, LONGEST.label),
        reference: '',
        currency,
        vat: [{ rate: 0, baseMinor: Math.abs(amountMinor), amountMinor: 0 }],
        paymentDay: day,
        expectedDay: '',
        bankAccountType: 'professional',
      }
      rows.push(await plannedAs(owner, `${key} ${times}`, facts))
    }
    return { kind: 'statement', rows, lost } as const
  }

  async function ofInvoice(invoice: ReceivedInvoice, owner: string, profileId: string) {
    const sign = invoice.grossMinor < 0 ? -1 : 1
    const facts: OwnTransaction = {
      ...PLAIN_DOCUMENT,
      profileId,
      // Money back from a supplier comes in.
      operation: invoice.isCredit === sign > 0 ? 'in' : 'out',
      kind: 'purchase',
      label: invoice.supplier.slice(0, LONGEST.label),
      reference: invoice.number.slice(0, LONGEST.reference),
      currency: invoice.currency,
      vat: invoice.vat.map(({ rate, baseMinor, amountMinor }) => ({
        rate,
        baseMinor: sign * baseMinor,
        amountMinor: sign * amountMinor,
      })),
      paymentDay: '',
      expectedDay: invoice.dueDay || invoice.day,
      documentDay: invoice.day,
      bankAccountType: 'professional',
      region: invoice.region,
      ...(invoice.foreignVat && { foreignVat: true }),
    }
    const key = `invoice ${invoice.supplier} ${invoice.number} ${invoice.isCredit}`
    return { kind: 'invoice', rows: [await plannedAs(owner, key, facts)], lost: [] } as const
  }

  /**
   * The transactions of a file; nothing is written.
   *
   * @throws TRANSACTION_FILE_TOO_LARGE · TRANSACTION_FILE_UNREADABLE · TRANSACTION_FILE_SUMS
   */
  async function plan(
    owner: string,
    bytes: Uint8Array,
    { profileId, currency }: ImportedAccount,
  ): Promise<PlannedTransactions> {
    if (looksLikeXml(bytes)) {
      if (bytes.length > LARGEST_INVOICE) throw importRefusal('TRANSACTION_FILE_TOO_LARGE')
      const root = await xmlTree(fileText(bytes)).catch((error: unknown) => {
        if (error instanceof XmlTooDeep) return null
        throw error
      })
      const invoice = root === null ? 'form' : receivedInvoice(root)
      if (invoice === 'form') throw importRefusal('TRANSACTION_FILE_UNREADABLE')
      if (invoice === 'sums') throw importRefusal('TRANSACTION_FILE_SUMS')
      return ofInvoice(invoice, owner, profileId)
    }
    const table = await readTable(bytes)
    if (table === 'size') throw importRefusal('TRANSACTION_FILE_TOO_LARGE')
    const statement = table === 'form' ? null : statementIn(table, currency)
    if (statement === null) throw importRefusal('TRANSACTION_FILE_UNREADABLE')
    return ofStatement(statement, owner, profileId)
  }

  return {
    plan,
    /**
     * Adds the chosen rows, or all; one that is here stays as it is.
     *
     * @throws as `plan` · TRANSACTION_NOT_VALID · TRANSACTION_PAID_LATER
     */
    async import(
      bytes: Uint8Array,
      account: ImportedAccount,
      { chosen, today }: { readonly chosen?: readonly ChosenRow[]; readonly today: Day },
      meta: CommandMeta,
    ): Promise<{ added: number; known: number; position: Position }> {
      const { rows } = await plan(meta.owner, bytes, account)
      const types = new Map(chosen?.map(({ id, type }) => [id, type]))
      const wanted = rows.filter(({ id }) => chosen === undefined || types.has(id))
      const toAdd = wanted
        .filter(({ act }) => act === 'add')
        .map(({ id, facts }) => ({ id, facts: { ...facts, kind: types.get(id) ?? facts.kind } }))
      // All are judged before the first is written.
      for (const { facts } of toAdd) {
        checkOwnTransaction(facts, today)
        checkPaymentDay(facts.paymentDay, today)
      }
      let position = START
      for (const { id, facts } of toAdd)
        position = (
          await transactions.put(id, facts, {
            ...meta,
            commandId: derivedUuid(meta.commandId, id),
          })
        ).position
      return { added: toAdd.length, known: wanted.length - toAdd.length, position }
    },
  }
}
export type TransactionImportCommands = ReturnType<typeof transactionImportCommands>
