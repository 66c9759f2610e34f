// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { toldCv } from '../told.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import { variantDifferences } from '#web/cv/variant-differences.ts'
import { VersionsDialog } from '#web/cv/versions-dialog.tsx'

const server = fakeServer()
const OFFER = '01JD0000000000000000000009'
const DAY = Date.UTC(2026, 10, 20)
const main = toldCv({
  version: 2,
  title: 'Conceptrice',
  versions: [
    { number: 1, name: '', at: DAY, restores: 0, sent: [] },
    { number: 2, name: '', at: DAY, restores: 0, sent: [{ to: 'Clinique', on: DAY }] },
  ],
})

test('a version shows what it went with, and a sending elsewhere is noted with its day', async () => {
  const sent: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/application/${USER}/versions/main`), () =>
      ok([
        {
          applicationId: OFFER,
          number: 1,
          at: DAY,
          way: 'byemail',
          about: 'offer',
          subjectId: OFFER,
          offerId: OFFER,
          title: 'Refonte du portail',
          company: 'Mutuelle',
        },
      ]),
    ),
    http.get(at(`/cv/${USER}/main/version/:number`), ({ params }) =>
      ok({
        number: Number(params['number']),
        title: 'Conceptrice',
        summary: '',
        availableFrom: 0,
        links: '',
        language: 'fr',
        template: params['number'] === '1' ? 'sober' : 'dense',
        accent: 1,
        textSize: 'usual',
        withPhoto: false,
        // Between the two, the studies moved up and the interests left.
        sections:
          params['number'] === '1' ? ['mission', 'study', 'interest'] : ['study', 'mission'],
        items: [],
      }),
    ),
    http.post(at(`/cv/${USER}/main/version/1/sent`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: USER, version: 3, position: '1' })
    }),
  )
  // No item is compared here, so that no record type is needed.
  const types = {} as Parameters<typeof VersionsDialog>[0]['types']
  await drawSignedIn(
    <VersionsDialog cv={main} items={[]} types={types} language="fr" onClose={() => undefined} />,
    {
      words: ['cv'],
    },
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByText(/Refonte du portail, Mutuelle/)).textContent).toContain('20 nov')
  expect(dialog.getByRole('link', { name: 'Voir l’offre' }).getAttribute('href')).toContain(OFFER)
  expect(dialog.getByText(/Envoyée à Clinique/)).toBeDefined()
  expect((await dialog.findByText('rubriques')).closest('li')?.textContent).toContain(
    'Études · Missions',
  )
  expect(dialog.getByText('modèle').closest('li')?.textContent).toContain('Sobre → Dense')
  // A version is compared with the CV as it is now, too.
  await userEvent.selectOptions(
    dialog.getByRole('combobox', { name: 'À une autre' }),
    'État actuel',
  )
  await waitFor(() => expect(dialog.queryByText('modèle')).toBeNull())
  await userEvent.click(dialog.getByRole('button', { name: 'Noter un envoi de la version 1' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /À qui/ }), 'Atelier Brumaire')
  for (const way of ['Fermer', 'Annuler']) {
    await userEvent.click(dialog.getByRole('button', { name: way }))
    await userEvent.click(await screen.findByRole('button', { name: 'Rester' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rester' })).toBeNull())
  }
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Envoyée le' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Envoyée le' }), '18/11/2026')
  await userEvent.click(dialog.getByRole('button', { name: 'Noter l’envoi' }))
  await waitFor(() =>
    expect(sent).toEqual([{ to: 'Atelier Brumaire', on: Date.UTC(2026, 10, 18) }]),
  )
})

test('a variant tells in what it differs from the main CV', () => {
  const items = ['a', 'b'].map((id) => ({ section: 'interest' as const, id, values: { name: id } }))
  const entry = (id: string, more: object = {}) => ({
    section: 'interest' as const,
    id,
    hidden: false,
    wording: {},
    ...more,
  })
  const variant = (changes: Partial<Cv>): Cv => ({
    ...main,
    id: OFFER,
    name: 'Mutuelle',
    ...changes,
  })
  expect(variantDifferences(variant({}), main, items)).toEqual([])
  expect(variantDifferences(variant({ title: 'Auditrice', accent: 3 }), main, items)).toEqual([
    'title',
    'accent',
  ])
  expect(variantDifferences(variant({ entries: [entry('b'), entry('a')] }), main, items)).toEqual([
    'order',
  ])
  expect(
    variantDifferences(
      variant({ entries: [entry('a', { hidden: true }), entry('b')] }),
      main,
      items,
    ),
  ).toEqual(['choice'])
  const placed = [{ section: 'study' as const, hidden: false }]
  expect(
    variantDifferences(
      variant({ sections: placed, textSize: 'small', links: 'x.example' }),
      main,
      items,
    ),
  ).toEqual(['textSize', 'links', 'sections'])
  // Every section in the usual order is no difference.
  const usual = [{ section: 'mission' as const, hidden: false }]
  expect(variantDifferences(variant({ sections: usual }), main, items)).toEqual([])
  const reworded = [entry('a', { wording: { name: 'Autrement' } }), entry('b')]
  expect(variantDifferences(variant({ entries: reworded }), main, items)).toEqual(['wording'])
})

test('a version is kept under a name: what the CV is about and the month, unless the user writes another', async () => {
  const kept: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/application/${USER}/versions/main`), () => ok([])),
    http.post(at(`/cv/${USER}/main/version`), async ({ request }) => {
      kept.push(await request.json())
      return ok({ id: USER, version: 3, position: '1' })
    }),
  )
  const types = {} as Parameters<typeof VersionsDialog>[0]['types']
  const cv = { ...main, versions: [] }
  await drawSignedIn(
    <VersionsDialog cv={cv} items={[]} types={types} language="fr" onClose={() => undefined} />,
    {
      words: ['cv'],
    },
  )
  const dialog = within(await screen.findByRole('dialog'))
  const keep = () => userEvent.click(dialog.getByRole('button', { name: 'Garder une version' }))
  await keep()
  const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: /Nom de la version/ })
  expect(name.value).toMatch(/^Conceptrice, \p{L}+ \d{4}$/u)
  const usual = name.value
  await keep()
  await waitFor(() => expect(kept).toEqual([{ name: usual }]))
  await waitFor(() =>
    expect(dialog.queryByRole('textbox', { name: /Nom de la version/ })).toBeNull(),
  )
  await keep()
  await userEvent.clear(await dialog.findByRole('textbox', { name: /Nom de la version/ }))
  await keep()
  await waitFor(() => expect(kept).toEqual([{ name: usual }, { name: '' }]))
})
