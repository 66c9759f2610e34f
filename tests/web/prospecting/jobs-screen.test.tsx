// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { toldCv } from '../told.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { JobCounts, JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { SearchCriteria } from '#contract/kernel/records.ts'
import { useActionKeys } from '#web/kernel/ui/actions.tsx'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { JobsScreen } from '#web/prospecting/jobs-screen.tsx'

const server = fakeServer()
const row = (id: string, title: string, score: number): JobRow => ({
  id,
  about: 'job',
  version: 1,
  title,
  company: 'Régie des Quais',
  location: 'Lyon',
  mode: 'remotely',
  contractType: 'freelance',
  rate: { min: 620, max: 620, per: 'day', currency: 'EUR' },
  sector: 'public',
  skills: ['RGAA', 'Rédaction juridique'],
  description: '',
  postedAt: Date.UTC(2026, 10, 18),
  foundAt: Date.UTC(2026, 10, 19),
  closed: false,
  sources: ['Phare', 'Girouette', 'La régie'].map((name) => ({
    name,
    url: `https://${name.length}.example/`,
  })),
  score,
  reasons: {
    compared: true,
    matched: ['RGAA'],
    missing: ['Rédaction juridique'],
    distanceKm: 4.2,
    rate: 15,
    age: 2,
    version: 2,
    points: {
      skills: 15,
      title: 15,
      place: 15,
      rate: 15,
      language: 3,
      level: 3,
      sector: 5,
      age: 5,
    },
  },
  marks: { saved: false, applied: false, skipped: false },
  offerId: '',
})
const AUDIT = row('01J00000000000000000000040', 'Audit RGAA', 76)
const PORTAL = row('01J00000000000000000000041', 'Portail d’adhérents', 71)
const counts: JobCounts = {
  threshold: 70,
  suggested: 2,
  below: 3,
  saved: 1,
  applied: 0,
  all: 6,
  created: 0,
  freeSuggestions: null,
  hiddenCompanies: ['Agence Ronde'],
  hasCriteria: true,
  sources: [
    {
      id: '1',
      name: 'Girouette',
      readAt: Date.UTC(2026, 10, 18),
      triedAt: Date.UTC(2026, 10, 19),
      found: 0,
      error: 'busy',
    },
  ],
}

/** Every mark that the screen sets or takes back. */
function answers() {
  const marks: string[] = []
  const thresholds: (string | null)[] = []
  const skipped = new Set<string>()
  const recordMark = ({ request }: { request: Request }) => {
    const { pathname } = new URL(request.url)
    const [id = '', mark = ''] = pathname.split('/').slice(-2)
    marks.push(`${request.method} ${mark} ${id.slice(-2)}`)
    if (request.method === 'PUT') skipped.add(id)
    else skipped.delete(id)
    return ok({ id, version: 2, position: '2' })
  }
  server.use(
    ...session(),
    http.get(at(`/jobs/${USER}/counts`), ({ request }) => {
      thresholds.push(new URL(request.url).searchParams.get('threshold'))
      return ok(counts)
    }),
    http.get(at(`/searchCriteria/${USER}/all`), () => ok([])),
    http.get(at(`/jobs/${USER}`), () => ok([AUDIT, PORTAL].filter(({ id }) => !skipped.has(id)))),
    http.put(at(`/jobs/${USER}/:id/:mark`), recordMark),
    http.delete(at(`/jobs/${USER}/:id/:mark`), recordMark),
  )
  return { marks, thresholds }
}
function WithKeys() {
  useActionKeys()
  return (
    <>
      <JobsScreen />
      <Toaster onReadFailures={() => {}} />
    </>
  )
}
const draw = () => drawSignedIn(<WithKeys />, { words: ['prospecting'] })

test('a job shows why it has its score, and every source that has it', async () => {
  answers()
  await draw()
  await userEvent.click(await screen.findByRole('link', { name: /Audit RGAA/ }))
  const why = await screen.findByRole('region', { name: /Pourquoi 76/ })
  expect(why.textContent).toContain('Compétences')
  expect(why.textContent).toContain('76 / 100')
  for (const name of ['Phare', 'Girouette', 'La régie'])
    expect(screen.getByRole('link', { name }).getAttribute('target')).toBe('_blank')
})

