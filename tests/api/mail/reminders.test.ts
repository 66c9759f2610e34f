import { expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#contract/mail/mail.contract.ts'
import type { WaitingReminder } from '#contract/mail/reminders.contract.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { passwordOf, startProduct } from '#tests/kernel/start-product.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { client, dayOf, invoice, profile } from '../bodies.ts'

const LONG = { timeout: 60_000 }
/** Each waits for workers that look again after five seconds. */
const WHOLE_MS = 180_000

/** A freelancer whose clock goes on by days, with a client who has an address. */
async function business(settings: Readonly<Record<string, string>> = {}) {
  // The free days end before the last reminders.
  const environment = { SUBSCRIPTIONS: 'off', ...settings }
  // The embedded provider uses the machine's clock: a token is valid until an hour after that.
  const start = Date.UTC(2026, 8, 1, 9)
  const clock = { now: start }
  let product = await startProduct({ now: () => clock.now, environment })
  onTestFinished(() => product.stop())
  let user = await product.freelancer('marion')
  const post = async (path: string, body: object) =>
    (await product.data(user, 'POST', path, body)).id
  const profileId = await post(`professionalInfo/${user.userId}`, profile(start))
  const clientId = await post(`company/${user.userId}`, client)
  await post(`contact/${user.userId}`, {
    lastName: 'Ruche',
    email: 'compta@brumaire.example',
    companyId: clientId,
  })

  return {
    /** Days from the first of September. */
    at: (days: number) => {
      clock.now = start + days * DAY_MS
    },
    /** A bill due 30 days after its issue on the first of September. */
    bill: async () => {
      const id = await post(`bill/${user.userId}`, {
        ...invoice(profileId, clientId),
        paymentDeadline: 30,
      })
      const path = `bill/${user.userId}/${profileId}/${id}`
      await product.data(user, 'PUT', `${path}/issue`, { issueDate: dayOf(start) })
      return { id, pay: () => product.data(user, 'PUT', `${path}/paid`, {}), path }
    },
    plan: (body: object) =>
      product.data(user, 'PUT', `reminder/${user.userId}/${profileId}/plan`, body),
    /** @returns the status of the answer */
    planAt: async (version: number) => {
      const path = `reminder/${user.userId}/${profileId}/plan`
      const body = { active: true, automatic: false, steps: [7 + version], version }
      return (await product.as(user, 'PUT', path, body)).statusCode
    },
    planned: () =>
      product.data<{ version: number; steps: number[] }>(
        user,
        'GET',
        `reminder/${user.userId}/${profileId}/plan`,
      ),
    waiting: () =>
      product.data<WaitingReminder[]>(user, 'GET', `reminder/${user.userId}/${profileId}/waiting`),
    mails: () => product.data<Mail[]>(user, 'GET', `mail/${user.userId}/all`),
    put: (path: string, body: object = {}) =>
      product.data(user, 'PUT', path.replace(':userId', user.userId), body),
    post: (path: string, body: object = {}) => product.data(user, 'POST', path, body),
    restart: async () => {
      const { dataDir } = product
      await product.stop(true)
      product = await startProduct({ now: () => clock.now, environment, dataDir })
      user = await product.signIn('marion', passwordOf('marion'))
    },
  }
}

test('a plan that was set meanwhile is not overwritten', async () => {
  const { planAt, planned } = await business()
  const next = async () => planAt((await planned()).version)
  // The start of the product holds and releases reminders, which counts as a version.
  await expect.poll(next, LONG).toBe(200)
  const { steps } = await planned()
  expect(await planAt(0)).toBe(412)
  expect((await planned()).steps).toEqual(steps)
  await expect.poll(next, LONG).toBe(200)
})

test(
  'a plan is off, then proposes each step on its day, and the user sends or skips it',
  async () => {
    const { at, bill, plan, waiting, mails, put, post } = await business()
    const { id, path } = await bill()
    at(29)
    expect(await waiting()).toEqual([])
    await plan({ active: true, automatic: false, steps: [-3, 7] })
    await expect.poll(waiting, LONG).toMatchObject([{ billId: id, step: -3 }])
    await put(`reminder/:userId/bill/${id}/skip`, { step: -3 })
    await expect.poll(waiting, LONG).toEqual([])
    at(37)
    await expect
      .poll(waiting, LONG)
      .toMatchObject([{ billId: id, step: 7, client: 'Atelier Brumaire' }])
    expect(await mails()).toEqual([])
    await post(`${path}/send`, { purpose: 'reminder' })
    await expect.poll(waiting, LONG).toEqual([])
    await expect
      .poll(mails, LONG)
      .toMatchObject([{ purpose: 'reminderAfter', status: 'sent', billId: id }])
  },
  WHOLE_MS,
)

test(
  'a plan that lets reminders go sends each once, also after a restart, and none once the bill is paid',
  async () => {
    const { at, bill, plan, waiting, mails, restart } = await business()
    const { id } = await bill()
    const paid = await bill()
    await plan({ active: true, automatic: true, steps: [0, 7] })
    at(30)
    await expect
      .poll(async () => (await mails()).map(({ billId }) => billId).sort(), LONG)
      .toEqual([id, paid.id].sort())
    // A send that a restart interrupted is tried again after a pause, so the clock goes on.
    const allSentFrom = async (days: number, count: number) => {
      let hours = 0
      const statuses = async () => {
        at(days + hours++ / 24)
        return (await mails()).map(({ status }) => status)
      }
      await expect
        .poll(statuses, { ...LONG, interval: 500 })
        .toEqual(Array.from({ length: count }, () => 'sent'))
    }
    await restart()
    await allSentFrom(30, 2)
    await paid.pay()
    at(37)
    await expect.poll(async () => (await mails()).length, LONG).toBe(3)
    await restart()
    await allSentFrom(38, 3)
    expect((await mails()).map(({ billId, purpose }) => [billId, purpose])).toEqual([
      [id, 'reminderAfter'],
      expect.arrayContaining(['reminderDue']),
      expect.arrayContaining(['reminderDue']),
    ])
    expect(await waiting()).toEqual([])
  },
  WHOLE_MS,
)

test(
  'what was skipped or sent by hand does not go by itself, however often a round comes',
  async () => {
    const { at, bill, plan, waiting, mails, put, post } = await business()
    const skipped = await bill()
    const byHand = await bill()
    const left = await bill()
    await plan({ active: true, automatic: false, steps: [7] })
    at(37)
    await expect.poll(async () => (await waiting()).length, LONG).toBe(3)
    await put(`reminder/:userId/bill/${skipped.id}/skip`, { step: 7 })
    await post(`${byHand.path}/send`, { purpose: 'reminder' })
    await expect
      .poll(async () => (await waiting()).map(({ billId }) => billId), LONG)
      .toEqual([left.id])
    // From this day on reminders go by themselves, and this day is the step's.
    await plan({ active: true, automatic: true, steps: [7] })
    await expect
      .poll(async () => (await mails()).map(({ billId }) => billId), LONG)
      .toEqual(expect.arrayContaining([left.id]))
    // A bill that is issued asks for another round of the user's plan.
    const next = await bill()
    await expect
      .poll(async () => (await mails()).map(({ billId }) => billId), LONG)
      .toContain(next.id)
    const sent = (await mails()).map(({ billId }) => billId)
    expect(sent.toSorted()).toEqual([byHand.id, left.id, next.id].toSorted())
  },
  WHOLE_MS,
)

test(
  'a dispute stops the reminders of its bill until they are resumed',
  async () => {
    const { at, bill, plan, waiting, mails, put } = await business()
    const { id } = await bill()
    const other = await bill()
    await plan({ active: true, automatic: true, steps: [7] })
    await put(`reminder/:userId/bill/${id}/stop`, { reason: 'dispute' })
    at(37)
    await expect
      .poll(async () => (await mails()).map(({ billId }) => billId), LONG)
      .toEqual([other.id])
    expect(await waiting()).toEqual([])
    await put(`reminder/:userId/bill/${id}/resume`)
    await expect.poll(async () => (await mails()).map(({ billId }) => billId), LONG).toContain(id)
  },
  WHOLE_MS,
)

test(
  'a reminder that waits for the mail server does not leave once its bill is paid',
  async () => {
    const server = await mailServer()
    onTestFinished(() => server.stop())
    server.mood = 'is busy'
    const { at, bill, plan, mails } = await business({
      SMTP_URL: server.url,
      MAIL_FROM: 'factures@carnet.example',
    })
    const { id, pay } = await bill()
    await plan({ active: true, automatic: true, steps: [7] })
    at(37)
    await expect
      .poll(mails, LONG)
      .toMatchObject([
        { billId: id, status: 'queued', tries: 1, error: expect.stringContaining('ne répond pas') },
      ])
    await pay()
    server.mood = 'well'
    at(37.1)
    await expect.poll(mails, LONG).toMatchObject([{ status: 'failed' }])
    expect((await mails())[0]?.error).toMatch(/n’est pas partie/)
    expect(server.received).toEqual([])
  },
  WHOLE_MS,
)
