import { setImmediate as nextTurn } from 'node:timers/promises'
import { entriesOf, verifyLog } from '#commands/kernel/verify.ts'
import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { START } from '#domain/kernel/event.ts'
import { INTEGRITY_CHECK } from '#domain/operations/process.values.ts'
import type { ExternalSealStore } from './external-seal.ts'
import type { Tool } from './processes.ts'
import { countUpTo, SealBroken } from './seal.ts'

/**
 * Facts between two looks at whether the run was stopped: at least so many, and a fiftieth of the
 * log.
 */
const LOOKS = 50
const LEAST = 500
/** Damages that a report names; more of them have one cause. */
const NAMED = 100

/**
 * Walks every chain of the log, and compares it with its seals. Changes nothing; a stopped run has
 * no result.
 */
export const integrityCheck = ({
  store,
  witness,
}: {
  readonly store: EventStore
  readonly witness: Pick<ExternalSealStore, 'read'>
}): Tool => ({
  name: INTEGRITY_CHECK,
  everyMs: 0,
  keptDays: null,
  async run({ tell, report }) {
    // A damaged log has no known length: the check goes on all the same.
    const of = await countUpTo(writtenIn(store), await store.head()).catch((error: unknown) => {
      if (error instanceof SealBroken) return 0
      throw error
    })
    const every = Math.max(LEAST, Math.ceil(of / LOOKS))
    async function* counted() {
      let done = 0
      for await (const entry of entriesOf(writtenIn(store))) {
        if (done % every === 0) {
          // The run's own facts make the log longer.
          await tell({ done, of: Math.max(done, of), counts: {} })
          await nextTurn()
        }
        done++
        yield entry
      }
    }
    const seals = await witness.read()
    const { damages, ...whole } = await verifyLog(store, {
      witnesses: seals ? [seals] : [],
      entries: counted(),
    })
    report({
      ...whole,
      damaged: damages.length,
      damages: damages
        .slice(0, NAMED)
        .map(({ what, detail, stream = '', revision = 0, position = START }) => ({
          what,
          detail,
          stream,
          revision,
          position,
        })),
    })
    return {}
  },
})
