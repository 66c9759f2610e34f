import type { RecordType } from '#domain/kernel/records/record.ts'
import { route } from './contract.ts'
import { recordEndpoints } from './records.endpoints.ts'
import { recordSchemas } from './records.schemas.ts'

const RECORD_BODY = 1_000_000

function build(type: RecordType) {
  const { name } = type
  const at = recordEndpoints(type)
  const taken = recordSchemas(type)
  return {
    list: route(at.list, taken.list, {
      summary: `All ${name} records`,
      csv: true,
      ...(at.list.access === 'public' && { cached: true }),
    }),
    summary: route(at.summary, taken.summary, {
      summary: `Sums of the ${name} records that a filter finds, and what they refer to`,
    }),
    suggestions: route(at.suggestions, taken.suggestions, {
      summary: `Up to ten ${name} names that match`,
    }),
    get: route(at.get, taken.get, { summary: `One ${name}` }),
    add: route(at.add, taken.add, { summary: `Add a ${name}`, maxBody: RECORD_BODY }),
    change: route(at.change, taken.change, {
      summary: `Change a ${name}: absent fields stay, what only the server writes may come back as it was read`,
      maxBody: RECORD_BODY,
    }),
    remove: route(at.remove, taken.remove, { summary: `Delete a ${name}` }),
    restore: route(at.restore, taken.restore, {
      summary: `Take the removal of a ${name} back`,
    }),
  }
}

const cache = new Map<string, ReturnType<typeof build>>()

/** The routes of a record type; the same object each time. */
export function recordRoutes(type: RecordType): ReturnType<typeof build> {
  let routes = cache.get(type.name)
  if (routes === undefined) cache.set(type.name, (routes = build(type)))
  return routes
}
