import { expect, test } from 'vitest'
import { profileSeriesId, seriesDecider } from '#domain/billing/number-series.ts'
import { PROFILE } from '#tests/domain/billing/builders.ts'
import { billId, meta, OWNER, world } from './fixture.ts'

test('numbers go on after those of a profile from before series were one a SIREN', async () => {
  const w = world()
  const older = profileSeriesId(PROFILE, 2026, 'invoice')
  for (const n of [1, 2])
    await w.handler.run(
      seriesDecider,
      older,
      { type: 'Allot', billId: `older-${n}`, issuanceId: `older-${n}`, issueDate: '2026-11-02' },
      meta(),
    )
  await w.draft(1)
  await w.issue(billId(1))
  expect((await w.bill(billId(1))).frozen.ref).toBe('2026-0003')
  expect((await w.handler.load(seriesDecider, older, OWNER))?.state?.number).toBe(2)
})
