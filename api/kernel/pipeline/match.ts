import type { Exchange, Serving } from './exchange.ts'

/**
 * A text that is no id may be a word of another route's path, as `all`.
 *
 * @throws METHOD_NOT_ALLOWED
 */
export function matchMethod(
  { route, request, reply }: Pick<Exchange, 'route' | 'request' | 'reply'>,
  { wrongMethod }: Pick<Serving, 'wrongMethod'>,
): void {
  if (route.params.safeParse(request.params).success) return
  const wrong = wrongMethod(request, reply)
  if (wrong) throw wrong
}
