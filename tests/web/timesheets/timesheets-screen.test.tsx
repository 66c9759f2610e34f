// @vitest-environment jsdom
import { lastTold } from '../render.tsx'
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type {
  ActivityDraft,
  BillableMonth,
  TimesheetMonth,
  WaitingMonth,
} from '#contract/timesheets/timesheets.contract.ts'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { TimesheetsScreen } from '#web/timesheets/timesheets-screen.tsx'
import { toldHistory } from '../told-history.ts'
import {
  billableMonth,
  BRUMAIRE,
  contract,
  contracts,
  day,
  HYDRAVION,
  november,
} from './month-specimens.ts'

const rest = vi.hoisted(() => ({ save: () => {} }))
vi.mock('#web/kernel/data/rest.ts', () => ({
  afterRest(_pause: number, save: () => void) {
    rest.save = save
    return () => {
      rest.save = () => {}
    }
  },
}))
/** The pause after which a month saves by itself is over. */
const userRests = () => act(() => rest.save())
beforeEach(() => {
  rest.save = () => {}
})

const server = fakeServer()
const path = (month: number, more = '') => at(`/timesheet/${USER}/${PROFILE}/2026/${month}${more}`)
type Sent = { activities: ActivityDraft[]; version: number }

function answers(
  options: {
    month?: Partial<TimesheetMonth>
    permissions?: readonly string[]
    contracts?: typeof contracts
    billable?: readonly BillableMonth[]
    waiting?: readonly WaitingMonth[]
  } = {},
) {
  const sent: Sent[] = []
  let month: TimesheetMonth = { ...november, ...options.month }
  server.use(
    ...session(options.permissions ? { permissions: options.permissions } : {}),
    http.get(at(`/project/${USER}/all/${PROFILE}`), () => ok(options.contracts ?? contracts)),
    http.get(at(`/timesheet/${USER}/${PROFILE}/billable`), () => ok(options.billable ?? [])),
    http.get(at(`/timesheet/${USER}/${PROFILE}/approvals`), () => ok(options.waiting ?? [])),
    http.get(path(10), () =>
      ok({
        ...november,
        version: 1,
        holidays: [],
        clientHolidays: [],
        activities: [
          { id: '', kind: 'work', projectId: BRUMAIRE, day: Date.UTC(2026, 9, 8), quantity: 1 },
        ],
      }),
    ),
    http.get(path(11), () => ok(month)),
    http.put(path(11), async ({ request }) => {
      const body = (await request.json()) as Sent
      sent.push(body)
      month = {
        ...month,
        version: month.version + 1,
        activities: body.activities.map((one, i) => ({
          ...one,
          quantity: one.quantity ?? 0,
          id: `activity ${i}`,
        })),
      }
      return ok({ id: month.id, version: month.version, position: '00000000000000000009' })
    }),
  )
  return sent
}
const grid = () => screen.findByRole('grid')
const cell = async (row: string, date: string) =>
  within(await grid()).getByRole('cell', { name: new RegExp(`^${row}.*${date} novembre`) })
const focus = async (row: string, date: string) => {
  const found = await cell(row, date)
  act(() => found.focus())
}
const value = async (row: string, date: string) =>
  (await cell(row, date)).querySelector('.jour')?.getAttribute('data-figure') ?? ''

test('the month reads the contracts of its lines, not all', async () => {
  const requests: string[] = []
  const over = contract('01J000000000000000000000E1', { client: 'Ancien', endDate: day(-40) })
  answers({
    month: {
      activities: [{ id: '1', kind: 'work', projectId: over.id, day: day(2), quantity: 1 }],
    },
  })
  server.use(
    http.get(at(`/project/${USER}/all/${PROFILE}`), ({ request }) => {
      const { searchParams } = new URL(request.url)
      requests.push(
        ['month', 'ids', 'q', 'limit']
          .map((name) => `${name}=${searchParams.get(name) ?? ''}`)
          .join(' '),
      )
      return ok(searchParams.has('ids') ? [over] : searchParams.has('month') ? contracts : [])
    }),
  )
  await drawSignedIn(<TimesheetsScreen />, { at: '/?month=2026-11' })
  expect(await value('Ancien', 'lundi 2')).toBe('1')
  expect(new Set(requests)).toEqual(
    new Set([
      'month=2026-11 ids= q= limit=200',
      `month= ids=${over.id} q= limit=200`,
      'month= ids= q= limit=50',
    ]),
  )
})

