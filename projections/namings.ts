import { Company } from '#domain/customers/company.record.ts'
import type { Naming } from '#domain/customers/merge.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { SavedFilter } from '#domain/profile/saved-filter.record.ts'
import { records } from '#domain/records.ts'
import { bills } from './billing/bills.ts'
import { quotes } from './quotes/quotes.ts'
import type { Projection } from './kernel/projection.ts'
import type { ReadModel } from './kernel/read-models.ts'
import { projects } from './projects/projects.ts'
import { recordsOf } from './records.ts'

/** The documents of a read model, once it holds the whole log. */
type Settled = <D extends Doc>(projection: Projection<D>) => Promise<ReadModel<D>>

/** Everything of an owner that names one of their records, and where. */
export async function namingsOf(
  settled: Settled,
  owner: string,
  entity: string,
  id: string,
): Promise<readonly Naming[]> {
  const ofRecords = records.map(async (type): Promise<readonly Naming[]> => {
    const paths = Object.entries(type.fields).flatMap(([path, { kind, references }]) =>
      kind === 'reference' && references === entity ? [path] : [],
    )
    const found = paths.map(async (path) => {
      const { items } = await (await settled(recordsOf(type))).find({
        filter: { where: { owner, [`values.${path}`]: id } },
      })
      return items.map((doc) => ({ entity: type.name, id: doc._id, path }))
    })
    return (await Promise.all(found)).flat()
  })
  const filters = (await settled(recordsOf(SavedFilter))).find({
    filter: { where: { owner }, search: { fields: ['values.query'], text: id } },
  })
  const named = [
    ...(await Promise.all(ofRecords)).flat(),
    ...(await filters).items.map((doc) => ({
      entity: SavedFilter.name,
      id: doc._id,
      path: 'query',
    })),
  ]
  if (entity !== Company.name) return named
  const [contracts, papers, offers] = await Promise.all([
    (await settled(projects)).find({ filter: { where: { owner, 'terms.clientId': id } } }),
    (await settled(bills)).find({ filter: { where: { owner, clientId: id } } }),
    (await settled(quotes)).find({ filter: { where: { owner, clientId: id } } }),
  ])
  return [
    ...named,
    ...contracts.items.map((doc) => ({ entity: 'project', id: doc._id, path: 'clientId' })),
    ...papers.items.map((doc) => ({ entity: 'bill', id: doc._id, path: 'clientId' })),
    ...offers.items.map((doc) => ({ entity: 'quote', id: doc._id, path: 'clientId' })),
  ]
}
