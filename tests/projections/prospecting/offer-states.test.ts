import { describe, test } from 'vitest'
import { offerStates } from '#projections/prospecting/offer-states.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

describe('since when an offer has been in its state', () => {
  const given = spec(offerStates)
  const added = recorded(
    'offer-1',
    'OfferAdded',
    { values: { title: 'Audit', state: 'new' } },
    { occurredAt: 1_000 },
  )
  const changed = (values: object, occurredAt: number) =>
    recorded('offer-1', 'OfferChanged', { values }, { occurredAt })

  test('is when it was added', () => given(added).gives({ _id: '1', state: 'new', since: 1_000 }))
  test('is not changed by another field', () =>
    given(added, changed({ title: 'Audit du parc' }, 2_000)).gives({
      _id: '1',
      state: 'new',
      since: 1_000,
    }))
  test('is when its state changed, also back to an earlier one', () => {
    const there = changed({ state: 'onWaiting' }, 2_000)
    given(added, there).gives({ _id: '1', state: 'onWaiting', since: 2_000 })
    given(added, there, changed({ state: 'new' }, 3_000)).gives({
      _id: '1',
      state: 'new',
      since: 3_000,
    })
  })
  test('goes with the offer', () =>
    given(added, recorded('offer-1', 'OfferRemoved', { values: {} })).gives())
})