test('keys have words of their own in Arabic, where two acts share one', async () => {
  const wrong = vi.spyOn(console, 'error')
  answers()
  server.use(...session({ language: 'ar' }))
  await drawSignedIn(<TimesheetsScreen />, { at: '/?month=2026-11', language: 'ar' })
  await grid()
  expect(wrong).not.toHaveBeenCalled()
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 10, 41) })
})

test('a day entry that names a contract begins on its line, which is added when it is missing', async () => {
  answers({
    contracts: [
      ...contracts,
      contract('01J000000000000000000000E1', { client: 'Ancien', endDate: day(-40) }),
    ],
  })
  await drawSignedIn(<TimesheetsScreen />, { at: '/?project=01J000000000000000000000E1' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Ancien/))
})

describe('what is left to bill', () => {
  const october = billableMonth({ month: 10, left: 1, amountHT: 600 })
  const region = async (name: string) => (await screen.findByRole('region', { name })).textContent
  const primary = () => screen.findByRole('button', { name: /^Facturer/ })

  test('of the month on screen is what the button bills', async () => {
    answers({ billable: [october, billableMonth()] })
    await drawSignedIn(<TimesheetsScreen />)
    expect((await primary()).textContent).toMatch(/^Facturer novembre, 19 jours, 11\s400,00\s€$/)
    expect(await region('Novembre, à facturer')).toContain('19 jours')
  })
  test('of the last month that has days is what it bills otherwise', async () => {
    answers({ billable: [billableMonth({ month: 9 }), october] })
    await drawSignedIn(<TimesheetsScreen />)
    expect((await primary()).textContent).toMatch(/^Facturer octobre, 1 jour/)
    expect(await region('Octobre, à facturer')).toContain('1 jour')
  })
  test('is not offered beside a month as it was', async () => {
    answers({ billable: [october, billableMonth()] })
    server.use(
      http.get(at(`/history/${USER}/timesheet/:id`), () =>
        ok(toldHistory({ entity: 'timesheet' })),
      ),
    )
    await drawSignedIn(<TimesheetsScreen />, { at: '/?month=2026-11&at=1' })
    expect(await screen.findByText('Rien ne peut être modifié ici.')).toBeDefined()
    expect(await screen.findByRole('region', { name: 'Ce mois-ci' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Facturer/ })).toBeNull()
    expect(screen.queryByRole('region', { name: /à facturer/ })).toBeNull()
  })
  describe('once the last working day is filled', () => {
    const all = Array.from({ length: 30 }, (_, index) => Date.UTC(2026, 10, index + 1)).map(
      (at) => ({
        id: '',
        kind: 'work' as const,
        projectId: BRUMAIRE,
        day: at,
        quantity: 1,
      }),
    )
    test('is offered under the totals, and drafts the bill of the only contract at once', async () => {
      const made: unknown[] = []
      answers({ month: { activities: all }, billable: [billableMonth()] })
      server.use(
        http.post(at(`/bill/${USER}`), async ({ request }) => {
          made.push(await request.json())
          return ok({ id: 'b', version: 1, position: '' })
        }),
      )
      await drawSignedIn(<TimesheetsScreen />)
      expect(await screen.findByText('novembre est complet :')).toBeDefined()
      // The one button of the page, not one of two.
      expect(screen.getAllByRole('button', { name: /^Facturer novembre/ })).toHaveLength(1)
      await userEvent.click(screen.getByRole('button', { name: 'Facturer novembre' }))
      const { projectId } = billableMonth()
      await waitFor(() =>
        expect(made).toEqual([
          { profileId: PROFILE, fromTimesheet: { projectId, year: 2026, month: 11 } },
        ]),
      )
    })
    test('of several contracts, one is asked which', async () => {
      answers({
        month: { activities: all },
        billable: [billableMonth(), billableMonth({ projectId: 'other' })],
      })
      await drawSignedIn(<TimesheetsScreen />)
      await screen.findByText('novembre est complet :')
      await userEvent.click(screen.getByRole('button', { name: 'Facturer novembre' }))
      expect(await screen.findByRole('dialog', { name: 'Facturer novembre 2026' })).toBeDefined()
    })
  })
  test('is nothing: there is no button', async () => {
    answers({ billable: [billableMonth({ draftId: '01J000000000000000000000D1' })] })
    await drawSignedIn(<TimesheetsScreen />)
    expect(await region('Novembre, à facturer')).toContain('Relire le brouillon')
    expect(screen.queryByRole('button', { name: /^Facturer/ })).toBeNull()
  })
})

