// @vitest-environment jsdom
import { DAY_MS } from '#domain/kernel/time.ts'
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { toldProfile } from '../told.ts'
import { toldHistory } from '../told-history.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Project, ProjectBill, ProjectSummary } from '#contract/projects/projects.schemas.ts'
import type { BillableMonth } from '#contract/timesheets/timesheets.contract.ts'
import { ProjectScreen } from '#web/projects/project-screen.tsx'
import { ProjectsScreen } from '#web/projects/projects-screen.tsx'
import { type ContractGroup, endsSoon, groupOf, billWordOf } from '#web/projects/project-words.tsx'
import {
  billableMonth,
  brumaire,
  CLIENT,
  contract,
  hydravion,
  internal,
  november,
} from '../timesheets/month-specimens.ts'

const server = fakeServer()
const OVER = '01J000000000000000000000X1'
const all = [
  brumaire,
  hydravion,
  contract(OVER, { client: 'Studio Papier-Ciseau', active: false, expired: true }),
  internal,
]
const written = { id: brumaire.id, version: 2, position: '00000000000000000009' }

const matching = (list: readonly Project[], query: URLSearchParams) =>
  list.filter((one) =>
    `${one.ref} ${one.title} ${one.client}`
      .toLowerCase()
      .includes((query.get('q') ?? '').toLowerCase()),
  )

const isAsked = (one: Project, state: string | null) =>
  state === null || (state === 'toRenew' ? endsSoon(one) : groupOf(one) === state)

function answers(
  list: readonly Project[] = all,
  options: Parameters<typeof session>[0] = {},
  billable: readonly BillableMonth[] = [],
) {
  const sent: { method: string; path: string; body: unknown }[] = []
  const take = async ({ request }: { request: Request }) => {
    const text = await request.text()
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname.replace(`/api/project/${USER}`, ''),
      body: text ? JSON.parse(text) : null,
    })
    return ok(written)
  }
  server.use(
    ...session(options),
    http.get(at(`/project/${USER}/all/${PROFILE}`), ({ request }) => {
      const query = new URL(request.url).searchParams
      return ok(matching(list, query).filter((one) => isAsked(one, query.get('state'))))
    }),
    http.get(at(`/project/${USER}/summary/${PROFILE}`), ({ request }) => {
      const found = matching(list, new URL(request.url).searchParams)
      const countOf = (some: readonly Project[], group: ContractGroup) =>
        some.filter((one) => groupOf(one) === group).length
      const ends = list.flatMap((one) => (groupOf(one) === 'active' ? (one.endsInDays ?? []) : []))
      return ok({
        count: list.length,
        states: {
          active: countOf(found, 'active'),
          toRenew: found.filter(endsSoon).length,
          expired: countOf(found, 'expired'),
          other: countOf(found, 'other'),
          archived: countOf(found, 'archived'),
        },
        profile: {
          active: countOf(list, 'active'),
          endsInDays: ends.length === 0 ? null : Math.min(...ends),
        },
      } satisfies ProjectSummary)
    }),
    http.get(at(`/timesheet/${USER}/${PROFILE}/billable`), () => ok(billable)),
    http.get(at(`/project/${USER}/bills/:id`), () => ok([])),
    http.get(at(`/timesheet/${USER}/${PROFILE}/:year/:month`), () =>
      ok({ ...november, activities: [] }),
    ),
    http.get(at(`/professionalInfo/${USER}/all`), () => ok([toldProfile({ id: PROFILE })])),
    http.get(at(`/company/${USER}/suggestions`), ({ request }) => {
      const { searchParams } = new URL(request.url)
      const isFound =
        searchParams.get('filters') === '{"kind":{"operator":"ne","value":"former"}}' &&
        'atelier brumaire'.includes(searchParams.get('q')?.toLowerCase() ?? '')
      return ok(isFound ? [{ id: CLIENT, name: 'Atelier Brumaire', note: 'Lyon' }] : [])
    }),
    http.get(at(`/mailTemplate/${USER}/suggestions`), () => ok([])),
    http.get(at(`/company/${USER}/${CLIENT}`), () => refused(404, 'NOT_FOUND')),
    http.get(at(`/history/${USER}/project/:id`), () => ok(toldHistory({ id: brumaire.id }))),
    http.post(at(`/project/${USER}`), take),
    http.put(at(`/project/${USER}`), take),
    http.put(at(`/project/${USER}/:id/archive`), take),
    http.delete(at(`/project/${USER}/:id`), take),
  )
  return sent
}
const table = async () => within(await screen.findByRole('table'))
const names = async () =>
  (await table())
    .getAllByRole('row')
    .filter((row) => row.hasAttribute('data-row'))
    .map((row) => within(row).getByRole('rowheader').textContent) // prettier-ignore
