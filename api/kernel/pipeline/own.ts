import { refusal } from '#domain/kernel/errors.ts'
import { grants } from '#domain/kernel/permissions.ts'
import type { Step } from './exchange.ts'

/**
 * The owner is the path's `:userId`, or the caller where the path names none. Another user's data
 * requires the route's `manage` permission.
 *
 * @throws NOT_FOUND
 */
export const own: Step = (exchange, { tellRefused }) => {
  const { route, caller, request } = exchange
  if (caller === null) return
  const { userId } = Object(exchange.params) as { readonly userId?: unknown } // a path need not have one
  exchange.owner = typeof userId === 'string' ? userId : caller.userId
  if (exchange.owner === caller.userId) return
  const { manage } = typeof route.access === 'object' ? route.access : {}
  if (manage !== undefined && grants(caller.permissions, manage)) return
  tellRefused('NOT_FOUND', request, caller)
  throw refusal('NOT_FOUND')
}
