import { test } from 'vitest'
import { movesThereAndBack } from './moving.ts'

test(
  'a year of work moves from its own file to EventStoreDB, and back, and loses nothing',
  () => movesThereAndBack(),
  180_000,
)
