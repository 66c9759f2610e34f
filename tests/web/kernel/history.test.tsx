// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { toldHistory } from '../told-history.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'

const server = fakeServer()
const FIRST = Date.UTC(2026, 9, 1, 9)
const fact = (version: number, instant: number) => ({
  version,
  type: 'ProjectChanged',
  at: instant,
  actor: { kind: 'user', id: USER, name: 'Démo' },
  cause: 'user',
  isEdit: false,
  position: String(version),
  changes: [{ field: 'ref', from: String(version - 1), to: String(version), kind: 'text' }],
})

/**
 * The newest fact first, as the server answers. The address of a real screen follows late: `late`
 * keeps it where it was.
 */
const drawn = async (instants: readonly number[], late = false) => {
  const facts = instants.map((instant, index) => fact(index + 1, instant)).toReversed()
  server.use(
    ...session(),
    http.get(at(`/history/${USER}/project/x`), () => ok(toldHistory({ facts }))),
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
  const move = (by: 1 | -1) =>
    fireEvent.change(slider, { target: { value: String(Number(slider.value) + by) } })
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

/** Entities that these histories name besides a contract's own. */
const invented = {
  projects: {
    project: {
      field: {
        tags: 'Étiquettes',
        lines: 'Lignes',
        logo: 'Logo',
        tvaRegimeFrom: 'Régime depuis le',
      },
    },
    event: { First: 'Première étape', Second: 'Seconde étape' },
  },
  kernel: { field: { quantity: 'Quantité', description: 'Désignation', unitPrice: 'Prix' } },
}

describe('what a history tells', () => {
  const told = async (
    changes: readonly object[],
    options: {
      kinds?: object
      names?: object
      facts?: readonly object[]
      entity?: string
    } = {},
  ) => {
    const entity = options.entity ?? 'project'
    server.use(
      ...session(),
      http.get(at(`/history/${USER}/${entity}/x`), () =>
        ok(
          toldHistory({
            entity,
            facts: options.facts ?? [{ ...fact(1, FIRST), changes }],
            kinds: { ...options.kinds },
            names: { ...options.names },
          }),
        ),
      ),
    )
    await drawSignedIn(<HistoryPanel entity={entity} id="x" />, {
      words: ['projects', 'fields'],
      invented,
    })
    return within(await screen.findByRole('region', { name: 'Historique' }))
  }
  const text = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00A0', ' ')

  test.each([
    ['money', 1000, '1 000,00 €', { currency: 'EUR' }],
    ['percent', 12.15, '12,15 %', {}],
    ['siren', '732829320', '732 829 320', {}],
    ['iban', 'FR7630006000011234567890189', 'FR76 3000 6000 0112 3456 7890 189', {}],
    ['vatNumber', 'FR44732829320', 'FR 44 732 829 320', {}],
    ['country', 'FR', 'France', {}],
    ['duration', 90, '1 h 30 min', {}],
    ['boolean', true, 'oui', {}],
    ['richText', '<p>Bonjour</p>', 'Bonjour', {}],
    ['colour', 12, 'vermillon', {}],
  ])('a value of kind %s, %s, is read as %s', async (kind, value, shown, more) => {
    const panel = await told([{ field: 'ref', from: null, to: value, kind, ...more }])
    await panel.findByText(/verified|vérifiée/)
    expect(text(panel.getByRole('list'))).toContain(shown)
  })

  test('a day is a date, whatever its field is called; a number that is no day is not', async () => {
    const panel = await told([
      { field: 'tvaRegimeFrom', from: 0, to: Date.UTC(2024, 2, 1), kind: 'day' },
      { field: 'soldDays', from: null, to: 12, kind: 'decimal' },
    ])
    expect(await panel.findByTitle('1ᵉʳ mars 2024')).toBeTruthy()
    expect(panel.getByText('12')).toBeTruthy()
  })

  test('a picture is shown, not its name', async () => {
    const panel = await told([
      { field: 'logo', from: null, to: 'data:image/png;base64,AAAA', kind: 'image' },
    ])
    expect((await panel.findByRole('img', { name: 'image' })).getAttribute('src')).toContain(
      'data:image/png',
    )
  })

  test('a choice is said in words, a reference by its name, and an id without one is not told', async () => {
    const panel = await told(
      [
        { field: 'priceMode', from: 'day', to: 'fixed', kind: 'choice' },
        { field: 'clientId', from: null, to: 'c1', kind: 'reference' },
        { field: 'profileId', from: null, to: 'p1', kind: 'reference' },
      ],
      { names: { c1: 'Hydravion' } },
    )
    expect(await panel.findByText('Au forfait')).toBeTruthy()
    expect(panel.getByText('Hydravion')).toBeTruthy()
    expect(text(panel.getByRole('list'))).not.toContain('p1')
  })

  test('of a list, what came and what went', async () => {
    const panel = await told([
      { field: 'tags', from: ['Vue', 'Nuxt'], to: ['Vue', 'Node'], kind: 'texts' },
    ])
    expect((await panel.findByText('Nuxt')).closest('del')).toBeTruthy()
    expect(panel.getByText('Node').closest('ins')).toBeTruthy()
    expect(panel.queryByText('Vue')).toBeNull()
  })

  test('of rows, each line: what changed in it, what was added, what was removed', async () => {
    const line = (description: string, quantity: number) => ({
      description,
      quantity,
      unitPrice: 600,
    })
    const panel = await told(
      [
        {
          field: 'lines',
          from: [line('Conseil', 3), line('Atelier', 1)],
          to: [line('Conseil', 4), line('Atelier', 1), line('Rapport', 2)],
          kind: 'rows',
          currency: 'EUR',
        },
      ],
      { kinds: { lines: 'rows', 'lines.quantity': 'decimal', 'lines.unitPrice': 'money' } },
    )
    await panel.findByText(/Ligne 1/)
    const said = text(panel.getByRole('list'))
    expect(said).toMatch(/Ligne 1, \S+ : 3 devient 4/)
    expect(said).toMatch(/ligne 3 : Rapport · 2 · 600,00 €/)
    expect(said).not.toContain('Atelier')
  })

  test('internal steps are folded in one line, and open', async () => {
    const panel = await told([], {
      facts: [
        { ...fact(3, FIRST + 2000), type: 'ProjectArchived', changes: [] },
        { ...fact(2, FIRST + 1000), type: 'Second', isInternal: true, changes: [] },
        { ...fact(1, FIRST), type: 'First', isInternal: true, changes: [] },
      ],
    })
    const folded = await panel.findByText('2 étapes internes')
    expect(folded.closest('details')?.open).toBe(false)
    expect(panel.getAllByRole('listitem')).toHaveLength(2)
  })
})

describe('a long history', () => {
  const pageOf = (facts: readonly object[], next: string | null) =>
    ok(toldHistory({ facts, total: 3, next }))
  const twoPages = () =>
    server.use(
      ...session(),
      http.get(at(`/history/${USER}/project/x`), ({ request }) =>
        new URL(request.url).searchParams.get('cursor') === '2'
          ? pageOf([fact(1, FIRST)], null)
          : pageOf([fact(3, FIRST + 2000), fact(2, FIRST + 1000)], '2'),
      ),
    )

  test('is read further when older facts are asked for', async () => {
    twoPages()
    await drawSignedIn(<HistoryPanel entity="project" id="x" />, { words: ['projects'] })
    expect(await screen.findByText('2 faits sur 3')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'Faits plus anciens' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
    expect(screen.queryByRole('button', { name: 'Faits plus anciens' })).toBeNull()
    expect(screen.getByText(/^3 faits, chaîne vérifiée/)).toBeTruthy()
  })

  test('an instant before the facts that are read leads to their page', async () => {
    twoPages()
    await drawSignedIn(<HistoryPanel entity="project" id="x" at={FIRST} onAt={() => undefined} />, {
      words: ['projects'],
    })
    expect((await screen.findAllByRole('listitem')).map((line) => line.textContent)).toEqual([
      expect.stringContaining('1') as unknown,
    ])
  })

  test('edits of one minute are one line that says how many there were', async () => {
    const edit = (version: number, instant: number) => ({ ...fact(version, instant), isEdit: true })
    server.use(
      ...session(),
      http.get(at(`/history/${USER}/project/x`), () =>
        pageOf([edit(3, FIRST + 2000), edit(2, FIRST + 1000), edit(1, FIRST)], null),
      ),
    )
    await drawSignedIn(<HistoryPanel entity="project" id="x" />, { words: ['projects'] })
    const [line, ...others] = await screen.findAllByRole('listitem')
    expect(line?.textContent).toContain('0 devient 3')
    expect(line?.textContent).toContain('3 enregistrements en une minute')
    expect(others).toEqual([])
  })
})
