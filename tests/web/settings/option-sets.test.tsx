// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { colourIn, offeredIn, setListedOptions } from '#web/kernel/words/option-words.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { OptionSetsScreen } from '#web/settings/option-sets-screen.tsx'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
afterEach(() => setListedOptions([]))

const empty = { fr: '', en: '', ar: '', es: '', de: '', it: '' }
const option = (value: string, display: object, more = {}) => ({
  id: `01J0000000000000000000${value.toUpperCase().slice(0, 4)}`,
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
  component: 'company',
  lookup: 'sector',
  value,
  display: { ...empty, ...display },
  order: 0,
  color: 0,
  retired: false,
  ...more,
})
const rows = [
  option('jeux', { fr: 'Jeux vidéo' }),
  option('banking', { fr: 'Finance' }, { order: 1, color: 4 }),
  option('arts', {}, { retired: true }),
]
const words = { words: ['settings', 'customers', 'cv'] }

test('a list shows what is shipped, changed, added and retired', async () => {
  server.use(
    ...session(),
    http.get(at('/settings/all'), () => ok(rows)),
  )
  await drawSignedIn(<OptionSetsScreen />, words)
  const table = within(await screen.findByRole('table', { name: 'Secteurs d’activité' }))
  const state = (name: string) =>
    within(table.getByText(name).closest('tr')!).getByText(/^(D’origine|Modifié|Ajouté|Masqué)$/)
      .textContent
  expect(state('Jeux vidéo')).toBe('Ajouté')
  expect(state('Finance')).toBe('Modifié')
  expect(table.getAllByText('Masqué')).toHaveLength(1)
  expect(table.getAllByText('D’origine').length).toBeGreaterThan(20)
  // Every screen that shows the field says the administrator's word.
  expect(optionLabel('publication', 'sector', 'banking')).toBe('Finance')
  expect(optionLabel('searchCriteria', 'sectors', 'jeux')).toBe('Jeux vidéo')
  const offered = offeredIn('company.sector', ['arts', 'agriculture', 'banking'])
  expect(offered).toEqual(['banking', 'agriculture', 'jeux'])
  expect(offered.map((value) => colourIn('company.sector', value))).toEqual([4, 0, 0])
})

test('a value is added to the list that is open', async () => {
  const sent: unknown[] = []
  server.use(
    ...session(),
    http.get(at('/settings/all'), () => ok([])),
    http.post(at(`/settings/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: rows[0]!.id, version: 1, position: '1' })
    }),
  )
  await drawSignedIn(<OptionSetsScreen />, words)
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un choix' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter un choix' }))
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Clé/ }), 'jeux')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Français' }), 'Jeux vidéo')
  await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        component: 'company',
        lookup: 'sector',
        value: 'jeux',
        display: { ...empty, fr: 'Jeux vidéo' },
        order: 0,
        color: 0,
        retired: false,
      },
    ]),
  )
})
