import { expect, test } from 'vitest'
import { createLifetime } from '#workers/kernel/lifetime.ts'

test('a closing that never ends does not keep the others open, nor the process alive', async () => {
  const lifetime = createLifetime(undefined, 50)
  const closed: string[] = []
  lifetime.ending.push(() => closed.push('log'))
  lifetime.ending.push(() => new Promise(() => closed.push('workers')))
  await lifetime.end()
  expect(closed).toEqual(['workers', 'log'])
})

test('everything is closed in turn, the last one first', async () => {
  const lifetime = createLifetime()
  const closed: string[] = []
  for (const name of ['log', 'queue'])
    lifetime.ending.push(async () => {
      await Promise.resolve()
      closed.push(name)
    })
  await lifetime.end()
  expect(closed).toEqual(['queue', 'log'])
})
