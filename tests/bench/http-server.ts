import { flushCompileCache } from 'node:module'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { START } from '#domain/kernel/event.ts'
import { start } from '#tests/kernel/built.ts'

/**
 * The product with one more route. The route takes the POST of a contact, checks token, permission
 * and body alike, and answers a constant.
 */
const ANSWER = { id: '01JD0000000000000000000000', version: 1, position: START }
await start(readConfiguration(process.env), {
  sampleData: 'none',
  serve: (api) =>
    api.serve({ ...recordRoutes(Contact).add, path: '/constant/:userId' }, {}, async () => ANSWER),
})
flushCompileCache()
