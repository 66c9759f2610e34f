// @vitest-environment jsdom
import {
  at,
  drawSignedIn,
  fakeServer,
  ok,
  person,
  PROFILE,
  refused,
  session,
  USER,
} from '../signed-in.tsx'
import { toldProfile } from '../told.ts'
import { toldHistory } from '../told-history.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { PersonalScreen } from '#web/profile/personal-screen.tsx'
import { ProfilesScreen } from '#web/profile/profiles-screen.tsx'
import { paths } from '#web/screens.ts'

const server = fakeServer()
const OTHER = '01J00000000000000000000003'
const profile = toldProfile({
  id: PROFILE,
  version: 3,
  TvaNumber: 'FR44732829320',
  tvaTaxeType: 'receipts',
})
const other = { ...profile, id: OTHER, name: 'Éditions du Cadran' }
const written = { id: PROFILE, version: 4, position: '00000000000000000009' }

function answers(
  list: readonly object[] = [profile, other],
  options: Parameters<typeof session>[0] = {},
) {
  const sent: { method: string; path: string; body: Record<string, unknown> | null }[] = []
  const take = async ({ request }: { request: Request }) => {
    const text = await request.text()
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname.replace('/api/', ''),
      body: text ? JSON.parse(text) : null,
    })
    return ok(written)
  }
  server.use(
    ...session(options),
    http.get(at(`/professionalInfo/${USER}/all`), () => ok(list)),
    http.get(at(`/professionalInfo/${USER}/:id/readiness`), () =>
      ok({ ready: false, missing: ['rcs', 'shareCapital'], advised: ['bankNumber'] }),
    ),
    http.get(at(`/profile/${USER}/all`), () => ok([])),
    http.get(at('/settings/all'), () => ok([])),
    http.get(at(`/history/${USER}/user/${USER}`), () =>
      ok(toldHistory({ entity: 'user', id: USER })),
    ),
    http.put(at(`/professionalInfo/${USER}`), take),
    http.put(at(`/professionalInfo/${USER}/logo`), take),
    http.delete(at(`/professionalInfo/${USER}/:id`), take),
    http.put(at(`/users/${USER}`), take),
    http.post(at(`/profile/${USER}`), take),
    http.put(at(`/users/${USER}/password`), take),
  )
  return sent
}

describe('own companies', () => {
  test('names what still blocks a bill and leads to its field', async () => {
    answers()
    await drawSignedIn(<ProfilesScreen />, { words: ['profile', 'customers'] })
    expect(await screen.findByText(/2 points empêchent d’émettre/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /Remplir, Greffe/ }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Greffe du RCS' }))
  })

  test('as it was shows neither the next bills of today nor anything to press', async () => {
    answers()
    server.use(
      http.get(at(`/history/${USER}/professionalInfo/${PROFILE}`), () =>
        ok(toldHistory({ entity: 'professionalInfo', id: PROFILE })),
      ),
    )
    await drawSignedIn(<ProfilesScreen />, {
      words: ['profile', 'customers'],
      at: `/?open=${PROFILE}&at=1`,
    })
    expect(await screen.findByText('Rien ne peut être modifié ici.')).toBeDefined()
    expect(screen.queryByText('Ce que lira le client')).toBeNull()
    expect(screen.queryByRole('button', { name: /Ajouter|Enregistrer|Supprimer/ })).toBeNull()
  })
  test('is opened by the link that a bill or a check leads with, whichever is active', async () => {
    answers()
    await drawSignedIn(<ProfilesScreen />, {
      words: ['profile', 'customers'],
      at: `/?${paths.profiles.to({}, { open: OTHER }).split('?')[1]}`,
    })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Éditions du Cadran' }),
    ).toBeDefined()
    expect(
      screen.getByRole('link', { name: 'Éditions du Cadran' }).getAttribute('aria-current'),
    ).toBe('page')
  })
  test('saves what is changed with the version that was read', async () => {
    const sent = answers()
    await drawSignedIn(<ProfilesScreen />)
    const name = await screen.findByRole('textbox', { name: /Dénomination/ })
    await userEvent.type(name, ' et Fils')
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      id: PROFILE,
      version: 3,
      name: 'Fontanel Conseil et Fils',
    })
    expect(sent[0]?.body).not.toHaveProperty('tvaRegimeFrom')
  })

  test('checks an IBAN as it is typed, and the preview marks it (PR2)', async () => {
    answers()
    const { container } = await drawSignedIn(<ProfilesScreen />)
    const iban = await screen.findByRole('textbox', { name: 'IBAN' })
    fireEvent.change(iban, { target: { value: 'FR76 0000 0000 0000 0000 0000 195' } })
    fireEvent.blur(iban)
    expect(await screen.findByText(/La clé de l’IBAN ne tombe pas juste/)).toBeDefined()
    expect(container.querySelector('mark')?.textContent).toContain('IBAN')
  })

  test('puts the server’s refusal at its field', async () => {
    answers()
    server.use(
      http.put(at(`/professionalInfo/${USER}`), () =>
        refused(422, 'RULE_BROKEN', {
          fields: [{ path: 'siret', message: 'Ce SIRET n’est pas le vôtre.' }],
        }),
      ),
    )
    await drawSignedIn(<ProfilesScreen />)
    await userEvent.type(await screen.findByRole('textbox', { name: /Dénomination/ }), '!')
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    const message = await screen.findByText('Ce SIRET n’est pas le vôtre.')
    expect(screen.getByRole('textbox', { name: 'SIRET' }).getAttribute('aria-describedby')).toBe(
      message.closest('p')?.id,
    )
  })

  test('a changed page asks before another company takes its place (PR6)', async () => {
    answers()
    const { router } = await drawSignedIn(<ProfilesScreen />)
    await userEvent.type(await screen.findByRole('textbox', { name: /Dénomination/ }), ' bis')
    await userEvent.click(screen.getByRole('link', { name: 'Éditions du Cadran' }))
    expect(
      await screen.findByRole('dialog', {
        name: 'Modifications non enregistrées, voulez-vous continuer\u202F?',
      }),
    ).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Continuer sans enregistrer' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?open=${OTHER}`))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Éditions du Cadran' }),
    ).toBeDefined()
  })

  test('a company that has contracts stays, and the question says why and links to them', async () => {
    answers()
    const fields = [{ path: `projects.${PROFILE}.${OTHER}`, message: 'CT-2026-01' }]
    server.use(
      http.delete(at(`/professionalInfo/${USER}/${PROFILE}`), () =>
        refused(409, 'PROFILE_HAS_PROJECTS', { fields }),
      ),
    )
    await drawSignedIn(<ProfilesScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer cette entreprise' }))
    const question = within(await screen.findByRole('dialog'))
    await userEvent.click(question.getByRole('button', { name: 'Supprimer' }))
    expect((await question.findByRole('alert')).textContent).toContain(
      'because PROFILE_HAS_PROJECTS',
    )
    expect(question.getByRole('link', { name: 'CT-2026-01' }).getAttribute('href')).toBe(
      `/admin/management/contracts?open=${OTHER}`,
    )
  })

  test('with none yet, says what will be here', async () => {
    answers([])
    await drawSignedIn(<ProfilesScreen />)
    expect(await screen.findByRole('heading', { name: 'Aucune entreprise' })).toBeDefined()
  })

  test('without the permission nothing can be changed', async () => {
    answers([profile], { permissions: ['perm_professional_info_menu'] })
    await drawSignedIn(<ProfilesScreen />)
    await screen.findByRole('textbox', { name: /Dénomination/ })
    expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Supprimer/ })).toBeNull()
  })

  test('is written in Arabic from right to left, its paper in French from left to right', async () => {
    answers([profile], { language: 'ar' })
    const { container } = await drawSignedIn(<ProfilesScreen />, { language: 'ar' })
    expect(await screen.findByRole('heading', { name: 'قبل الإصدار' })).toBeDefined()
    expect(container.querySelector('.doc')?.getAttribute('dir')).toBe('ltr')
    expect(container.querySelector('.doc')?.textContent).toContain('Pas d’escompte')
  })
})

