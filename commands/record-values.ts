import { refusal } from '#domain/kernel/errors.ts'
import type { Values } from '#domain/kernel/records/field.ts'
import type { RecordType, Wire } from '#domain/kernel/records/record.ts'
import { slugOf } from '#domain/site/page-address.ts'
import type { Facts } from './facts.ts'

/** Values that one record of an owner alone may have: unique fields, and page addresses. */
export function ownValues(facts: Pick<Facts, 'recordsLike'>) {
  /**
   * @throws RECORD_ALREADY_THERE when another record holds the same values in the fields that are
   * unique together
   */
  async function assertAlone(
    type: RecordType,
    id: string,
    values: Values,
    owner: string,
  ): Promise<void> {
    if (type.unique.length === 0) return
    const unique = Object.fromEntries(
      type.unique.map((key) => [key, values[key] ?? type.fields[key]?.empty]),
    )
    const others = await facts.recordsLike(owner, type.name, unique)
    if (others.every((other) => other === id)) return
    throw refusal(
      'RECORD_ALREADY_THERE',
      {},
      type.unique.map((path) => ({ path, code: 'RECORD_ALREADY_THERE' })),
    )
  }

  /** An address made of the record's title: the first that no other record has. */
  async function freeAddress(
    type: RecordType,
    id: string,
    title: unknown,
    owner: string,
  ): Promise<string> {
    const at = type.addressed?.at ?? ''
    const base = slugOf(typeof title === 'string' ? title : '') || id.toLowerCase()
    for (let count = 1; ; count++) {
      const address = count === 1 ? base : `${base}-${count}`
      const holders = await facts.recordsLike(owner, type.name, { [at]: address })
      if (holders.every((other) => other === id)) return address
    }
  }
  /** Values of an addition or a change, whose address is made where it is left empty. */
  async function addressed<T extends RecordType>(
    type: T,
    id: string,
    values: Partial<Wire<T>>,
    present: Values,
    owner: string,
  ): Promise<Partial<Wire<T>>> {
    if (type.addressed === null) return values
    const { at, of } = type.addressed
    const all: Values = { ...present, ...values }
    if (all[at]) return values
    return { ...values, [at]: await freeAddress(type, id, all[of], owner) }
  }

  return { assertAlone, addressed }
}
