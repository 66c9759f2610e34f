import type { Session } from '#web/kernel/data/session.tsx'

/** A user with every permission but these. */
export const allBut =
  (...missing: readonly string[]): Session['can'] =>
  (permission) =>
    !missing.includes(permission ?? '')
