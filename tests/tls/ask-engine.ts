import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { smtpTransport } from '#commands/gateways/mail/mail-smtp.ts'
import { connectMongo } from '#commands/gateways/engines/mongodb.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { bullmqQueue } from '#workers/queue/bullmq.ts'

/*
 * `ask-engine.ts <engine> <url>`: calls one engine by the product's own adapter, in a process that
 * trusts what NODE_EXTRA_CA_CERTS names. Prints `answered`, or why there was no answer.
 */

const MAIL = {
  senderName: '',
  replyTo: '',
  to: ['anna@carnet.example'],
  cc: [],
  subject: 'Bonjour',
  html: '<p>Bonjour</p>',
  date: 0,
  attachments: [],
}

const ask: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  events: (url) => openEventStoreDb(url).head(),
  mongo: (url) => connectMongo(url, 'tls').ping(),
  redis: (url) => bullmqQueue({ url, log: silentLog }).ping(),
  mail: (url) =>
    smtpTransport(() => url, 'carnet@carnet.example').send(MAIL, {
      key: 'one mail',
      signal: AbortSignal.timeout(10_000),
      handOver: async () => {},
    }),
}

/** The messages of an error and of what caused it. */
const told = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${told(error.cause)}` : ''

const [, , engine = '', url = ''] = process.argv
const said = await ask[engine]?.(url).then(() => 'answered', told)
console.log(said)
process.exit(0)
