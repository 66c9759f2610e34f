import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { startProduct } from '#tests/kernel/start-product.ts'
import { type BenchResult, median, timed, sized } from './result.ts'

const ROUNDS = sized(5, 1)

/**
 * The demo account brought back to its beginning, as its user asks: from the request to the answer.
 */
export async function run(): Promise<BenchResult[]> {
  const product = await startProduct({ sampleData: 'year' })
  const demo = await product.signIn('demo', PASSWORDS.demo)
  const spent: number[] = []
  const worked: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await product.data(demo, 'POST', `company/${demo.userId}`, {
      name: `Visiteuse ${round}`,
      kind: 'customer',
    })
    const before = process.cpuUsage()
    spent.push(
      await timed(() => product.data(demo, 'PUT', `users/${demo.userId}/initiateDemo`, {})),
    )
    const { user, system } = process.cpuUsage(before)
    worked.push((user + system) / 1_000)
  }
  await product.stop()
  return [
    {
      name: 'demo-reset',
      value: Math.round(median(spent)),
      unit: 'ms',
      atMost: 5_000,
      against: `${Math.round(median(worked))} ms of processor time`,
    },
  ]
}
