// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { toldHistory } from '../told-history.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Condition, Conditions } from '#contract/kernel/list-filters.ts'
import * as kinds from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'

const [FIRST, SECOND] = ['01J00000000000000000000010', '01J00000000000000000000011']
const COMPANY = '01J00000000000000000000020'
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

/** A record that nothing but its declaration and its words know: it has no screen of its own. */
const Course = defineRecord('course', {
  context: 'customers',
  permission: 'contact',
  fields: {
    title: kinds.text({ required: true }),
    code: kinds.text({ required: true }),
    startYear: kinds.year(),
    startMonth: kinds.month({ of: 'startYear' }),
    sector: kinds.choice(['software', 'health']),
    companyId: kinds.reference('company'),
    given: kinds.boolean(),
    paidOn: kinds.day(),
    currency: kinds.currency(),
    price: kinds.money({ currency: 'currency' }),
    colour: kinds.colour(),
    level: kinds.level(['first', 'second', 'third']),
    tags: kinds.texts(),
    document: kinds.file(),
  },
  named: ['title', 'code'],
  listed: ['title', 'startMonth', 'sector', 'price', 'level', 'companyId'],
  searched: ['title'],
})
const server = fakeServer(Course)
const field = Object.fromEntries(
  [
    'title',
    'code',
    'startYear',
    'startMonth',
    'given',
    'paidOn',
    'price',
    'colour',
    'level',
    'tags',
    'document',
  ]
    .concat('companyId')
    .map((key) => [key, key]),
)
const invented = {
  titles: { customers: { course: { title: 'Cours', one: 'Cours', new: 'Ajouter un cours' } } },
  customers: {
    course: {
      title: 'Cours',
      one: 'Cours',
      new: 'Ajouter un cours',
      count_one: '{{count}} cours',
      count_other: '{{count}} cours',
      empty: { title: 'Aucun cours', body: 'Vos cours seront ici.' },
      field,
      option: { level: { first: 'first', second: 'second', third: 'third' } },
    },
  },
}
const audit = {
  version: 3,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Démo',
  modifiedBy: 'Démo',
}
const row = (id: string, values: object) => ({
  ...Object.fromEntries(Object.entries(Course.fields).map(([key, field]) => [key, field.empty])),
  company: '',
  ...values,
  id,
  ...audit,
})
const rows = [
  row(FIRST, {
    title: 'Anglais',
    code: 'A1',
    startYear: 2024,
    startMonth: 3,
    sector: 'software',
    given: true,
    paidOn: day('2026-03-01'),
    price: 120,
    currency: 'USD',
    colour: 2,
    level: 2,
    companyId: COMPANY,
    company: 'Hydravion',
  }),
  row(SECOND, {
    title: 'Soudure',
    code: '',
    sector: 'health',
    paidOn: day('2026-06-01'),
    price: 80,
  }),
]

const holds = (value: unknown, { operator, value: wanted }: Condition): boolean => {
  const [first, last] = [wanted].flat().map((one) => (typeof one === 'string' ? one : Number(one)))
  const own = typeof wanted === 'string' ? String(value) : Number(value)
  if (operator === 'gte' || operator === 'between')
    return Number(own) >= Number(first) && (operator === 'gte' || Number(own) <= Number(last))
  if (operator === 'lte') return Number(own) <= Number(first)
  if (operator === 'in') return [wanted].flat().includes(String(value))
  if (operator === 'contains') return String(value).toLowerCase().includes(String(first))
  return (operator === 'ne') !== (own === first)
}
/** Results of the server. */
const narrowed = (query: URLSearchParams) => {
  const conditions = Object.entries(JSON.parse(query.get('filters') ?? '{}') as Conditions)
  return rows.filter((one: Readonly<Record<string, unknown>>) =>
    conditions.every(([name, condition]) => holds(one[name], condition)),
  )
}

