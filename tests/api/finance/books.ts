import { paymentBooks } from '#commands/finance/book-payment.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import type { Commands } from '#commands/product.ts'
import { billDecider } from '#domain/billing/bill.ts'
import type { BillContent } from '#domain/billing/content.ts'
import { type FrozenBill, vatDueOf } from '#domain/billing/frozen-bill.ts'
import type { VatChoice } from '#domain/profile/professional-info.ts'
import { frozenBill } from '#tests/domain/billing/frozen-bills.ts'

export const PROFILE = '01ARZ3NDEKTSV4RRFFQ69G5FA0'
let commands = 0
export const as = (owner: string): CommandMeta => ({
  commandId: `command-${++commands}`,
  owner,
  actor: { kind: 'user', id: owner, name: 'Anna Exemple' },
})

const contentOf = (frozen: FrozenBill, profileId: string): BillContent => ({
  profileId,
  projectId: '',
  clientId: '',
  clientName: frozen.buyer.name,
  serviceName: frozen.serviceName,
  serviceStart: '',
  serviceEnd: '',
  issueDate: frozen.issueDate,
  dueDate: frozen.dueDate,
  paymentDays: 30,
  currency: frozen.currency,
  includeVat: true,
  includePenalty: true,
  penaltyRate: frozen.penaltyRate,
  lines: frozen.lines.map(({ description, quantity, unit, unitPriceMinor, rate }) => ({
    description,
    quantity,
    unit,
    unitPriceMinor,
    rate,
    creditedLine: null,
  })),
  header: '',
  footer: '',
  purchaseOrder: '',
})

/** Bills in the state that billing leaves, made without its ports: drafted, issued, booked. */
export function bookkeeping(
  handler: CommandHandler,
  owner = 'user-1',
  profileId = PROFILE,
  projectId = '',
) {
  const books = paymentBooks(handler)
  return {
    books,
    async draft(id: string, changes: Partial<FrozenBill> = {}) {
      const frozen = frozenBill(changes)
      await handler.run(
        billDecider,
        id,
        {
          type: 'Draft',
          billType: frozen.type,
          content: { ...contentOf(frozen, profileId), projectId },
          creditNoteOf: null,
          source: null,
        },
        as(owner),
      )
      return frozen
    },
    async issue(id: string, changes: Partial<FrozenBill> = {}) {
      const frozen = await this.draft(id, changes)
      await handler.run(
        billDecider,
        id,
        { type: 'StartIssuance', issuanceId: id, series: 's', frozen: { ...frozen, ref: '' } },
        as(owner),
      )
      await handler.run(
        billDecider,
        id,
        {
          type: 'CompleteIssuance',
          issuanceId: id,
          number: 1,
          ref: frozen.ref,
          documentSha256: '',
        },
        as(owner),
      )
      return frozen
    },
    async pay(id: string, paymentId: string, day: string, amountMinor: number | null = null) {
      const { state } = await handler.run(
        billDecider,
        id,
        { type: 'Pay', paymentId, amountMinor, day },
        as(owner),
      )
      const payment =
        state.status === 'issued'
          ? state.payments.find((p) => p.paymentId === paymentId)
          : undefined
      if (state.status !== 'issued' || !payment) throw new Error('not paid')
      const { frozen } = state
      return books.bookPayment(
        {
          paymentId,
          billId: id,
          profileId,
          projectId: '',
          clientName: frozen.buyer.name,
          ref: frozen.ref,
          currency: frozen.currency,
          grossMinor: payment.amountMinor,
          vat: payment.vat,
          day,
          vatDue: vatDueOf(frozen, day),
        },
        as(owner),
      )
    },
    /** A refund for the books, at 20 % of VAT. */
    refund: (id: string, refundId: string, grossMinor: number, day: string) =>
      books.bookPayment(
        {
          paymentId: refundId,
          billId: id,
          profileId,
          projectId: '',
          clientName: '',
          ref: '',
          currency: 'EUR',
          grossMinor,
          vat: [{ rate: 2000, baseMinor: grossMinor / 1.2, amountMinor: grossMinor / 6 }],
          day,
          direction: 'out',
        },
        as(owner),
      ),
    collect: (id: string, day: string) =>
      handler.run(billDecider, id, { type: 'Collect', day }, as(owner)),
    uncollect: (id: string) => handler.run(billDecider, id, { type: 'Uncollect' }, as(owner)),
    async unpay(id: string, paymentId: string) {
      await handler.run(billDecider, id, { type: 'Unpay', paymentId }, as(owner))
      return books.reversePayment({ paymentId, billId: id }, as(owner))
    },
  }
}

/** The profile that the books are of. */
export const addBusiness = (commands: Pick<Commands, 'profile'>, vat: VatChoice) =>
  commands.profile.add(
    PROFILE,
    {
      type: 'AddProfessionalInfo',
      identity: {
        name: 'Fontanel Conseil',
        commercialName: '',
        legalStatus: 'EURL',
        siren: '',
        siret: '',
        rcs: '',
        shareCapitalMinor: 0,
        address: { street: '', postalCode: '', city: '', country: 'FR' },
        sector: '',
        website: '',
        startDate: '2024-01-01',
      },
      bank: { bankName: '', iban: '', accountType: 'business', currency: 'EUR' },
      vat,
    },
    as('user-1'),
  )
