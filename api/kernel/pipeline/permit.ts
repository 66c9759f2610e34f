import { userRefusal } from '#domain/identity/user.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { grants } from '#domain/kernel/permissions.ts'
import type { Step } from './exchange.ts'

/** An administrator who looks through a role's eyes writes nothing. @throws VIEW_ONLY */
export const refuseViewAs: Step = ({ route, caller }) => {
  if (route.method !== 'GET' && caller?.viewsAs !== undefined) throw refusal('VIEW_ONLY')
}

/** @throws FORBIDDEN */
export const permit: Step = ({ route, caller }) => {
  if (caller === null || typeof route.access !== 'object') return
  const { permission } = route.access
  if (permission !== undefined && !grants(caller.permissions, permission))
    throw refusal('FORBIDDEN')
}

/** @throws DEMO_CLOSED */
export const refuseGuests: Step = ({ route, caller }) => {
  if (route.closedToGuests && caller?.isGuest) throw userRefusal('DEMO_CLOSED')
}
