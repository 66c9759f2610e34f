import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Series = { kind: string; nextRef: string; inUse: boolean }
const SET = { kind: 'invoice', year: 2026, reason: 'Suite d’un autre outil' }

describe('numbers of bills', () => {
  test('F05: are one series a SIREN, whatever the profile', async () => {
    const business = await of.business()
    const { user } = business
    const second = await business.addProfile({ commercialName: 'Seconde enseigne', siret: '' })
    const client = await business.client()
    const first = await business.bill(client, [LINE])
    await business.issue(first)
    const other = await business.bill(client, [LINE], { profileId: second })
    await business.put(`bill/${user.userId}/${second}/${other}/issue`)
    const { ref } = await business.get<{ ref: string }>(`bill/${user.userId}/${second}/${other}`)
    expect([(await business.read(first))['ref'], ref]).toEqual(['2026-0001', '2026-0002'])
  })
  test('F53: begin with the prefix that was set before the first bill', async () => {
    const business = await of.business()
    const { user, profileId, tries } = business
    const path = `numbering/${user.userId}/${profileId}`
    await business.put(path, { ...SET, prefix: 'F-', next: 42 })
    const bill = await business.bill(await business.client(), [LINE])
    await business.issue(bill)
    expect((await business.read(bill))['ref']).toBe('F-2026-0042')
    expect((await tries('PUT', path, { ...SET, prefix: 'G-' })).text).toContain('SERIES_IN_USE')
    // A further series has its own numbers, and no two series share a pattern.
    const taken = { ...SET, name: 'F', pattern: 'F-{YYYY}-{0000}' }
    expect((await tries('PUT', path, taken)).text).toContain('SERIES_PATTERN_TAKEN')
    const further = await business.bill(await business.client(), [LINE], { numberSeries: 'B' })
    await business.issue(further)
    expect((await business.read(further))['ref']).toBe('B-2026-0001')
    const { series } = await business.get<{ series: Series[] }>(`${path}/2027`)
    expect(series.find(({ kind }) => kind === 'invoice')).toMatchObject({
      nextRef: 'F-2027-0001',
      inUse: false,
    })
  })
})