test('keys go through the jobs, mark them, and take the last mark back', async () => {
  const { marks } = answers()
  await draw()
  await screen.findByRole('link', { name: /Audit RGAA/ })
  // The first job is shown beside the list until another is chosen.
  await screen.findByRole('heading', { level: 2, name: 'Audit RGAA' })
  await userEvent.keyboard('j')
  await screen.findByRole('heading', { level: 2, name: 'Portail d’adhérents' })
  await userEvent.keyboard('k')
  await screen.findByRole('heading', { level: 2, name: 'Audit RGAA' })
  await userEvent.keyboard('p')
  await screen.findByRole('heading', { level: 2, name: 'Portail d’adhérents' })
  await waitFor(() => expect(marks).toEqual(['PUT skip 40']))
  await userEvent.keyboard('z')
  await waitFor(() => expect(marks).toEqual(['PUT skip 40', 'DELETE skip 40']))
  await screen.findByRole('link', { name: /Audit RGAA/ })
})

test('a mark that is taken back at once is written first, and taken back behind it', async () => {
  const { marks } = answers()
  const answered = Promise.withResolvers<void>()
  server.use(
    http.put(at(`/jobs/${USER}/:id/:mark`), async () => {
      await answered.promise
      marks.push('PUT skip')
      return ok({ id: AUDIT.id, version: 2, position: '2' })
    }),
  )
  await draw()
  await screen.findByRole('heading', { level: 2, name: 'Audit RGAA' })
  await userEvent.keyboard('pz')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(marks).toEqual([])
  answered.resolve()
  await waitFor(() => expect(marks).toEqual(['PUT skip', 'DELETE skip 40']))
})

test('a key marks the job that was just chosen, though another is still drawn', async () => {
  const { marks } = answers()
  await draw()
  await screen.findByRole('heading', { level: 2, name: 'Audit RGAA' })
  const before = window.location.href
  onTestFinished(() => window.history.replaceState(null, '', before))
  // The address changes first; the router draws the screen when there is time.
  window.history.replaceState(null, '', `?open=${PORTAL.id}`)
  await userEvent.keyboard('e')
  await waitFor(() => expect(marks).toEqual(['PUT save 41']))
})

const VARIANT = '01J00000000000000000000060'

/** Reads of an application's dialog, and the applications that it makes. */
function applying(to: readonly string[], emptyCvs: readonly string[] = []): unknown[] {
  const made: unknown[] = []
  server.use(
    http.get(at(`/jobs/${USER}/:id/application`), () =>
      ok({
        sender: { name: 'Anna', address: 'anna@example.org' },
        to,
        url: 'https://jobs.example/1',
        emptyCvs,
        followUpDate: Date.UTC(2026, 10, 27),
        sent: [],
      }),
    ),
    http.get(at(`/jobs/${USER}/:id/draft-message`), () =>
      ok({
        model: '',
        left: 0,
        draft: {
          version: 1,
          language: 'fr',
          tone: 'formal',
          model: '',
          promptVersion: 1,
          text: 'Bonjour,\n\nJe réponds <vite>.',
          sentences: [],
          sources: [],
          kept: [],
          removed: 0,
        },
      }),
    ),
    http.get(at(`/cv/${USER}/all`), () =>
      ok([toldCv(), toldCv({ id: VARIANT, name: 'Pour la régie' })]),
    ),
    http.get(at(`/mail/${USER}/way`), () => ok({ outbox: true, from: 'carnet@example.org' })),
    http.post(at(`/jobs/${USER}/:id/application`), async ({ request }) => {
      made.push(await request.json())
      return ok({ id: AUDIT.id, version: 2, position: '2' })
    }),
  )
  return made
}

