import { expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#contract/mail/mail.contract.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { must, signIn } from '../faults/client.ts'
import { type ProductProcess, productProcess, temporaryDirectory } from '../faults/processes.ts'

/** Longer than an attempt at a mail lasts, in seconds: an interrupted attempt is due at once. */
const LATER_S = 180
const PATIENTLY = { timeout: 30_000, interval: 100 }

/** The demo account, which writes to a client. */
async function demo(where: ProductProcess) {
  const caller = await signIn(where)
  const body = {
    recipients: ['compta@hydravion.example'],
    subject: 'Facture',
    body: '<p>Bonjour</p>',
  }
  return {
    send: () => must(where, 'POST', `mail/${caller.userId}/send`, { body, caller }),
    mails: () => must<Mail[]>(where, 'GET', `mail/${caller.userId}/all`, { caller }),
  }
}

/** A product that sends by a mail server of the test's own, killed once `until` says so. */
async function killedWhile(
  mood: 'silent' | 'keeps it and is silent',
  until: (received: number) => boolean,
) {
  const server = await mailServer()
  onTestFinished(() => server.stop())
  const environment = {
    DATA_DIR: temporaryDirectory(),
    SMTP_URL: server.url,
    MAIL_FROM: 'factures@carnet.example',
  }
  const victim = await productProcess(environment)
  server.mood = mood
  const user = await demo(victim)
  await user.send()
  await expect.poll(async () => (await user.mails())[0]?.tries, PATIENTLY).toBe(1)
  await expect.poll(() => until(server.received.length), PATIENTLY).toBe(true)
  await victim.end('SIGKILL')
  server.mood = 'well'
  return { server, again: await productProcess(environment, { ahead: LATER_S }) }
}

test('a mail whose process was killed before the mail server had it is sent by the next one, once', async () => {
  const { server, again } = await killedWhile('silent', () => true)
  const { mails } = await demo(again)
  await expect
    .poll(async () => (await mails())[0], PATIENTLY)
    .toMatchObject({ status: 'sent', tries: 2 })
  expect(server.received).toHaveLength(1)
}, 120_000)

test('a mail whose process was killed during delivery is neither sent again by itself nor lost', async () => {
  const { server, again } = await killedWhile(
    'keeps it and is silent',
    (received) => received === 1,
  )
  const { mails } = await demo(again)
  await expect
    .poll(async () => (await mails())[0], PATIENTLY)
    .toMatchObject({ status: 'failed', tries: 1 })
  expect((await mails())[0]?.error).toMatch(/Issue inconnue/)
  expect(server.received).toHaveLength(1)
}, 120_000)
