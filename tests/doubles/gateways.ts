import { noLogBook } from '#domain/operations/log-book.ts'
import { noAi } from './ai-server.ts'
import { cvGateways } from './cv-gateways.ts'
import { noJobSources } from './job-sources.ts'
import { noPayments } from './payments.ts'
import { plainPress } from './press.ts'

/** Gateways that reach nothing outside the process. A bill's paper is its number. */
export const quietGateways = {
  renderPdf: async (bill: { readonly ref: string }) => new TextEncoder().encode(bill.ref),
  renderQuotePdf: async ({ bill }: { readonly bill: { readonly ref: string } }) =>
    new TextEncoder().encode(bill.ref),
  press: plainPress,
  payments: noPayments,
  ...cvGateways,
  jobSources: noJobSources,
  book: noLogBook,
  ai: noAi,
  forgetKeys: async () => {},
}