test('an application by mail takes the drafted message and the chosen CV', async () => {
  answers()
  const made = applying(['projets@regie.example'])
  await draw()
  await screen.findByRole('heading', { level: 2, name: 'Audit RGAA' })
  await userEvent.keyboard('c')
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'CV joint' }),
    'Pour la régie',
  )
  expect(screen.getByText('Relance notée pour le 27 novembre 2026.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Préparer' }))
  await waitFor(() => expect(made).toHaveLength(1))
  expect(made[0]).toMatchObject({
    mail: { recipients: ['projets@regie.example'], subject: 'Candidature\u00a0: Audit RGAA' },
    letter: expect.stringContaining('Je réponds &lt;vite&gt;.'),
    cv: { id: VARIANT, language: 'fr' },
    follow: true,
  })
})

test('an application on the site of the company keeps the CV and sends no mail', async () => {
  answers()
  const made = applying([])
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await draw()
  await screen.findByRole('heading', { level: 2, name: 'Audit RGAA' })
  await userEvent.keyboard('c')
  await userEvent.click(await screen.findByRole('checkbox', { name: /Suivre cette candidature/ }))
  // An application that is not followed has no follow-up.
  expect(screen.queryByText(/Relance notée/)).toBeNull()
  await userEvent.click(
    screen.getByRole('button', { name: 'Ouvrir leur site et noter la candidature' }),
  )
  await waitFor(() => expect(made).toHaveLength(1))
  expect(made[0]).toMatchObject({ cv: { id: 'main', language: 'fr' }, follow: false })
  expect(made[0]).not.toHaveProperty('mail')
  expect(opened).toHaveBeenCalledWith('https://jobs.example/1', '_blank', 'noopener,noreferrer')
  opened.mockRestore()
})

