import { flushCompileCache } from 'node:module'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { start } from '#tests/kernel/built.ts'

/**
 * The whole product in a process of its own, without the demo account's sample year: `node
 * product.ts <seconds its clock is ahead>`. Prints where it listens, once it does.
 */
flushCompileCache() // a killed process would not: the next one starts sooner
const ahead = Number(process.argv[2] ?? 0) * 1_000
const { address } = await start(readConfiguration(process.env), {
  sampleData: 'none',
  clock: { now: () => Date.now() + ahead },
})
console.log(address)
flushCompileCache() // a killed process would not: the next one starts sooner