describe('the month grid', () => {
  test('tells what is recorded, and what is missing', async () => {
    answers()
    await drawSignedIn(<TimesheetsScreen />, { words: ['timesheets'] })
    expect(await screen.findByText(/1,5 jour saisi sur 20 ouvrés/)).toBeDefined()
    expect(await value('Atelier Brumaire', 'mardi 3')).toBe('½')
    expect((await cell('Congés', 'mercredi 11')).getAttribute('aria-label')).toContain(
      'Armistice 1918',
    )
    expect(
      within(await grid())
        .getAllByRole('row')
        .at(-1)?.textContent,
    ).toContain('975,00')
  })

  test('is one stop for Tab, on today', async () => {
    answers()
    await drawSignedIn(<TimesheetsScreen />)
    const stops = within(await grid())
      .getAllByRole('cell')
      .filter((one) => one.tabIndex === 0) // prettier-ignore
    expect(stops.map((one) => one.getAttribute('aria-label'))).toEqual([
      expect.stringContaining(
        'Atelier Brumaire, \u2068Refonte du portail\u2069, vendredi 20 novembre',
      ),
    ])
  })

  test('is filled by keyboard: digits set, arrows move, Enter saves all of it (TS1)', async () => {
    const sent = answers()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Atelier Brumaire', 'mercredi 4')
    await userEvent.keyboard('1{ArrowRight}5{ArrowDown}5{Enter}')
    expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('1')
    expect(await value('Hydravion SAS', 'jeudi 5')).toBe('½')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.version).toBe(3)
    expect(sent[0]?.activities.filter(({ day: on }) => on > day(3))).toEqual([
      { projectId: BRUMAIRE, kind: 'work', day: day(4), quantity: 1 },
      { projectId: BRUMAIRE, kind: 'work', day: day(5), quantity: 0.5 },
      { projectId: HYDRAVION, kind: 'work', day: day(5), quantity: 0.5 },
    ])
    expect(await screen.findByText(/Enregistré à/)).toBeDefined()
    expect(
      (await cell('Hydravion SAS', 'jeudi 5')).querySelector('[data-state="saved"]'),
    ).not.toBeNull()
  })

  test('Shift and arrows fill working days alone, and Esc takes all of it back (TS2)', async () => {
    const sent = answers()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Hydravion SAS', 'mardi 10')
    await userEvent.keyboard('1{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}')
    expect(
      await Promise.all(
        ['mardi 10', 'mercredi 11', 'jeudi 12', 'vendredi 13', 'samedi 14'].map((date) =>
          value('Hydravion SAS', date),
        ),
      ),
    ).toEqual(['1', '', '1', '1', ''])
    await userEvent.keyboard('{Escape}')
    expect(await value('Hydravion SAS', 'jeudi 12')).toBe('')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Enregistrement')).toBeNull())
    expect(sent).toEqual([])
  })

  test('Ctrl Z takes back one act after another, also when one has moved on', async () => {
    answers()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Atelier Brumaire', 'jeudi 19')
    await userEvent.keyboard('1{ArrowRight}5{ArrowRight}')
    expect([
      await value('Atelier Brumaire', 'jeudi 19'),
      await value('Atelier Brumaire', 'vendredi 20'),
    ]).toEqual(['1', '½'])
    await userEvent.keyboard('{Control>}z{/Control}')
    expect([
      await value('Atelier Brumaire', 'jeudi 19'),
      await value('Atelier Brumaire', 'vendredi 20'),
    ]).toEqual(['1', ''])
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(await value('Atelier Brumaire', 'jeudi 19')).toBe('')
  })

  test('H puts the day off and empties the cell', async () => {
    answers()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Atelier Brumaire', 'lundi 2')
    await userEvent.keyboard('h')
    expect(await value('Atelier Brumaire', 'lundi 2')).toBe('')
    expect(await value('Congés', 'lundi 2')).toBe('1')
  })

  test('hours on a line of days are not read further than their first figure, and told', async () => {
    answers()
    await drawSignedIn(
      <>
        <TimesheetsScreen />
        <Toaster onReadFailures={() => {}} />
      </>,
    )
    await focus('Atelier Brumaire', 'mercredi 4')
    await userEvent.keyboard('1h50')
    expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('1')
    expect(await value('Congés', 'mercredi 4')).toBe('')
    expect(await screen.findByText(/^Cette ligne compte des parts de journée/)).toBeTruthy()
    // On another cell the key is the day off again.
    await focus('Atelier Brumaire', 'jeudi 5')
    await userEvent.keyboard('h')
    expect(await value('Congés', 'jeudi 5')).toBe('1')
  })

  test('the mouse sets a day, then half of one, then none', async () => {
    answers()
    await drawSignedIn(<TimesheetsScreen />)
    const target = await cell('Hydravion SAS', 'jeudi 5')
    const seen: string[] = []
    for (let press = 0; press < 3; press++) {
      await userEvent.click(target)
      seen.push(await value('Hydravion SAS', 'jeudi 5'))
    }
    expect(seen).toEqual(['1', '½', ''])
  })

  test('closed days take nothing and say why', async () => {
    answers({ month: { editableFrom: day(16), editableTo: day(30) } })
    await drawSignedIn(<TimesheetsScreen />)
    const closed = await cell('Hydravion SAS', 'vendredi 13')
    expect(closed.getAttribute('aria-readonly')).toBe('true')
    expect(closed.title).toContain('période glissante de 90 jours')
    act(() => closed.focus())
    await userEvent.keyboard('1')
    expect(await value('Hydravion SAS', 'vendredi 13')).toBe('')
  })

  test('a refused cell says why and leads to itself; nothing typed is lost (TS4)', async () => {
    answers()
    server.use(
      http.put(path(11), () =>
        refused(422, 'TIMESHEET_PROJECT_UNKNOWN', {
          fields: [{ path: 'activities.2.projectId', message: 'Ce contrat n’est pas ouvert.' }],
        }),
      ),
    )
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Hydravion SAS', 'jeudi 5')
    await userEvent.keyboard('1{Enter}')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText(/Ce contrat n’est pas ouvert/)).toBeDefined()
    expect((await cell('Hydravion SAS', 'jeudi 5')).getAttribute('aria-invalid')).toBe('true')
    expect(await value('Hydravion SAS', 'jeudi 5')).toBe('1')
    expect(lastTold()).toMatchObject({ code: 'TIMESHEET_PROJECT_UNKNOWN' })
    await userEvent.click(alert.getByRole('button', { name: /Voir la case/ }))
    expect(document.activeElement).toBe(await cell('Hydravion SAS', 'jeudi 5'))
  })

  test('copies last month’s days around what is already there (TS3)', async () => {
    const sent = answers()
    await drawSignedIn(<TimesheetsScreen />)
    await grid()
    await userEvent.click(screen.getByRole('button', { name: 'Copier octobre' }))
    // the month's comes before the week's
    await userEvent.click((await screen.findAllByRole('menuitem', { name: 'Lignes et jours' }))[0]!)
    await waitFor(async () => expect(await value('Atelier Brumaire', 'jeudi 12')).toBe('1'))
    userRests()
    await waitFor(() => expect(sent[0]?.activities).toHaveLength(3))
  })

  test('a line can be added and takes the focus', async () => {
    answers()
    await drawSignedIn(<TimesheetsScreen />)
    await grid()
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter une ligne' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Maladie' }))
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toContain('Maladie'),
    )
  })

  test('a day of more than one, and one after its contract, are told where they stand and in the line above', async () => {
    const worked = (number: number, projectId: string) =>
      ({ id: '', kind: 'work', projectId, day: day(number), quantity: 1 }) as const
    answers({
      contracts: contracts.map((one) =>
        one.id === HYDRAVION ? { ...one, endDate: day(16) } : one,
      ),
      month: { activities: [worked(3, BRUMAIRE), worked(3, HYDRAVION), worked(17, HYDRAVION)] },
    })
    await drawSignedIn(<TimesheetsScreen />)
    expect((await cell('Hydravion SAS', 'mardi 17')).title).toBe('Hors des dates du contrat')
    expect((await cell('Hydravion SAS', 'mardi 3')).title).toBe('')
    const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(statuses.join()).toMatch(
      /Plus d’un jour\s: 3 nov\..*Hors des dates du contrat Hydravion SAS\s: 17 nov\./,
    )
  })

  test('too many days are told, not refused: 21 of 20 (TS4)', async () => {
    const activities = Array.from({ length: 21 }, (_, index) => ({
      id: `${index}`,
      kind: 'work' as const,
      projectId: BRUMAIRE,
      day: day(index + 2),
      quantity: 1,
    }))
    answers({ month: { activities } })
    await drawSignedIn(<TimesheetsScreen />)
    expect(await screen.findByText('21 jours sur 20 ouvrés, 1 jour de trop.')).toBeDefined()
  })

  test('the month stands in the address', async () => {
    answers()
    const { router } = await drawSignedIn(<TimesheetsScreen />)
    await grid()
    await userEvent.click(screen.getByRole('button', { name: 'Mois précédent' }))
    expect(router.state.location.search).toBe('?month=2026-10')
    expect(await screen.findByRole('heading', { name: /Octobre 2026/ })).toBeDefined()
  })
})

