// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { fireEvent, screen } from '@testing-library/react'
import { http } from 'msw'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { HistoryPanel } from '#web/kernel/history/history.tsx'

const server = fakeServer()
const FIRST = Date.UTC(2026, 9, 1, 9)
const fact = (version: number, instant: number) => ({
  version,
  type: 'ProjectChanged',
  at: instant,
  actor: { kind: 'user', id: USER, name: 'Démo' },
  cause: 'user',
  changes: [{ field: 'ref', from: String(version - 1), to: String(version) }],
})

/** The newest fact first, as the server answers. The address of a real screen follows late: `late` keeps it where it was. */
const drawn = async (instants: readonly number[], late = false) => {
  const facts = instants.map((instant, index) => fact(index + 1, instant)).toReversed()
  server.use(
    ...session(),
    http.get(at(`/history/${USER}/project/x`), () =>
      ok({ entity: 'project', id: 'x', verified: true, verifiedAt: 1, facts, record: null }),
    ),
  )
  const asked: (number | undefined)[] = []
  function Screen() {
    const [instant, setInstant] = useState<number>()
    return (
      <HistoryPanel
        entity="project"
        id="x"
        at={instant}
        onAt={(to) => {
          asked.push(to)
          if (!late) setInstant(to)
        }}
      />
    )
  }
  await drawSignedIn(<Screen />, { words: ['projects'] })
  const slider = await screen.findByRole<HTMLInputElement>('slider')
  const move = (by: 1 | -1) => fireEvent.change(slider, { target: { value: String(Number(slider.value) + by) } })
  return { slider, move, asked }
}

describe('the slider of a history', () => {
  test('moves by one fact, and the place after the last is today', async () => {
    const { slider, move } = await drawn([FIRST, FIRST + 1000, FIRST + 2000])
    expect(slider.value).toBe('3')
    move(-1)
    expect(slider.value).toBe('2')
    move(1)
    expect(slider.getAttribute('aria-valuetext')).toBe('aujourd’hui')
  })

  test('loses no step to an address that follows late', async () => {
    const { slider, move, asked } = await drawn([FIRST, FIRST + 1000, FIRST + 2000], true)
    move(-1)
    move(-1)
    expect(asked).toEqual([FIRST + 2000, FIRST + 1000])
    expect(slider.value).toBe('1')
  })

  test('goes back over facts of one instant as over one', async () => {
    const { slider, move } = await drawn([FIRST, FIRST + 1000, FIRST + 1000])
    move(-1)
    expect(slider.value).toBe('2')
    move(-1)
    expect(slider.value).toBe('0')
  })
})
