import { z } from 'zod'
import { parse } from '../parse.ts'
import type { Step } from './exchange.ts'

/** Headers of every write, beside its contract. */
export const WriteHeaders = z.object({
  'idempotency-key': z
    .string()
    .max(200)
    .optional()
    .describe(
      'A key of the caller’s making, one for each submit. The same request sent again under it runs once and is ' +
        'answered as before; with another body it is refused, 409. A record that is added without an id is given one ' +
        'that the key makes.',
    ),
})

/** @throws REQUEST_INVALID · RULE_BROKEN, as do the other three */
export const parseParams: Step = (exchange) => {
  const { route, request, language, caller } = exchange
  exchange.params = parse(route.params, request.params, language, caller?.timeZone)
}

export const parseWriteHeaders: Step = ({ route, request, language }) => {
  if (route.method !== 'GET') parse(WriteHeaders, request.headers, language)
}

export const parseQuery: Step = (exchange) => {
  const { Query, request, language, caller } = exchange
  exchange.query = parse(Query, request.query, language, caller?.timeZone)
}

export const parseBody: Step = (exchange) => {
  const { route, request, language, caller } = exchange
  const sent = route.body instanceof z.ZodUndefined ? undefined : request.body
  exchange.body = parse(route.body, sent, language, caller?.timeZone)
}
