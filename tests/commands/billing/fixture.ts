import { createHash } from 'node:crypto'
import { billCommands } from '#commands/billing/bills.ts'
import type { NewBill } from '#commands/billing/draft-content.ts'
import { billIssuance } from '#commands/billing/issue-bill.ts'
import { NO_TERMS } from '#domain/billing/terms.values.ts'
import { LEGAL_RATES } from '#domain/billing/legal-rates.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import type { Buyer, Seller } from '#domain/billing/content.ts'
import { paymentBooks } from '#commands/finance/book-payment.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { billDecider } from '#domain/billing/bill.ts'
import type { IssuedBill } from '#domain/billing/bill-facts.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { seriesDecider, seriesId } from '#domain/billing/number-series.ts'
import { quotedLines } from '#commands/quotes/quoted-lines.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { buyer, CLIENT, content, PROFILE, PROJECT, seller } from '#tests/domain/billing/builders.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { eventLog } from '#tests/doubles/event-log.ts'

/** 20 November 2026, 10:00 in Paris. */
const NOW = Date.UTC(2026, 10, 20, 9)
export const TODAY = '2026-11-20'
export const OWNER = 'user-1'
const ISSUER = { owner: OWNER, profileId: PROFILE, siren: seller.siren }

/** A bill's number for tests: ULID-shaped, told apart by `n`. */
export const billId = (n: number): string => `01JD00000000000000000${String(n).padStart(5, '0')}`

/** The paper is what it shows, so that a test reads it. */
const render = async (bill: FrozenBill) => new TextEncoder().encode(JSON.stringify(bill))

let commandIds = 0
export const meta = (more: Partial<CommandMeta> = {}): CommandMeta => ({
  commandId: `command-${++commandIds}`,
  owner: OWNER,
  actor: { kind: 'user', id: OWNER, name: 'Anna Exemple' },
  ...more,
})

/** Everything billing needs, in memory. `parties` may be changed between commands. */
export function world({
  store = eventLog(),
  documents = memoryDocuments(),
  ports: other = {},
}: {
  store?: EventStore
  documents?: Documents
  ports?: Partial<BillingPorts>
} = {}) {
  const clock = { now: () => NOW }
  const handler = createHandler({ store, clock, random: () => 0 })
  const parties: { seller: Seller; buyer: Buyer } = {
    seller: { ...seller },
    buyer: { ...buyer, language: 'fr' },
  }
  const ports: BillingPorts = {
    ...paymentBooks(handler),
    quotedLines: quotedLines(handler),
    seller: async (owner, profileId) =>
      owner === OWNER && profileId === PROFILE
        ? { seller: parties.seller, simulation: false, terms: NO_TERMS }
        : null,
    buyer: async (owner, companyId) =>
      owner === OWNER && companyId === CLIENT ? parties.buyer : null,
    contract: async (owner, projectId) =>
      owner === OWNER && projectId === PROJECT
        ? {
            ...NO_TERMS,
            profileId: PROFILE,
            clientId: CLIENT,
            serviceName: 'Régie',
            currency: 'EUR',
            rate: 2000,
            paymentDays: 45,
            penaltyRate: 1000,
          }
        : null,
    billableDays: async (_owner, _profileId, _projectId, _year, month) => ({
      days: month === 10 ? 175_000 : 0,
      quantity: month === 10 ? 175_000 : 0,
      unit: 'day',
      lastDay: '2026-10-30',
      priceMinor: 47_550,
      rate: 2000,
      description: 'Régie, octobre 2026',
      missing: [],
    }),
    openDeposits: async () => [],
    contractLeft: async () => null,
    profilesOf: async () => [PROFILE],
    gone: async () => [],
    legalRates: async () => LEGAL_RATES,
    bankAccountType: async () => 'professional',
    renderPdf: render,
    ...other,
  }
  const issuance = billIssuance({ handler, documents, ports })
  const commands = billCommands(handler, issuance, ports)
  return {
    store,
    handler,
    documents,
    parties,
    issuance,
    commands,
    draft: (n: number, changes: Partial<NewBill> = {}) =>
      commands.draft(billId(n), { ...content, billType: 'invoice', ...changes }, TODAY, meta()),
    issue: (id: string, day = '', with_ = meta()) => commands.issue(id, PROFILE, TODAY, day, with_),
    async bill(id: string): Promise<IssuedBill> {
      const loaded = await handler.load(billDecider, id, OWNER)
      if (loaded?.state.status !== 'issued') throw new Error(`${id} is ${loaded?.state.status}`)
      return loaded.state
    },
    status: async (id: string) => (await handler.load(billDecider, id, OWNER))?.state.status,
    /** Numbers given, first to last. */
    async numbers(
      year = 2026,
      kind: 'invoice' | 'creditNote' = 'invoice',
    ): Promise<readonly { billId: string; number: number }[]> {
      const series = await handler.load(seriesDecider, seriesId(ISSUER, year, kind), OWNER)
      return (series?.events ?? []).flatMap(({ type, data }) =>
        type === 'NumberAllotted'
          ? [data as { billId: string; number: number }] // data of that event type
          : [],
      )
    },
  }
}
export type World = ReturnType<typeof world>

/**
 * Throws once, at the n-th operation that leaves the process: before it takes effect, or after.
 *
 * @param log `atomic` appends several streams in one operation, `by stream` in one each
 */
export function crashing(
  store: EventStore,
  documents: Documents,
  at: { operation: number; when: 'before' | 'after' },
  log: 'atomic' | 'by stream' = 'by stream',
) {
  let operations = 0
  let armed = false
  const around = async <T>(act: () => Promise<T>): Promise<T> => {
    const crash = armed && ++operations === at.operation
    if (crash && at.when === 'before') throw new Error('crash')
    const result = await act()
    if (crash) throw new Error('crash')
    return result
  }
  return {
    store: {
      ...store,
      append: (...args: Parameters<EventStore['append']>) => around(() => store.append(...args)),
      ...(log === 'atomic' && {
        appendAll: (...args: Parameters<EventStore['appendAll']>) =>
          around(() => store.appendAll(...args)),
      }),
    },
    documents: {
      ...documents,
      keep: (...args: Parameters<Documents['keep']>) => around(() => documents.keep(...args)),
    },
    arm: () => (armed = true),
    crashed: () => operations >= at.operation,
  }
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')