describe('a line by the hour', () => {
  const hourly = contract(BRUMAIRE, { timeUnit: 'hour', priceUnit: 'hour', priceHT: 90 })
  const byHour = () =>
    answers({
      contracts: [hourly, contract(HYDRAVION, { client: 'Hydravion SAS' })],
      month: { activities: [] },
    })
  const typing = () => screen.getByRole('textbox')

  test('takes typed hours, adds them up, and sends them as hours', async () => {
    const sent = byHour()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Atelier Brumaire', 'mercredi 4')
    await userEvent.keyboard('7h30{Enter}{ArrowRight}0,25{Enter}{Enter}')
    expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('7½')
    expect((await cell('Atelier Brumaire', 'mercredi 4')).getAttribute('aria-label')).toContain(
      '7,5\u00A0heures',
    )
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.activities).toEqual([
      { projectId: BRUMAIRE, kind: 'work', day: day(4), hours: 7.5, hoursPerDay: 7 },
      { projectId: BRUMAIRE, kind: 'work', day: day(5), hours: 0.25, hoursPerDay: 7 },
    ])
    const row = within(await grid()).getByRole('row', { name: /^Atelier Brumaire/ })
    expect(row.textContent).toContain('7,75\u00A0h')
    expect(row.textContent).toContain('697,50')
  })
  test('keeps what it cannot read, with the reason, until Esc', async () => {
    const sent = byHour()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Atelier Brumaire', 'mercredi 4')
    await userEvent.keyboard('7,3{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Arrondissez au quart d’heure.')
    expect((typing() as HTMLInputElement).value).toBe('7,3')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(await cell('Atelier Brumaire', 'mercredi 4'))
    expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('')
    expect(sent).toEqual([])
  })
  test('is filled by a press, and typed over by the next', async () => {
    byHour()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Atelier Brumaire', 'mercredi 4')
    await userEvent.keyboard(' ')
    expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('7')
    await userEvent.keyboard(' ')
    expect((typing() as HTMLInputElement).value).toBe('7')
    await userEvent.keyboard('6{Enter}')
    expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('6')
    await userEvent.keyboard('{Delete}')
    expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('')
  })
  test('is filled over days by Shift and arrows', async () => {
    const sent = byHour()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Atelier Brumaire', 'mercredi 4')
    await userEvent.keyboard('7,5{Enter}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(await value('Atelier Brumaire', 'jeudi 5')).toBe('7½')
    expect(await value('Atelier Brumaire', 'vendredi 6')).toBe('7½')
  })
  test('beside a line by days leaves that one as it is', async () => {
    const sent = byHour()
    await drawSignedIn(<TimesheetsScreen />)
    await focus('Hydravion SAS', 'mercredi 4')
    await userEvent.keyboard('7')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(await value('Hydravion SAS', 'mercredi 4')).toBe('')
    await userEvent.keyboard('5{Enter}')
    expect(await value('Hydravion SAS', 'mercredi 4')).toBe('½')
    await waitFor(() => expect(sent).toHaveLength(1))
  })
})