function answers() {
  const sent: unknown[] = []
  const asked: URL[] = []
  const kept: { name: string; list: string; query: string }[] = []
  server.use(
    ...session(),
    http.get(at(`/course/${USER}/all`), ({ request }) => {
      asked.push(new URL(request.url))
      return ok(narrowed(new URL(request.url).searchParams))
    }),
    http.get(at(`/course/${USER}/summary`), () =>
      ok({
        count: rows.length,
        sums: [],
        references: { companyId: [{ id: COMPANY, name: 'Hydravion' }] },
      }),
    ),
    http.get(at(`/company/${USER}/suggestions`), () => ok([{ id: COMPANY, name: 'Hydravion' }])),
    http.get(at(`/history/${USER}/course/${FIRST}`), () =>
      ok(
        toldHistory({
          entity: 'course',
          id: FIRST,
          currency: 'USD',
          facts: [
            {
              version: 1,
              type: 'CourseAdded',
              at: day('2026-03-01'),
              actor: { kind: 'user', id: USER, name: 'Démo' },
              cause: 'user',
              isEdit: false,
              changes: [{ field: 'price', from: null, to: 120, kind: 'money', currency: 'USD' }],
              position: '1',
            },
          ],
        }),
      ),
    ),
    http.get(at(`/company/${USER}/${COMPANY}`), () => refused(404, 'NOT_FOUND')),
    http.get(at(`/savedFilter/${USER}/all`), () =>
      ok(kept.map((one, index) => ({ ...one, id: String(index), ...audit }))),
    ),
    http.post<never, { name: string; list: string; query: string }>(
      at(`/savedFilter/${USER}`),
      async ({ request }) => {
        kept.push(await request.json())
        return ok({ id: FIRST, version: 1, position: '00000000000000000009' })
      },
    ),
    http.put(at(`/course/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: FIRST, version: 4, position: '00000000000000000009' })
    }),
    http.post(at(`/course/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: FIRST, version: 1, position: '00000000000000000009' })
    }),
  )
  return { sent, asked, kept }
}
const drawn = (options: Parameters<typeof drawSignedIn>[1] = {}) =>
  drawSignedIn(<RecordScreen type={Course} />, {
    words: ['customers', 'fields'],
    invented,
    ...options,
  })
const names = () => screen.getAllByRole('rowheader').map((one) => one.textContent)

describe('a record without a screen of its own', () => {
  test('is listed by its declaration: names, months, amounts in their currency, levels, choices', async () => {
    answers()
    await drawn()
    const line = within((await screen.findByRole('rowheader', { name: 'Anglais' })).closest('tr')!)
    expect(line.getByText('mars 2024')).toBeTruthy()
    expect(line.getByText('Logiciel')).toBeTruthy()
    expect(line.getByText('second')).toBeTruthy()
    expect(line.getByText('Hydravion')).toBeTruthy()
    expect(line.getByText(/120/).closest('bdi')?.textContent).toContain('$')
  })

  test('is called by what its declaration names', async () => {
    answers()
    await drawn({ at: `/?open=${FIRST}` })
    expect(await screen.findByRole('dialog', { name: 'Anglais A1' })).toBeTruthy()
  })

  test('"Historique" of a row opens its history, not its form', async () => {
    answers()
    await drawn()
    await screen.findByRole('rowheader', { name: 'Anglais' })
    await userEvent.click(screen.getByRole('button', { name: /^Actions.*Anglais A1/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Historique' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Anglais A1' }))
    expect(await panel.findByRole('heading', { name: 'Historique' })).toBeTruthy()
    expect(panel.queryByRole('textbox')).toBeNull()
    expect(panel.getByText(/120/).closest('bdi')?.textContent).toContain('$')
  })

  test('a field that became required since does not bar a change of another one', async () => {
    const { sent } = answers()
    await drawn({ at: `/?open=${SECOND}` })
    const panel = within(await screen.findByRole('dialog', { name: 'Soudure' }))
    const title = await panel.findByRole('textbox', { name: /title/ })
    await userEvent.clear(title)
    await userEvent.type(title, 'Soudure TIG')
    await userEvent.click(panel.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ id: SECOND, version: 3, title: 'Soudure TIG', code: '' })
  })

  test('an amount goes with its currency, and a month with its year', async () => {
    const { sent } = answers()
    await drawn({ at: `/?open=${FIRST}` })
    const panel = within(await screen.findByRole('dialog', { name: 'Anglais A1' }))
    const year = await panel.findByRole('textbox', { name: 'Année' })
    await userEvent.clear(year)
    await userEvent.type(year, '2025')
    const currency = panel.getByRole('combobox', { name: /Devise/ })
    await userEvent.clear(currency)
    await userEvent.type(currency, 'franc suisse')
    await userEvent.click(await screen.findByRole('option', { name: /franc suisse/ }))
    await userEvent.click(panel.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ startYear: 2025, startMonth: 3, currency: 'CHF', price: 120 })
  })

  test('a new one is checked whole', async () => {
    const { sent } = answers()
    await drawn({ at: '/?open=new' })
    await userEvent.type(await screen.findByRole('textbox', { name: /title/ }), 'Yoga')
    const add = screen.getByRole('button', { name: 'Ajouter' })
    await userEvent.click(add)
    expect((await screen.findByRole('alert')).textContent).toContain('obligatoire')
    await userEvent.type(screen.getByRole('textbox', { name: /code/ }), 'Y1')
    await userEvent.click(add)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ title: 'Yoga', code: 'Y1', currency: 'EUR' })
  })

  test('documents are sent from their field', async () => {
    answers()
    await drawn({ at: '/?open=new' })
    expect(await screen.findByRole('button', { name: 'Choisir un fichier' })).toBeTruthy()
  })
})

