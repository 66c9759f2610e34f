import { type LogBook, type LogDetails, logLines } from '#domain/operations/log-book.ts'
import type { Measures } from '../operations/metrics.ts'

const line = logLines('Access', {
  SIGN_IN_DONE: 'Info',
  SIGN_IN_WRONG: 'Warning',
  SIGN_IN_WAITS: 'Warning',
  ACCESS_REFUSED: 'Warning',
  INPUT_REFUSED: 'Info',
  PACE_REFUSED: 'Warning',
  TOKEN_REUSED: 'Error',
  REQUEST_FAILED: 'Error',
})

const SIGN_INS = { right: 'SIGN_IN_DONE', wrong: 'SIGN_IN_WRONG', locked: 'SIGN_IN_WAITS' } as const

/**
 * Where sign-ins, lockouts, refusals and stolen tokens are told: in the technical log, which
 * administrators read, and in figures.
 */
export type AccessWatch = {
  /** @param account id of the account that was tried; empty for an unknown name */
  signInEnded(outcome: 'right' | 'wrong' | 'locked', from: string, account: string): void
  /** @param route as it is declared, without anyone's ids */
  refused(code: string, route: string, account: string, from: string, request: string): void
  /**
   * A request's content was refused. The entry names the fields, never their content.
   * @source OWASP ASVS 4.0.3, 7.1.3
   */
  inputRefused(code: string, route: string, fields: string, from: string, request: string): void
  /** A user sent more in a moment than a person does. @source OWASP ASVS 4.0.3, 11.1.2 */
  paceRefused(route: string, account: string, from: string, request: string): void
  tokenReused(account: string, from: string): void
  /**
   * An answer of 500 and above: the product's own failure. @param request its id, which its caller
   * was told
   */
  failed(code: string, route: string, request: string): void
}

export function accessWatch(
  book: Pick<LogBook, 'write'>,
  measures: Pick<Measures, 'signInEnded' | 'accessRefused' | 'tokenReused'>,
): AccessWatch {
  const details = (all: LogDetails): LogDetails =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return {
    signInEnded(outcome, from, account) {
      measures.signInEnded(outcome)
      book.write(line(SIGN_INS[outcome], { details: details({ from, account }) }))
    },
    refused(code, route, account, from, request) {
      measures.accessRefused(code)
      book.write(
        line('ACCESS_REFUSED', {
          details: details({ code, route, account, from }),
          correlationId: request,
        }),
      )
    },
    inputRefused(code, route, fields, from, request) {
      book.write(
        line('INPUT_REFUSED', {
          details: details({ code, route, detail: fields, from }),
          correlationId: request,
        }),
      )
    },
    paceRefused(route, account, from, request) {
      measures.accessRefused('TOO_MANY_REQUESTS')
      book.write(
        line('PACE_REFUSED', {
          details: details({ route, account, from }),
          correlationId: request,
        }),
      )
    },
    tokenReused(account, from) {
      measures.tokenReused()
      book.write(line('TOKEN_REUSED', { details: details({ account, from }) }))
    },
    failed(code, route, request) {
      book.write(
        line('REQUEST_FAILED', { details: { code, route }, correlationId: request, alone: true }),
      )
    },
  }
}