describe('the list of contracts', () => {
  test('has those that run first, with its groups in sight', async () => {
    answers()
    await drawSignedIn(<ProjectsScreen />, { words: ['projects'] })
    expect(
      (await names()).map((name) => /Brumaire|Hydravion|Papier|Interne/.exec(name ?? '')?.[0]),
    ).toEqual(['Brumaire', 'Hydravion', 'Papier', 'Interne'])
    expect(
      (await table())
        .getAllByRole('rowheader', { name: /^(actifs|terminés|autres)$/ })
        .map((one) => one.textContent),
    ).toEqual(['actifs', 'terminés', 'autres'])
    expect(screen.getByText('2 actifs, le prochain finit dans 10 jours')).toBeDefined()
  })

  test('tells the days done out of those sold (CO3)', async () => {
    answers()
    await drawSignedIn(<ProjectsScreen />)
    const meter = (await table()).getByRole('meter', { name: /12.j sur 14/ })
    expect(meter.getAttribute('value')).toBe('12')
  })

  test('is narrowed by tab and words, and says when nothing is left', async () => {
    answers()
    await drawSignedIn(<ProjectsScreen />, { at: '/?tab=expired' })
    expect(await names()).toHaveLength(1)
    await userEvent.type(screen.getByRole('searchbox'), 'brumaire')
    expect(await screen.findByText('Aucune ligne ne correspond à ces filtres')).toBeDefined()
  })

  test('what ends soon has a tab of its own, with its count', async () => {
    answers()
    await drawSignedIn(<ProjectsScreen />, { at: '/?tab=toRenew' })
    expect(await names()).toEqual([expect.stringContaining('Hydravion')])
    expect(screen.getByRole('link', { name: /renouveler/ }).textContent).toMatch(/À renouveler\s*1/)
  })

  test('opens a contract that is on another page', async () => {
    answers([brumaire])
    server.use(http.get(at(`/project/${USER}/one/${PROFILE}/${hydravion.id}`), () => ok(hydravion)))
    await drawSignedIn(<ProjectsScreen />, { at: `/?open=${hydravion.id}` })
    expect((await screen.findByRole('dialog')).textContent).toContain(hydravion.client)
  })

  test('empty, says what will be here and offers the one thing to do', async () => {
    answers([])
    await drawSignedIn(<ProjectsScreen />)
    expect(
      await screen.findByRole('heading', { name: 'Aucun contrat pour l’instant' }),
    ).toBeDefined()
    expect(screen.getAllByRole('link', { name: 'Nouveau contrat' }).length).toBeGreaterThan(0)
  })

  test('that cannot be read offers to try again', async () => {
    answers()
    server.use(
      http.get(at(`/project/${USER}/all/${PROFILE}`), () => refused(500, 'INTERNAL'), {
        once: true,
      }),
    )
    await drawSignedIn(<ProjectsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
    expect(await names()).toHaveLength(4)
  })

  test('offers nothing to add to who may only read', async () => {
    answers(all, { permissions: ['perm_contract_menu'] })
    await drawSignedIn(<ProjectsScreen />)
    await names()
    expect(screen.queryByRole('link', { name: 'Nouveau contrat' })).toBeNull()
  })

  test('reads in Arabic', async () => {
    answers(all, { language: 'ar' })
    await drawSignedIn(<ProjectsScreen />, { language: 'ar' })
    expect(await screen.findByRole('heading', { name: 'العقود' })).toBeDefined()
    expect(await screen.findByText('عقدان نشطان، أقربها ينتهي بعد 10 أيام')).toBeDefined()
  })
})

const owedBill = (more: Partial<ProjectBill>): ProjectBill => ({
  id: OVER,
  profileId: PROFILE,
  type: 'invoice',
  status: 'issued',
  state: 'issued',
  ref: '2026-0020',
  serviceName: '',
  issueDate: 1,
  dueDate: 20 * DAY_MS,
  paimentDate: 0,
  collectDate: 0,
  currency: 'EUR',
  totalHT: 100,
  totalTTC: 120,
  paidAmount: 0,
  outstanding: 120,
  ...more,
})

test.each([
  [{}, 'issued', 20 * DAY_MS],
  [{ state: 'partlyPaid' }, 'part', 20 * DAY_MS],
  [{ state: 'credited' }, 'credited', 0],
  [{ state: 'late' }, 'late', 20 * DAY_MS],
  [{ state: 'paid', paimentDate: DAY_MS }, 'paid', DAY_MS],
  [{ state: 'collected', collectDate: 2 * DAY_MS }, 'collected', 2 * DAY_MS],
  [{ type: 'creditNote' }, 'credit', 1],
  [{ type: 'creditNote', state: 'draft', status: 'draft' }, 'draft', 0],
] as const)('a bill of a contract with %o is told as %s', (more, word, at) =>
  expect(billWordOf(owedBill(more))).toMatchObject({ word, at }),
)

describe('a contract’s panel', () => {
  const opened = async (sent = answers()) => {
    await drawSignedIn(<ProjectsScreen />, { at: `/?open=${hydravion.id}` })
    return { sent, panel: within(await screen.findByRole('dialog')) }
  }

  test('kept in hours tells hours, and the days beside them', async () => {
    answers([{ ...hydravion, timeUnit: 'hour', hoursPerDay: 7.5 }])
    await drawSignedIn(<ProjectsScreen />, { at: `/?open=${hydravion.id}` })
    const panel = within(await screen.findByRole('dialog'))
    expect(panel.getByText(/^90\sh sur 105\sh$/)).toBeDefined()
    expect(panel.getByText('12 jours')).toBeDefined()
  })

  test('tells where it stands: its end, its days, what is left (CO3)', async () => {
    const { panel } = await opened()
    expect(panel.getByText(/Finit dans 10 jours/).textContent).toContain('Il reste 2 jours à faire')
    expect(panel.getByText('12 sur 14')).toBeDefined()
    expect(await panel.findByText('Aucune facture sur ce contrat.')).toBeDefined()
  })

  test.each([
    ['by the law', {}, {}, /^30 jours.*selon la loi$/, /BCE.*selon la loi$/],
    [
      'by the business',
      { paymentDeadline: 45, penaltyBasis: 'rate', penaltyRate: 12 },
      {},
      /^45 jours.*selon votre entreprise$/,
      /^12.%.*selon votre entreprise$/,
    ],
    [
      'by itself',
      { paymentDeadline: 45, penaltyBasis: 'rate', penaltyRate: 12 },
      { paymentDeadline: 60, penaltyBasis: 'rate', penaltyRate: 15 },
      /^60 jours$/,
      /^15.%$/,
    ],
  ])('states the terms that hold %s', async (_, business, own, deadline, penalty) => {
    const agreed = { paymentDeadline: 0, penaltyBasis: '' as const, penaltyRate: 0, ...own }
    answers([{ ...hydravion, ...agreed } as Project])
    server.use(
      http.get(at(`/professionalInfo/${USER}/all`), () =>
        ok([toldProfile({ id: PROFILE, ...business })]),
      ),
    )
    await drawSignedIn(<ProjectsScreen />, { at: `/?open=${hydravion.id}` })
    const panel = within(await screen.findByRole('dialog'))
    const valueOf = (label: RegExp) => panel.getByText(label).closest('.leader')?.lastElementChild
    await waitFor(() =>
      expect(valueOf(/Délai de paiement|Échéance/)?.textContent).toMatch(deadline),
    )
    expect(valueOf(/[Pp]énalité/)?.textContent).toMatch(penalty)
  })

  test('bills its oldest days first, and has no primary act where none are left', async () => {
    const month = (more: object) => billableMonth({ projectId: hydravion.id, ...more })
    const { panel } = await opened(
      answers(all, {}, [month({ month: 10, left: 4 }), month({}), billableMonth({ month: 9 })]),
    )
    const bill = await panel.findByRole('button', { name: 'Facturer octobre, 4 jours' })
    expect(bill.className).toContain('btn-primary')
    await userEvent.click(bill)
    const dialog = within(await screen.findByRole('dialog', { name: 'Facturer octobre 2026' }))
    expect(dialog.getByRole('button', { name: 'novembre 2026' })).toBeDefined()
  })
  test('tells a credit note as what it takes off', async () => {
    const sent = answers()
    server.use(
      http.get(at(`/project/${USER}/bills/:id`), () =>
        ok([owedBill({ type: 'creditNote', ref: 'AV2026-0001', totalTTC: 1440 })]),
      ),
    )
    const { panel } = await opened(sent)
    const line = (await panel.findByText('AV2026-0001')).closest('li')
    expect(line?.textContent).toContain('\u22121')
    expect(panel.getByRole('button', { name: 'Facturer' }).className).not.toContain('btn-primary')
  })

  test('archives it', async () => {
    const { sent, panel } = await opened()
    await userEvent.click(panel.getByRole('button', { name: 'Autres actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archiver' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { method: 'PUT', path: `/${hydravion.id}/archive`, body: { archived: true, version: 1 } },
      ]),
    )
  })

  test('with issued bills it is not deleted: it says why and offers the archive', async () => {
    const sent = answers()
    const bill = {
      id: OVER,
      profileId: PROFILE,
      type: 'invoice',
      status: 'issued',
      state: 'collected',
      ref: '2026-0020',
      serviceName: '',
      issueDate: 1,
      dueDate: 1,
      paimentDate: 1,
      collectDate: Date.UTC(2026, 9, 30),
      currency: 'EUR',
      totalHT: 100,
      totalTTC: 120,
      paidAmount: 120,
      outstanding: 0,
    }
    server.use(http.get(at(`/project/${USER}/bills/:id`), () => ok([bill])))
    const { panel } = await opened(sent)
    await panel.findByText('2026-0020')
    await userEvent.click(panel.getByRole('button', { name: 'Autres actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Supprimer' }))
    const question = within(
      await screen.findByRole('dialog', { name: 'Ce contrat a 1 facture émise' }),
    )
    await userEvent.click(question.getByRole('button', { name: 'Archiver' }))
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PUT']))
  })

  test('with a draft it stays, and the question links to the draft', async () => {
    const sent = answers()
    server.use(
      http.delete(at(`/project/${USER}/:id`), () =>
        refused(409, 'PROJECT_HAS_DRAFTS', {
          fields: [{ path: `bills.${PROFILE}.${OVER}`, message: 'Audit' }],
        }),
      ),
    )
    const { panel } = await opened(sent)
    await userEvent.click(panel.getByRole('button', { name: 'Autres actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Supprimer' }))
    const question = within(await screen.findByRole('dialog', { name: /^Êtes-vous sûr/ }))
    await userEvent.click(question.getByRole('button', { name: 'Supprimer' }))
    expect((await question.findByRole('link', { name: 'Audit' })).getAttribute('href')).toBe(
      `/admin/management/billing/${OVER}`,
    )
    expect(question.getByRole('button', { name: /^Supprimer/ }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })
})

describe('a new contract', () => {
  test('is made with a client and a price, and nothing else asked', async () => {
    const sent = answers([])
    await drawSignedIn(<ProjectScreen />, { path: '/:id', at: '/new', words: ['projects'] })
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Objet' }),
      'Refonte du portail',
    )
    const client = screen.getByRole('combobox', { name: /Client/ })
    await userEvent.type(client, 'brum')
    await userEvent.click(await screen.findByRole('option', { name: /Atelier Brumaire.*Lyon/ }))
    // A search that finds nothing leaves the choice and its name.
    await userEvent.type(client, 'zz')
    await waitFor(() => expect(screen.queryByRole('option', { name: /Lyon/ })).toBeNull())
    await userEvent.tab()
    await waitFor(() => expect(client).toHaveProperty('value', 'Atelier Brumaire'))
    await userEvent.type(screen.getByRole('textbox', { name: /Prix HT par jour/ }), '650')
    await userEvent.click(screen.getByRole('button', { name: 'Créer le contrat' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      method: 'POST',
      body: {
        profileId: PROFILE,
        isBillable: true,
        title: 'Refonte du portail',
        clientId: CLIENT,
        priceMode: 'day',
        priceHT: 650,
        currency: 'EUR',
        tva: 20,
      },
    })
  })

  test('whose time is kept in hours is priced by the hour, unless another unit was chosen', async () => {
    answers()
    await drawSignedIn(<ProjectScreen />, { path: '/:id', at: '/new', words: ['projects'] })
    expect(await screen.findByRole('textbox', { name: /Prix HT par jour/ })).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: /heures/i }))
    expect(await screen.findByRole('textbox', { name: /Prix HT par heure/ })).toBeTruthy()
  })

  test('not billable hides the dropped fields; renewable hides the end and shows the next renewal (CO1, CO2)', async () => {
    answers([])
    await drawSignedIn(<ProjectScreen />, { path: '/:id', at: '/new', words: ['projects'] })
    expect(await screen.findByRole('textbox', { name: 'Fin' })).toBeDefined()
    await userEvent.click(screen.getByRole('switch', { name: 'Renouvelable' }))
    expect(screen.queryByRole('textbox', { name: 'Fin' })).toBeNull()
    await userEvent.clear(screen.getByRole('textbox', { name: /Renouvellement/ }))
    await userEvent.type(screen.getByRole('textbox', { name: /Renouvellement/ }), '90')
    expect(await screen.findByText(/Prochain renouvellement le/)).toBeDefined()
    await userEvent.click(screen.getByRole('switch', { name: 'Facturable' }))
    expect(screen.queryByRole('combobox', { name: /Client/ })).toBeNull()
    expect(screen.getByText(/Sans facture, il n’y a ni client/)).toBeDefined()
  })

  test('refused by the server, says it at the field', async () => {
    answers([])
    server.use(
      http.post(at(`/project/${USER}`), () =>
        refused(422, 'PROJECT_CLIENT_UNKNOWN', {
          fields: [{ path: 'clientId', message: 'Ce client n’existe plus.' }],
        }),
      ),
    )
    await drawSignedIn(<ProjectScreen />, { path: '/:id', at: '/new', words: ['projects'] })
    await userEvent.click(await screen.findByRole('combobox', { name: /Client/ }))
    await userEvent.click(await screen.findByRole('option', { name: /Atelier Brumaire/ }))
    await userEvent.type(screen.getByRole('textbox', { name: /Prix HT par jour/ }), '650')
    await userEvent.click(screen.getByRole('button', { name: 'Créer le contrat' }))
    expect(await screen.findByText('Ce client n’existe plus.')).toBeDefined()
    expect(screen.getByRole('combobox', { name: /Client/ }).getAttribute('aria-invalid')).toBe(
      'true',
    )
  })
})

