import type { Facts } from '#commands/facts.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { buildCommands } from '#commands/product.ts'
import { vatReturnOf } from '#domain/finance/vat-return.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { addDays } from '#domain/kernel/time.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { quietGateways } from '#tests/doubles/gateways.ts'

/**
 * Facts of a log without read models: there are no uses and no role holders, and returns are nil.
 */
const noFacts: Facts = {
  dependents: async () => ({ count: 0, newest: [] }),
  recordsNaming: async () => [],
  naming: async () => [],
  documentUses: async () => new Map(),
  storedFiles: async () => ({
    own: { files: 0, bytes: 0 },
    received: { files: 0, bytes: 0 },
  }),
  profileIds: async () => [],
  vatReturn: async (_, profileId, from) => {
    const period = { from, to: addDays(from, 80), periodicity: 'quarterly' } as const
    return {
      declared: { profileId, period, figures: vatReturnOf([]), lastFact: null },
      previous: null,
    }
  },
  nextProjectRef: async () => 'CT-1',
  received: async () => [],
  receiptsWithoutEuros: async () => [],
  unionServices: async () => ({ services: [], withoutEuros: [] }),
  profileIdsSoFar: async () => [],
  openDeposits: async () => [],
  billedOn: async () => 0,
  contributionTerms: async () => null,
  contributionCharges: async () => [],
  mailing: async () => ({
    sender: { name: '', address: '' },
    contacts: [],
    templates: [],
    contractTemplates: [],
    lastRecipients: [],
  }),
  owedBills: async () => [],
  approvalLink: async () => null,
  jobSearch: async () => ({ sources: [], questions: [], published: [] }),
  newSuggestions: async () => [],
  countsSuggestions: async () => false,
  openJobs: async () => [],
  jobDigest: async () => null,
  jobHunters: async () => [],
  oldJobs: async () => ({ jobs: [], count: 0, kept: 0 }),
  issuedBills: async () => ({ count: 0, lastDay: '' }),
  acceptedQuotes: async () => ({ count: 0, lastDay: '' }),
  timeZoneOf: async () => 'Europe/Paris',
  legalRates: async () => [],
  recordsLike: async () => [],
  roles: async () => [],
  rolesOf: async () => [],
  countHolders: async () => 0,
  activeHolders: async () => new Set(),
}

/**
 * The product's commands on a log, for a test that sends them itself. A bill's paper is its number.
 */
export function commandsOn(
  store: EventStore,
  clock: Clock = { now: Date.now },
  facts: Partial<Facts> = {},
) {
  const handler = createHandler({ store, clock })
  const commands = buildCommands({
    handler,
    store,
    documents: memoryDocuments(),
    gateways: quietGateways,
    facts: { ...noFacts, ...facts },
    clock,
    newId: newUlid,
  })
  return { handler, commands }
}
