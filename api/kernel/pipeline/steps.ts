import { requireBudget } from './budget.ts'
import { identify } from './identify.ts'
import type { Exchange, Serving, Step } from './exchange.ts'
import { matchMethod } from './match.ts'
import { own } from './own.ts'
import { parseBody, parseParams, parseQuery, parseWriteHeaders } from './parse.ts'
import { permit, refuseGuests, refuseViewAs } from './permit.ts'
import { requirePlan } from './plan.ts'
import { requireRoom } from './room.ts'
import { settle } from './settle.ts'

/**
 * The rules that every request of the contract passes, in this order: the first one that throws
 * decides the answer. The owner comes before the permission, so that foreign ids are not found.
 */
const STEPS: readonly Step[] = [
  matchMethod,
  identify,
  parseParams,
  own,
  refuseViewAs,
  permit,
  refuseGuests,
  parseWriteHeaders,
  requirePlan,
  requireBudget,
  requireRoom,
  parseQuery,
  parseBody,
  settle,
]

/** @throws the refusal of the first step that refuses */
export async function pass(exchange: Exchange, serving: Serving): Promise<void> {
  for (const step of STEPS) await step(exchange, serving)
}