test('a line by quarters of a day takes 2 and 7 for ¼ and ¾', async () => {
  const sent = answers({
    contracts: [
      contract(BRUMAIRE, { timeUnit: 'quarterDay' }),
      contract(HYDRAVION, { client: 'Hydravion SAS' }),
    ],
    month: { activities: [] },
  })
  await drawSignedIn(<TimesheetsScreen />)
  await focus('Atelier Brumaire', 'mercredi 4')
  await userEvent.keyboard('2{ArrowRight}7{Enter}')
  expect(await value('Atelier Brumaire', 'mercredi 4')).toBe('¼')
  expect(await value('Atelier Brumaire', 'jeudi 5')).toBe('¾')
  await waitFor(() =>
    expect(sent.at(-1)?.activities.map(({ quantity }) => quantity)).toEqual([0.25, 0.75]),
  )
})

describe('the states of the screen', () => {
  test('without a contract it says what will be here, and how to begin', async () => {
    answers({ contracts: [], month: { activities: [] } })
    await drawSignedIn(<TimesheetsScreen />)
    expect(
      await screen.findByRole('heading', { name: 'Aucun contrat, donc aucun jour à saisir' }),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Nouveau contrat' }).getAttribute('href')).toBe(
      '/admin/management/contracts/new',
    )
  })

  test('without a business it leads to one', async () => {
    server.use(...session({ profileId: 0 }))
    await drawSignedIn(<TimesheetsScreen />)
    expect(await screen.findByRole('link', { name: 'Ajouter votre entreprise' })).toBeDefined()
  })

  test('an error offers to try again', async () => {
    answers()
    server.use(http.get(path(11), () => refused(500, 'INTERNAL'), { once: true }))
    await drawSignedIn(<TimesheetsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
    expect(await grid()).toBeDefined()
  })

  test('who may only read types nothing', async () => {
    answers({ permissions: ['perm_timesheet_menu', 'perm_contract_menu'] })
    await drawSignedIn(<TimesheetsScreen />)
    expect((await grid()).getAttribute('aria-readonly')).toBe('true')
    expect(screen.queryByRole('button', { name: /Facturer|Copier|Ajouter/ })).toBeNull()
    await focus('Hydravion SAS', 'jeudi 5')
    await userEvent.keyboard('1')
    expect(await value('Hydravion SAS', 'jeudi 5')).toBe('')
  })

  test('in Arabic the left arrow goes on to the next day', async () => {
    answers()
    server.use(...session({ language: 'ar' }))
    await drawSignedIn(<TimesheetsScreen />, { language: 'ar' })
    const table = await grid()
    expect(await screen.findByRole('rowheader', { name: /إجازة/ })).toBeDefined()
    const start = table.querySelector<HTMLElement>('td[tabindex="0"]')
    act(() => start?.focus())
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement?.getAttribute('data-cell')).toBe(`${day(21)}.${BRUMAIRE}`)
  })
})

