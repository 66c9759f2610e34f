import { chained } from '#commands/kernel/hash-chain.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Seal } from '#domain/operations/seal.ts'
import { event } from '#tests/commands/kernel/events.ts'

/** Where the newest seal is kept outside the log. */
export function memoryWitness(): ExternalSealStore & { kept: Seal | null } {
  const witness = {
    kept: null as Seal | null,
    read: async () => witness.kept && { ...witness.kept, kept: 'the drawer' },
    async keep(seal: Seal) {
      witness.kept = seal
    },
  }
  return witness
}

/** Appends events to a stream, correctly chained. */
export async function write(
  store: EventStore,
  stream: string,
  ...data: readonly unknown[]
): Promise<void> {
  const { events, revision } = await store.readStream(stream, { direction: 'backwards', limit: 1 })
  await store.append(
    stream,
    revision,
    chained(
      stream,
      events[0]?.meta.hash ?? '',
      data.map((content) => event(content)),
    ),
  )
}
