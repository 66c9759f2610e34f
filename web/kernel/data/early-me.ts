import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { call } from './client.ts'

let early: Promise<Me | null> | null = null

/** Asks for the user while the code of the screen still loads. A failure is left to the session. */
export function askEarly(): void {
  early = call(userRoutes.me).catch(() => null)
}

/** The user who was asked for early, once; null when there is none. */
export async function earlyMe(): Promise<Me | null> {
  const asked = early
  early = null
  return asked
}