describe('on a phone', () => {
  const glance = () => screen.findByRole('navigation', { name: 'Jours de novembre 2026' })
  const worked = (number: number, projectId: string, quantity: 0.5 | 1 = 1) =>
    ({ id: '', kind: 'work', projectId, day: day(number), quantity }) as const

  test('the month at a glance tells what is full and where the gaps are', async () => {
    answers({ month: { activities: [worked(17, BRUMAIRE), worked(18, BRUMAIRE, 0.5)] } })
    await drawSignedIn(<TimesheetsScreen />)
    const days = within(await glance())
    expect(days.getAllByRole('button')).toHaveLength(30)
    for (const name of ['mardi 17 novembre, 1 jour', 'mercredi 18 novembre, 0,5 jour'])
      expect(days.getByRole('button', { name })).toBeDefined()
    expect(days.getByRole('button', { name: 'jeudi 19 novembre, jour non saisi' })).toBeDefined()
    expect(days.getByRole('button', { name: 'samedi 21 novembre' })).toBeDefined()
    expect(
      days.getByRole('button', { current: 'date', name: /^vendredi 20 novembre/ }),
    ).toBeDefined()
  })

  test('a gap that is tapped is filled like the last filled day', async () => {
    const sent = answers({
      month: { activities: [worked(16, HYDRAVION), worked(17, BRUMAIRE, 0.5)] },
    })
    await drawSignedIn(<TimesheetsScreen />)
    await userEvent.click(within(await glance()).getByRole('button', { name: /^jeudi 19/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Jeudi 19 novembre' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Comme mardi 17 novembre' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Terminé' }))
    await waitFor(() =>
      expect(sent.at(-1)?.activities).toContainEqual({
        projectId: BRUMAIRE,
        kind: 'work',
        day: day(19),
        quantity: 0.5,
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('today begins with what yesterday was', async () => {
    const sent = answers({ month: { activities: [worked(19, HYDRAVION)] } })
    await drawSignedIn(<TimesheetsScreen />)
    await glance()
    await userEvent.click(screen.getByRole('button', { name: 'Comme hier' }))
    await waitFor(() => expect(sent.at(-1)?.activities).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Comme hier' })).toBeNull()
  })

  test('a day that is filled leads to its week and opens nothing', async () => {
    answers({ month: { activities: [worked(3, BRUMAIRE)] } })
    await drawSignedIn(<TimesheetsScreen />)
    await userEvent.click(within(await glance()).getByRole('button', { name: /^mardi 3/ }))
    expect(await screen.findByRole('heading', { name: 'Semaine 45' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('hours are typed into the day, and what cannot be read holds it open', async () => {
    const sent = answers({
      contracts: [contract(BRUMAIRE, { timeUnit: 'hour' })],
      month: { activities: [] },
    })
    await drawSignedIn(<TimesheetsScreen />)
    const glance = await screen.findByRole('navigation', { name: /^Jours de/ })
    await userEvent.click(within(glance).getByRole('button', { name: /mercredi 4/ }))
    const dialog = await screen.findByRole('dialog')
    const hours = within(dialog).getByRole('textbox', { name: /Atelier Brumaire/ })
    await userEvent.type(hours, '7:20')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Terminé' }))
    expect(within(dialog).getByRole('alert').textContent).toBe('Arrondissez au quart d’heure.')
    await userEvent.clear(hours)
    await userEvent.type(hours, '7:15')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Terminé' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.activities).toMatchObject([{ day: day(4), hours: 7.25 }])
  })
})