/** The signed-in user; `hasPassword` false is one whose password is kept elsewhere. */
const account = (hasPassword: boolean) => ({
  version: 3,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
  ...person,
  gender: '',
  birthDate: 0,
  startDate: 1,
  isFree: true,
  freePeriod: 30,
  freeUntil: 0,
  deletionDate: 0,
  lastConnectionDate: 0,
  roleIds: [],
  permissions: ['perm_admin'],
  columns: {},
  hasPassword,
  mailToConfirm: '',
  passwordDueOn: 0,
  demoUntil: 0,
  isDemo: false,
  params: {
    preferredLanguage: 'fr',
    isDiscreet: false,
    activeProfile: PROFILE,
    timeZone: 'Europe/Paris',
    currency: 'EUR',
    followUpDays: 7,
  },
})

describe('own information', () => {
  test('saves the account and the personal profile, born before 1970', async () => {
    const sent = answers()
    server.use(http.get(at(`/users/${USER}/me`), () => ok(account(false))))
    await drawSignedIn(<PersonalScreen />)
    const birth = await screen.findByRole('textbox', { name: 'Date de naissance' })
    fireEvent.change(screen.getByRole('textbox', { name: /Prénom/ }), {
      target: { value: 'Carnet' },
    })
    fireEvent.change(birth, { target: { value: '17/05/1961' } })
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ method, path, body }) => [method, path, body?.['birthDate']])).toEqual([
      ['PUT', `users/${USER}`, undefined],
      ['POST', `profile/${USER}`, Date.UTC(1961, 4, 17)],
    ])
    // The password is kept elsewhere for this account, and its mails come from there.
    expect(screen.getByText(/Carnet n’en envoie aucun/)).toBeDefined()
    expect(screen.queryByLabelText(/Mot de passe actuel/)).toBeNull()
  })

  test('asks for the password once the address is another than it was, and sends it with the address', async () => {
    const sent = answers()
    server.use(
      http.get(at(`/users/${USER}/me`), () => ok(account(true))),
      http.get(at(`/users/${USER}/sessions`), () => ok([])),
    )
    await drawSignedIn(<PersonalScreen />)
    const mail = await screen.findByRole('textbox', { name: /Adresse e-mail|E-mail/ })
    expect(screen.queryByLabelText(/Votre mot de passe actuel/)).toBeNull()
    fireEvent.change(mail, { target: { value: 'autre@carnet.example' } })
    const password = await screen.findByLabelText(/Votre mot de passe actuel/)
    fireEvent.change(password, { target: { value: 'craie bleue 42' } })
    await userEvent.click(screen.getAllByRole('button', { name: 'Enregistrer' })[0]!)
    await waitFor(() => expect(sent.length).toBeGreaterThan(0))
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      path: `users/${USER}`,
      body: { mail: 'autre@carnet.example', password: 'craie bleue 42' },
    })
    // Typed back as it was, nothing is asked.
    fireEvent.change(mail, { target: { value: person.mail } })
    await waitFor(() => expect(screen.queryByLabelText(/Votre mot de passe actuel/)).toBeNull())
  })
})
