import { countedSince } from '#commands/mail/send-mail.ts'
import { mails, mailsSince } from '#projections/mail/mails.ts'
import type { Api, Call } from '../kernel/api.ts'
import type { Route } from '#contract/kernel/contract.ts'

const READ_WAIT_MS = 2_000

type Asked = Pick<Call<Route, { readonly mails: typeof mails }>, 'read' | 'owner' | 'now'>

/** Counts the mails that the caller requested within the hour, also a moment ago. */
export const mailsBefore =
  ({ readModels, store }: Pick<Api['deps'], 'readModels' | 'store'>) =>
  async ({ read, owner, now }: Asked): Promise<number> => {
    await readModels.reached([mails], await store.head(), READ_WAIT_MS)
    return mailsSince(read.mails, owner, countedSince(now))
  }
