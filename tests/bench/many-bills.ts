import { chained } from '#commands/kernel/hash-chain.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { formatRef, PATTERNS } from '#domain/billing/number-series.ts'
import { idOf, type RecordedEvent, START } from '#domain/kernel/event.ts'
import type { DecidedEvent } from '#domain/kernel/ports/event-store.ts'
import { openLog } from '#workers/operations/archive.ts'
import { dataOf, startProcess } from './server.ts'
import { draft, register, type Tenant } from './tenant.ts'

/** The user name of the account with many bills. */
export const MANY = 'many'
/** Bills whose events are appended together. */
const BATCH = 400

/** Issues a draft. */
export async function issue({ call, userId, profileId }: Tenant, id: string): Promise<void> {
  dataOf(await call('PUT', `bill/${userId}/${profileId}/${id}/issue`, {}))
}

/** The events of the next numbers' bills, by stream: other ids, at the same cost of reading. */
function copies(events: readonly RecordedEvent[], billId: string) {
  const issued = events.find(({ type }) => type === 'BillIssued')
  const income = events.find(({ type }) => type === 'IncomeExpected')
  if (!issued || !income) throw new Error('The bill was not issued and booked')
  const { ref, issuanceId } = issued.data as { ref: string; issuanceId: string } // its own data
  const year = Number(ref.slice(0, 4))
  return (number: number): ReadonlyMap<string, readonly DecidedEvent[]> => {
    const id = ulidFrom(`bill ${number} ${billId}`)
    const texts = [
      [billId, id],
      [issuanceId, ulidFrom(`issuance ${number} ${billId}`)],
      [idOf(income.stream), ulidFrom(`${id}/expected`)],
      [`"${ref}"`, `"${formatRef(PATTERNS.invoice, year, number)}"`],
      ['"number":1,', `"number":${number},`],
    ] as const
    const copy = <T>(value: T): T =>
      JSON.parse(
        texts.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)),
      ) as T // it differs in texts and a figure
    const grouped = Map.groupBy(events, ({ stream }) => copy(stream))
    return new Map(
      Array.from(grouped, ([stream, group]) => [
        stream,
        group.map(({ id: eventId, type, data, meta }) => {
          const { personal: _, prevHash: __, hash: ___, ...rest } = meta
          const commandId = derivedUuid(meta.commandId, number)
          return {
            id: derivedUuid(eventId, number),
            type,
            data: copy(data),
            meta: { ...rest, commandId },
          }
        }),
      ]),
    )
  }
}

/**
 * Gives the user `many` as many open bills of one year, in the data directory of a stopped product.
 * The product itself issues the first one; the others repeat its events.
 */
export async function writeManyBills(directory: string, count: number): Promise<void> {
  const server = await startProcess('tests/bench/http-server.ts', directory)
  let billId = ''
  try {
    const tenant = await register(server.port, MANY)
    billId = await draft(tenant)
    await issue(tenant, billId)
  } finally {
    await server.stop()
  }
  const ending: (() => unknown)[] = []
  try {
    const store = await openLog({ DATA_DIR: directory }, ending)
    const { events } = await store.readAll(START, { limit: 1_000 })
    const ofBill = events.filter((event) => JSON.stringify(event).includes(billId))
    const tails = new Map(
      events.map(({ stream, revision, meta: { hash } }) => [stream, { revision, hash }]),
    )
    const copy = copies(ofBill, billId)
    let appended: Promise<unknown>[] = []
    for (let number = 2; number <= count; number++) {
      for (const [stream, decided] of copy(number)) {
        const tail = tails.get(stream) ?? { revision: -1, hash: '' }
        const written = (await store.personal?.encrypted(stream, decided, [])) ?? decided
        const linked = chained(stream, tail.hash, written)
        const hash = linked.at(-1)?.meta.hash ?? ''
        appended.push(store.append(stream, tail.revision, linked))
        if (tails.has(stream)) tails.set(stream, { revision: tail.revision + linked.length, hash })
      }
      if (number % BATCH > 0 && number < count) continue
      await Promise.all(appended)
      appended = []
    }
  } finally {
    for (const end of ending) await end()
  }
}
