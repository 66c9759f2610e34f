import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Business = Awaited<ReturnType<typeof of.business>>
/** Version that a tab has read, and its path and body of a write. */
type Entry = {
  readonly read: (business: Business) => Promise<number>
  readonly path: (business: Business) => string
  readonly body: (amount: number, business: Business) => object
}

const entries: Readonly<Record<string, Entry>> = {
  'the first period': {
    read: async ({ get, user, profileId }) =>
      (await get<{ firstPeriod: { version: number } }>(`declarations/${user.userId}/${profileId}`))
        .firstPeriod.version,
    path: ({ user }) => `professionalInfo/${user.userId}`,
    body: (amount, { profileId }) => ({
      id: profileId,
      firstPeriodFrom: day(`2026-0${amount}-01`),
    }),
  },
  'an opening balance': {
    read: async ({ get, user, profileId }) =>
      (await get<{ openingVersion: number }>(`forecast/${user.userId}/${profileId}`))
        .openingVersion,
    path: ({ user, profileId }) => `forecast/${user.userId}/${profileId}/balance`,
    body: (amount) => ({ account: 'professional', amount, date: day('2026-11-02') }),
  },
  'the credit from before the first return': {
    read: async ({ get, user, profileId }) =>
      (await get<{ version: number }[]>(`vat/${user.userId}/${profileId}`))[0]?.version ?? -1,
    path: ({ user, profileId }) => `vat/${user.userId}/${profileId}/credit`,
    body: (credit) => ({ from: day('2026-10-01'), credit }),
  },
  'the numbers of a series': {
    read: async ({ get, user, profileId }) =>
      (await get<{ series: { version: number }[] }>(`numbering/${user.userId}/${profileId}/2026`))
        .series[0]?.version ?? -1,
    path: ({ user, profileId }) => `numbering/${user.userId}/${profileId}`,
    body: (next) => ({ kind: 'invoice', year: 2026, next, reason: 'Suite d’un autre outil' }),
  },
}

describe('of two tabs that enter the same,', () => {
  test.each(Object.entries(entries))(
    'the second is refused until it has read what the first entered: %s',
    async (_, { read, path, body }) => {
      const business = await of.business()
      const enter = async (amount: number, version: number) =>
        (await business.tries('PUT', path(business), { ...body(amount, business), version })).status
      const seen = await read(business)
      expect(await enter(2, seen)).toBe(200)
      expect(await enter(3, seen)).toBe(412)
      const now = await read(business)
      expect(now).toBeGreaterThan(seen)
      expect(await enter(3, now)).toBe(200)
    },
  )

  test('the second amount in euros of a payment is refused', async () => {
    const business = await of.business()
    const { user, profileId, tries } = business
    const bill = await business.bill(await business.client(), [LINE], {
      currency: 'USD',
      exchangeRate: 0.9,
      exchangeDate: day('2026-10-01'),
      exchangeSource: 'BCE',
    })
    await business.issue(bill)
    await business.pay(bill, { date: day('2026-11-20') })
    const [payment] = await of.product.data<{ id: string; version: number }[]>(
      user,
      'POST',
      `transaction/${user.userId}/filters`,
      { profileId },
    )
    const tell = async (amountEUR: number) =>
      (
        await tries('PUT', `transaction/${user.userId}/${payment?.id}/euros`, {
          amountEUR,
          version: payment?.version,
        })
      ).status
    expect(await tell(913.5)).toBe(200)
    expect(await tell(920)).toBe(412)
  })

  test('the second number of given suggestions is refused', async () => {
    const { user, tries, get } = await of.business()
    const path = `users/${user.userId}/freeJobSuggestions/${user.userId}`
    const { version } = await get<{ version: number }>(path)
    const give = async (count: number) =>
      (await tries('PUT', `${path}/${count}`, { version })).status
    expect(await give(20)).toBe(200)
    expect(await give(50)).toBe(412)
    expect(await get(path)).toMatchObject({ count: 20 })
  })

  test('a correction of the checklist is refused once its client has changed', async () => {
    const business = await of.business()
    const { user, tries } = business
    const client = await business.client({ siren: '', siret: '73282932000074' })
    const bill = await business.bill(client, [LINE])
    type Point = {
      entity: string
      entityId: string
      version?: number
      corrections: { changes: object }[]
    }
    const points = (await business.checklist(bill)) as unknown as Point[] // as it is answered
    const point = points.find(({ entity, corrections }) => entity === 'company' && corrections[0])
    const changes = point?.corrections[0]?.changes
    expect(changes).toEqual({ siren: '732829320' })
    const correct = async () =>
      (
        await tries('PUT', `company/${user.userId}`, {
          id: point?.entityId,
          version: point?.version,
          ...changes,
        })
      ).status
    await business.put(`company/${user.userId}`, { id: client, siren: '552100554', siret: '' })
    expect(await correct()).toBe(412)
  })
})
