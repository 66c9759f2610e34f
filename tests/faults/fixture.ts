import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { newUlid } from '#commands/kernel/ids.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { tellDemoYear } from '#commands/operations/demo-data.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import { Product } from '#domain/stock/product.record.ts'
import { commandsOn } from '#tests/kernel/commands.ts'

const empty = (type: RecordType) =>
  Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, field.empty]))
/** Record and field that each of several writers writes. */
const WRITTEN: readonly (readonly [RecordType, string])[] = [
  [Company, 'name'],
  [Contact, 'lastName'],
  [Product, 'name'],
  [Company, 'name'],
]

/** Commands sent to a log by the test itself: what other processes would have written. */
export function business(store: EventStore) {
  const told = commandsOn(store)
  const { records } = told.commands
  const meta = (owner: string): CommandMeta => ({
    commandId: newUlid(),
    owner,
    actor: { kind: 'user', id: owner },
  })
  const owners = Array.from({ length: 5 }, () => newUlid())

  /** A freelancer's year, which touches every read model. */
  const tellYear = () => tellDemoYear(told, newUlid(), Date.now())

  /**
   * Adds, changes and removes records, several at once, until told to stop or so many events are
   * written. With a pause of 200 ms there are some 40 a second.
   */
  function flow(events = Number.POSITIVE_INFINITY, pauseMs = 0) {
    let going = true
    let written = 0
    const write = async ([type, field]: (typeof WRITTEN)[number]) => {
      for (let i = 0; going && written < events; i++) {
        await pause(pauseMs)
        const owner = owners[i % owners.length] ?? ''
        const id = newUlid()
        await records.add(type, id, { ...empty(type), [field]: `Atelier ${i}` }, meta(owner))
        await records.change(type, id, { [field]: `Moulin ${i}` }, meta(owner))
        written += 2
        if (i % 3 === 0) {
          await records.remove(type, id, meta(owner))
          written++
        }
      }
    }
    const ended = Promise.all(WRITTEN.map(write))
    const stop = async () => {
      going = false
      await ended
    }
    onTestFinished(stop)
    return { ended, stop }
  }

  return { tellYear, flow }
}
