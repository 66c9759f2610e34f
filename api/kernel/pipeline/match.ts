import type { Step } from './exchange.ts'

/**
 * A text that is no id may be a word of another route's path, as `all`.
 *
 * @throws METHOD_NOT_ALLOWED
 */
export const matchMethod: Step = ({ route, request, reply }, { wrongMethod }) => {
  if (route.params.safeParse(request.params).success) return
  const wrong = wrongMethod(request, reply)
  if (wrong) throw wrong
}