describe('filters of a record', () => {
  const open = async (field: string) => {
    await screen.findByRole('rowheader', { name: 'Anglais' })
    await userEvent.click(screen.getByRole('button', { name: /Filtres/ }))
    const panel = within(await screen.findByRole('region', { name: 'Filtres' }))
    await userEvent.click(panel.getByRole('button', { name: field }))
    return within(await panel.findByRole('group', { name: field }))
  }
  const choose = async (button: HTMLElement, option: string) => {
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }

  test('by a choice; it stands in the address and can be taken off by its chip', async () => {
    answers()
    const { router } = await drawn()
    const sector = await open('Secteur')
    await choose(sector.getByRole('button', { name: /^Valeur/ }), 'Santé')
    await waitFor(() => expect(names()).toEqual(['Soudure']))
    expect(router.state.location.search).toContain('f-sector=health')
    await userEvent.click(screen.getByRole('button', { name: 'Replier' }))
    const chips = within(await screen.findByRole('list', { name: '1 filtre actif' }))
    await userEvent.click(chips.getByRole('button', { name: 'Retirer le filtre Secteur' }))
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(router.state.location.search).not.toContain('f-sector')
    expect(screen.queryByRole('group', { name: 'Secteur' })).toBeNull()
  })

  test.each([
    ['f-given=true', 'Anglais'],
    ['f-given=false', 'Soudure'],
    [`f-companyId=${COMPANY}`, 'Anglais'],
    ['f-paidOn=gte:2026-05-01', 'Soudure'],
    ['f-paidOn=between:2026-02-01..2026-05-01', 'Anglais'],
    ['f-price=gte:100', 'Anglais'],
    ['f-price=lte:100', 'Soudure'],
    ['f-title=contains:soud', 'Soudure'],
    ['f-sector=in:health', 'Soudure'],
    ['f-sector=ne:health', 'Anglais'],
    ['f-colour=2', 'Anglais'],
    ['f-level=2', 'Anglais'],
  ])('a pasted address with %s shows %s alone', async (search, name) => {
    answers()
    await drawn({ at: `/?${search}` })
    await waitFor(() => expect(names()).toEqual([name]))
    expect(await screen.findByRole('list', { name: '1 filtre actif' })).toBeTruthy()
  })

  test('a pasted address that means nothing filters nothing', async () => {
    answers()
    await drawn({ at: '/?f-paidOn=gte:yesterday&f-sector=nothing&f-price=between:1' })
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(screen.queryByRole('list', { name: /filtre/ })).toBeNull()
  })

  test('by the days between two of the calendar', async () => {
    answers()
    const { router } = await drawn()
    const paidOn = await open('paidOn')
    await choose(paidOn.getByRole('button', { name: /^Condition/ }), 'entre le')
    await userEvent.type(paidOn.getByRole('textbox', { name: 'De' }), '1/5/2026')
    await userEvent.type(paidOn.getByRole('textbox', { name: 'À' }), '1/7/2026')
    await waitFor(() => expect(names()).toEqual(['Soudure']))
    expect(router.state.location.search).toContain('f-paidOn=between%3A2026-05-01..2026-07-01')
  })

  test('that find nothing offer the way out', async () => {
    answers()
    await drawn({ at: '/?f-sector=health&f-given=true' })
    await userEvent.click(await screen.findByRole('button', { name: 'Effacer les filtres' }))
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  test('are kept under a name, and come back by it', async () => {
    const { kept } = answers()
    const { router } = await drawn({ at: '/?f-sector=health' })
    await userEvent.click(await screen.findByRole('button', { name: /Filtres/ }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Nom de ce filtre' }), 'Santé')
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() =>
      expect(kept).toEqual([{ name: 'Santé', list: 'course', query: 'f-sector=health' }]),
    )
    await userEvent.click(screen.getAllByRole('button', { name: 'Retirer le filtre Secteur' })[0]!)
    await waitFor(() => expect(names()).toHaveLength(2))
    await userEvent.click(await screen.findByRole('button', { name: 'Santé' }))
    await waitFor(() => expect(names()).toEqual(['Soudure']))
    expect(router.state.location.search).toContain('f-sector=health')
  })
})