describe('the page of a contract', () => {
  const TEMPLATE = '01J000000000000000000000T1'
  test('reads that contract alone, and names the mail templates that come first for it', async () => {
    const sent = answers([])
    const lists: string[] = []
    const one = { ...brumaire, templates: [TEMPLATE] }
    server.use(
      http.get(
        at(`/project/${USER}/all/${PROFILE}`),
        ({ request }) => (lists.push(request.url), ok([])),
      ),
      http.get(at(`/project/${USER}/one/${PROFILE}/${one.id}`), () => ok(one)),
      http.get(at(`/quote/${USER}/all/${PROFILE}`), () => ok([])),
      http.get(at(`/mailTemplate/${USER}/${TEMPLATE}`), () =>
        ok(template(TEMPLATE, 'Facture du portail')),
      ),
      http.get(at(`/mailTemplate/${USER}/${OVER}`), () => ok(template(OVER, 'Relance douce'))),
      http.get(at(`/mailTemplate/${USER}/suggestions`), () =>
        ok([{ id: OVER, name: 'Relance douce', note: '' }]),
      ),
      http.put(at(`/project/${USER}`), async ({ request }) => {
        sent.push({ method: 'PUT', path: '', body: await request.json() })
        return ok(written)
      }),
    )
    await drawSignedIn(<ProjectScreen />, { path: '/:id', at: `/${one.id}`, words: ['projects'] })
    expect(await screen.findByText('Facture du portail')).toBeDefined()
    expect(lists).toEqual([])
    await userEvent.click(screen.getByRole('combobox', { name: 'Modèles de courriel' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Relance douce' }))
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      body: { id: one.id, templates: [TEMPLATE, OVER] },
    })
  })

  test('that is gone says so', async () => {
    answers([])
    server.use(
      http.get(at(`/project/${USER}/one/${PROFILE}/${OVER}`), () => refused(404, 'NOT_FOUND')),
    )
    await drawSignedIn(<ProjectScreen />, { path: '/:id', at: `/${OVER}`, words: ['projects'] })
    expect(await screen.findByRole('heading', { name: 'Ce contrat n’existe plus' })).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

const template = (id: string, name: string) => ({
  id,
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
  name,
  purpose: 'bill',
  language: 'fr',
  subject: 'Votre facture',
  body: '<p>Bonjour</p>',
})
