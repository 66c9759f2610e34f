import { expect, test } from 'vitest'
import { quietCollection } from '#workers/kernel/quiet-collection.ts'

const MIB = 1_048_576

/** A process of which a test says how busy it is and how large its heap. */
function watched(leaves: number) {
  const process = { busy: 0, held: 100 * MIB, collected: 0 }
  const look = quietCollection({
    busy: () => process.busy,
    held: () => process.held,
    collect() {
      process.collected++
      process.held = leaves
    },
  })
  return { process, look }
}

test('a quiet process collects its garbage, and once only while its heap does not grow', () => {
  const { process, look } = watched(60 * MIB)
  look()
  look()
  expect(process.collected).toBe(1)
  process.held = 92 * MIB - 1
  look()
  expect(process.collected).toBe(1)
  process.held = 92 * MIB
  look()
  expect(process.collected).toBe(2)
})

test('a process at work does not', () => {
  const { process, look } = watched(60 * MIB)
  process.busy = 0.06
  look()
  expect(process.collected).toBe(0)
  process.busy = 0.05
  look()
  expect(process.collected).toBe(1)
})
