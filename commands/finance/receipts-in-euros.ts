import type { Facts, ReceivedAsked } from '#commands/facts.ts'
import { catalogue } from '#domain/kernel/errors.ts'

const eurosRefusal = catalogue({ RECEIPTS_WITHOUT_EUROS: 'conflict' })

/** Names that a refusal lists at most. */
const NAMED = 5

/**
 * A declaration is in euros, of all receipts.
 *
 * @throws RECEIPTS_WITHOUT_EUROS naming the receipts in other currencies without an amount in euros
 */
export async function assertInEuros(
  facts: Pick<Facts, 'receiptsWithoutEuros'>,
  asked: Omit<ReceivedAsked, 'currency'>,
): Promise<void> {
  const names = await facts.receiptsWithoutEuros(asked)
  if (names.length === 0) return
  const shown = names.slice(0, NAMED).join(', ')
  throw eurosRefusal('RECEIPTS_WITHOUT_EUROS', {
    count: names.length,
    receipts: names.length > NAMED ? `${shown}…` : shown,
  })
}