test('a text is pasted, read into fields with their passages, and added as confirmed', async () => {
  answers()
  const added: unknown[] = []
  server.use(
    http.post(at(`/jobs/${USER}/text/reading`), () =>
      ok({
        title: 'Audit RGAA',
        company: 'Régie des Quais',
        location: '',
        mode: 'remotely',
        contractType: '',
        rate: { min: 0, max: 0, per: '', currency: 'EUR' },
        sector: '',
        skills: ['RGAA'],
        description: 'Audit RGAA chez Régie des Quais',
        languages: [],
        years: 0,
        postedAt: 0,
        url: '',
        passages: { company: 'Audit RGAA chez Régie des Quais' },
      }),
    ),
    http.post(at(`/jobs/${USER}/text`), async ({ request }) => {
      added.push(await request.json())
      return ok({ id: AUDIT.id, version: 1, position: '2' })
    }),
  )
  await draw()
  await userEvent.click(await screen.findByRole('button', { name: 'Coller une offre' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Coller le texte' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Texte de l’offre/ }), 'Audit RGAA')
  await userEvent.click(screen.getByRole('button', { name: 'Lire le texte' }))
  expect(await screen.findByText(/« Audit RGAA chez Régie des Quais »/)).toBeTruthy()
  const company = screen.getByRole('textbox', { name: 'Société' })
  await userEvent.clear(company)
  await userEvent.type(company, 'Régie')
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter l’offre' }))
  await waitFor(() => expect(added).toHaveLength(1))
  expect(added[0]).toMatchObject({ title: 'Audit RGAA', company: 'Régie', mode: 'remotely' })
  expect(added[0]).not.toHaveProperty('rate')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the text that was typed is there again on the way back, and asked about before it goes', async () => {
  answers()
  server.use(
    http.post(at(`/jobs/${USER}/text/reading`), () =>
      ok({
        title: '',
        company: '',
        location: '',
        mode: '',
        contractType: '',
        sector: '',
        url: '',
        rate: { min: 0, max: 0, per: '', currency: 'EUR' },
        skills: [],
        languages: [],
        years: 0,
        postedAt: 0,
        passages: {},
        description: 'Bridge',
      }),
    ),
  )
  await draw()
  await userEvent.click(await screen.findByRole('button', { name: 'Coller une offre' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Coller le texte' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Texte de l’offre/ }), 'Bridge')
  await userEvent.click(screen.getByRole('button', { name: 'Lire le texte' }))
  const back = await screen.findByRole('button', { name: 'Changer le texte' })
  const stays = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Rester' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rester' })).toBeNull())
  }
  // Nothing of it is saved yet.
  await userEvent.keyboard('{Escape}')
  await stays()
  await userEvent.click(back)
  const typed = () => screen.findByRole('textbox', { name: /Texte de l’offre/ })
  expect(await typed()).toHaveProperty('value', 'Bridge')
  await userEvent.click(screen.getByRole('radio', { name: 'Coller le lien' }))
  await stays()
  expect(await typed()).toHaveProperty('value', 'Bridge')
})

test('an empty CV is not attached, and an empty letter is told at its field', async () => {
  answers()
  const made = applying(['projets@regie.example'], ['main', VARIANT])
  server.use(
    http.get(at(`/jobs/${USER}/:id/draft-message`), () => ok({ model: '', left: 0, draft: null })),
  )
  await draw()
  await screen.findByRole('heading', { level: 2, name: 'Audit RGAA' })
  await userEvent.keyboard('c')
  expect(await screen.findByText(/Votre CV est vide/)).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'CV joint' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Préparer' }))
  expect(await screen.findByText(/^Ce courriel est vide/)).toBeTruthy()
  expect(made).toEqual([])
})

test('without criteria and CV there is no figure, but the way to both', async () => {
  answers()
  const reasons = { ...AUDIT.reasons, compared: false, matched: [] }
  server.use(http.get(at(`/jobs/${USER}`), () => ok([{ ...AUDIT, score: 0, reasons }])))
  await draw()
  expect(await screen.findByRole('region', { name: 'Rien à comparer' })).toBeTruthy()
  expect(screen.queryByText('0 %')).toBeNull()
  expect(screen.getByRole('link', { name: 'Compléter le CV' })).toBeTruthy()
})

test('an entered offer stands among the applications with its match, and takes no marks', async () => {
  answers()
  server.use(
    http.get(at(`/jobs/${USER}`), () =>
      ok([
        {
          ...AUDIT,
          about: 'offer',
          offerId: AUDIT.id,
          sources: [],
          marks: { ...AUDIT.marks, applied: true },
        },
      ]),
    ),
    http.get(at(`/offer/${USER}/:id/application`), () =>
      ok({
        sender: { name: 'Anna', address: 'anna@example.org' },
        to: [],
        url: '',
        emptyCvs: [],
        followUpDate: 0,
        sent: [
          {
            id: PORTAL.id,
            at: 1,
            way: 'externalSite',
            status: 'outside',
            recipients: [],
            subject: '',
            letter: '<p>Bonjour</p>',
            url: '',
            cv: null,
          },
        ],
      }),
    ),
  )
  await draw()
  expect(await screen.findByRole('region', { name: /Pourquoi 76/ })).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Candidatures envoyées' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Voir le suivi' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Candidater/ })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Publiée sur' })).toBeNull()
})

test('a hidden company can be shown again', async () => {
  const { marks } = answers()
  await draw()
  await userEvent.click(
    await screen.findByRole('button', { name: /Afficher de nouveau.*Agence Ronde/ }),
  )
  await waitFor(() => expect(marks).toEqual(['DELETE Agence%20Ronde es']))
})

test('a source that failed says so, beside its last success', async () => {
  answers()
  await draw()
  const line = await screen.findByText(/sans réponse \(busy\)/)
  expect(line.textContent).toMatch(/Girouette.*18/)
})

