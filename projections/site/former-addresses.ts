import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { RecordEvent } from '#domain/kernel/records/record-decider.ts'
import type { RecordType } from '#domain/kernel/records/record.ts'
import { Blog } from '#domain/site/blog.record.ts'
import { Content } from '#domain/site/content.record.ts'
import { defineProjection, type Handler, type Projection } from '#projections/kernel/projection.ts'

/** A record's address, and those that it had before, the newest first. */
export type AddressesDoc = Doc & { readonly address: string; readonly former: readonly string[] }

/** Addresses that a record is looked for at after it has moved. */
const FORMER_MAX = 20

/** The addresses that each record of a type has had. @param at the field with the address */
function formerAddresses(type: RecordType, at: string): Projection<AddressesDoc> {
  const addressesOf: Handler<RecordEvent<RecordType>, AddressesDoc> = (
    doc,
    { data, meta },
    key,
  ) => {
    const given = data.values[at]
    const address = typeof given === 'string' ? given : (doc?.address ?? '')
    if (doc === null) return { _id: key, owner: meta.owner, address, former: [] }
    if (address === doc.address) return doc
    const former = [doc.address, ...doc.former].filter((one) => one !== '' && one !== address)
    return { ...doc, address, former: [...new Set(former)].slice(0, FORMER_MAX) }
  }
  return defineProjection<RecordEvent<RecordType>, AddressesDoc>({
    name: `${type.name}Addresses`,
    version: 1,
    on: {
      [type.events.added]: addressesOf,
      [type.events.changed]: addressesOf,
      [type.events.removed]: () => null,
      [type.events.restored]: addressesOf,
    },
    indexes: [{ fields: ['owner'] }],
  })
}

export const articleAddresses = formerAddresses(Blog, 'slug')
export const pageAddresses = formerAddresses(Content, 'url')