test('the list is narrowed by words, mode, contract and age, which the address keeps, and read on page by page', async () => {
  answers()
  const requests: string[] = []
  server.use(
    http.get(at(`/jobs/${USER}`), ({ request }) => {
      const { searchParams } = new URL(request.url)
      for (const name of ['view', 'limit']) searchParams.delete(name)
      requests.push(String(searchParams))
      if (searchParams.get('q') === 'rien') return ok([])
      const next = searchParams.get('cursor') === null ? { 'x-next-cursor': 'c2' } : {}
      const answer = { status: 0, result: { data: [AUDIT] } }
      return HttpResponse.json(answer, { headers: { 'x-total-count': '101', ...next } })
    }),
  )
  const { router } = await drawSignedIn(<WithKeys />, {
    words: ['prospecting'],
    at: '/?view=all&mode=nowhere',
  })
  await screen.findByRole('link', { name: /Audit RGAA/ })
  // A mode that there is not narrows nothing.
  expect(requests).toEqual([''])
  await userEvent.click(screen.getByRole('button', { name: 'Offres suivantes' }))
  await waitFor(() => expect(requests.at(-1)).toBe('cursor=c2'))
  expect(await screen.findByText('1 offre sur 101')).toBeDefined()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode de travail' }), 'hybrid')
  await waitFor(() => expect(requests.at(-1)).toBe('mode=hybrid'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Contrat' }), 'freelance')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Titre, société ou lieu' }), 'rien')
  await waitFor(() => expect(requests.at(-1)).toBe('q=rien&mode=hybrid&contractType=freelance'))
  await userEvent.selectOptions(screen.getByLabelText('Publiée depuis'), '7 jours')
  await waitFor(() =>
    expect(requests.at(-1)).toBe('q=rien&mode=hybrid&contractType=freelance&jobAge=7'),
  )
  expect(router.state.location.search).toBe('?view=all&mode=hybrid&contract=freelance&q=rien&age=7')
  await screen.findByRole('heading', { name: 'Aucune offre ne correspond' })
  await userEvent.click(screen.getByRole('button', { name: 'Montrer toutes les offres' }))
  await screen.findByRole('link', { name: /Audit RGAA/ })
  expect(router.state.location.search).toBe('?view=all')
})

test('with several sets of criteria one of them is chosen, for the list and its counts', async () => {
  answers()
  const requests: (string | null)[] = []
  const set = (id: string, name: string) => ({
    ...Object.fromEntries(
      Object.entries(SearchCriteria.fields).map(([key, { empty }]) => [key, empty]),
    ),
    version: 1,
    creationDate: 1,
    lastModificationDate: 1,
    createdBy: 'Carnet',
    modifiedBy: 'Carnet',
    id,
    name,
  })
  const [LYON, REMOTE] = ['01J00000000000000000000050', '01J00000000000000000000051']
  server.use(
    http.get(at(`/searchCriteria/${USER}/all`), () =>
      ok([set(LYON, 'Lyon'), set(REMOTE, 'À distance')]),
    ),
    http.get(at(`/jobs/${USER}/counts`), ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('criteriaId'))
      return ok(counts)
    }),
  )
  await draw()
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Critères' }),
    'À distance',
  )
  await waitFor(() => expect(requests.at(-1)).toBe(REMOTE))
})

test('an account without any job begins with its criteria, and has nothing to narrow', async () => {
  answers()
  const none: JobCounts = {
    ...counts,
    suggested: 0,
    below: 0,
    saved: 0,
    all: 0,
    hasCriteria: false,
    sources: [],
  }
  server.use(
    http.get(at(`/jobs/${USER}/counts`), () => ok(none)),
    http.get(at(`/jobs/${USER}`), () => ok([])),
  )
  await draw()
  const first = await screen.findByRole('link', { name: 'Ajouter des critères' })
  expect(first.getAttribute('href')).toBe('/admin/prospecting/offer/search-criteria?open=new')
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test.each([
  [
    'created',
    'Une mission à confier',
    'Ajouter une annonce',
    '/admin/prospecting/offer/publications?open=new',
  ],
  ['saved', 'Enregistrez une offre', null, ''],
] as const)(
  'an empty list of %s jobs says what comes there, and offers what fits it',
  async (view, body, act, to) => {
    server.use(
      ...session(),
      http.get(at(`/jobs/${USER}/counts`), () => ok(counts)),
      http.get(at(`/jobs/${USER}`), () => ok([])),
      http.get(at(`/searchCriteria/${USER}/all`), () => ok([])),
    )
    await drawSignedIn(<JobsScreen />, { words: ['prospecting'], at: `/?view=${view}` })
    expect(await screen.findByText(new RegExp(body))).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Ajouter des critères' })).toBeNull()
    const link = act === null ? null : screen.getByRole('link', { name: act })
    expect(link?.getAttribute('href') ?? '').toBe(to)
  },
)
