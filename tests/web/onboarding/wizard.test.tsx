// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { toldProfile } from '../told.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'
import { WelcomeScreen } from '#web/onboarding/welcome-screen.tsx'
import { Wizard } from '#web/onboarding/wizard.tsx'

const server = fakeServer()
const written = { id: PROFILE, version: 1, position: '1' }
const ADDRESS = { street: '4 rue des Tanneurs', postalCode: '44000', city: 'Nantes', country: 'FR' }
const found = {
  name: 'Atelier Brumaire',
  legalStatus: 'SAS',
  siren: '732829320',
  siret: '73282932000074',
  address: ADDRESS,
  sector: '',
  startDate: Date.UTC(2026, 3, 1),
  active: true,
  closedOn: 0,
  TvaNumber: 'FR44732829320',
}
const profile = toldProfile({
  id: PROFILE,
  name: 'Atelier Brumaire',
  legalStatus: 'SAS',
  address: ADDRESS,
  tvaRegime: '',
  tvaRegimes: [],
})
const answers = (profiles: readonly object[] = []) =>
  server.use(
    ...session({ profileId: 0 }),
    http.get(at(`/professionalInfo/${USER}/all`), () => ok(profiles)),
  )
afterEach(() => sessionStorage.clear())
const body = async (act: Promise<unknown>, bodies: readonly unknown[]) => (
  await act, await waitFor(() => expect(bodies).toHaveLength(1)), bodies[0]
)

test('a failed call is told by a notification in the first steps too', async () => {
  server.use(
    ...session({ profileId: 0 }),
    http.get(at(`/professionalInfo/${USER}/all`), () => refused(500, 'INTERNAL')),
  )
  await draw(<WelcomeScreen />)
  expect(await screen.findByText(/^Erreur.: because INTERNAL/)).toBeTruthy()
})

describe('the first steps', () => {
  test('begin with the business, since the sign-up asked for the name, which stays a step back', async () => {
    answers()
    await drawSignedIn(<Wizard />)
    expect(await screen.findByRole('combobox', { name: 'Nom, SIREN ou SIRET' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Précédent' }))
    expect(await screen.findByLabelText(/Prénom/)).toBeTruthy()
  })

  test('save who one is and go on', async () => {
    answers()
    const sent: unknown[] = []
    server.use(
      http.put(
        at(`/users/${USER}`),
        async ({ request }) => (sent.push(await request.json()), ok(written)),
      ),
    )
    const { router } = await drawSignedIn(<Wizard />, { at: '/?step=you' })
    const first = await screen.findByLabelText(/Prénom/)
    await userEvent.clear(first)
    await userEvent.type(first, 'Camille')
    expect(
      await body(userEvent.click(screen.getByRole('button', { name: 'Continuer' })), sent),
    ).toMatchObject({
      firstName: 'Camille',
      lastName: 'Exemple',
    })
    // The step of the business is the first, and needs no word in the address.
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('keep what is typed when one passes on and comes back', async () => {
    answers()
    await drawSignedIn(<Wizard />, { at: '/?step=company' })
    await userEvent.type(await screen.findByLabelText(/Dénomination/), 'Librairie')
    await userEvent.click(screen.getByRole('button', { name: 'Passer' }))
    await screen.findByText('La banque et la TVA')
    await userEvent.click(screen.getByRole('button', { name: 'Précédent' }))
    expect(await screen.findByDisplayValue('Librairie')).toBeDefined()
  })

  test('fill the fields from the registry, closed companies marked (PR1)', async () => {
    answers()
    server.use(
      http.get(at(`/professionalInfo/insee/${USER}/find`), () =>
        ok([
          found,
          {
            ...found,
            siren: '404833048',
            siret: '40483304800022',
            name: 'Brumaire et associés',
            active: false,
            closedOn: Date.UTC(2023, 11, 31),
          },
        ]),
      ),
    )
    await drawSignedIn(<Wizard />, { at: '/?step=company' })
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Nom, SIREN ou SIRET' }),
      'brumaire',
    )
    expect(
      (await screen.findByRole('option', { name: /Brumaire et associés/ })).textContent,
    ).toContain('fermée en 2023')
    await userEvent.click(screen.getByRole('option', { name: /Atelier Brumaire/ }))
    expect(screen.getByLabelText(/Dénomination/)).toHaveProperty('value', 'Atelier Brumaire')
    expect(screen.getByLabelText('Ville')).toHaveProperty('value', 'Nantes')
    expect(screen.queryByRole('option')).toBeNull()
  })

  test('take no company of the registry that was not chosen', async () => {
    answers()
    const searches: (string | null)[] = []
    server.use(
      http.get(at(`/professionalInfo/insee/${USER}/find`), ({ request }) => {
        searches.push(new URL(request.url).searchParams.get('name'))
        return ok([found])
      }),
    )
    await drawSignedIn(<Wizard />, { at: '/?step=company' })
    const search = await screen.findByRole('combobox', { name: 'Nom, SIREN ou SIRET' })
    const name = screen.getByLabelText(/Dénomination/)
    await userEvent.type(search, 'brumaire')
    await screen.findByRole('option', { name: /Atelier Brumaire/ })
    await userEvent.tab()
    expect(name).toHaveProperty('value', '')
    // Enter asks for what was typed since, in place of taking what was found before.
    await userEvent.type(search, ' nord{Enter}')
    await waitFor(() => expect(searches).toEqual(['brumaire', 'brumaire nord']))
    expect(name).toHaveProperty('value', '')
    await screen.findByRole('option', { name: /Atelier Brumaire/ })
    await userEvent.keyboard('{Enter}')
    expect(name).toHaveProperty('value', 'Atelier Brumaire')
  })

  test('with the registry away say so and let one write', async () => {
    answers()
    server.use(
      http.get(at(`/professionalInfo/insee/${USER}/find`), () =>
        refused(502, 'COMPANY_REGISTRY_UNAVAILABLE'),
      ),
    )
    await drawSignedIn(<Wizard />, { at: '/?step=company' })
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Nom, SIREN ou SIRET' }),
      'brumaire',
    )
    expect((await screen.findByRole('alert')).textContent).toContain('COMPANY_REGISTRY_UNAVAILABLE')
    await userEvent.click(screen.getByRole('button', { name: 'Saisir à la main' }))
    expect(document.activeElement).toBe(screen.getByLabelText(/Dénomination/))
    expect(screen.getByLabelText(/Dénomination/)).toHaveProperty('value', 'brumaire')
  })

  test('take over a number that was typed where the registry is away', async () => {
    answers()
    server.use(
      http.get(at(`/professionalInfo/insee/${USER}/find`), () =>
        refused(502, 'COMPANY_REGISTRY_UNAVAILABLE'),
      ),
    )
    await drawSignedIn(<Wizard />, { at: '/?step=company' })
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Nom, SIREN ou SIRET' }),
      '732 829 320 00074',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Saisir à la main' }))
    const digits = (label: string) =>
      screen.getByLabelText<HTMLInputElement>(label).value.replaceAll(/\D/g, '')
    expect([digits('SIRET'), digits('SIREN')]).toEqual(['73282932000074', '732829320'])
    expect(screen.getByLabelText(/Dénomination/)).toHaveProperty('value', '')
  })

  test('say how many digits a SIREN lacks before asking (PR2)', async () => {
    answers()
    await drawSignedIn(<Wizard />, { at: '/?step=company' })
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Nom, SIREN ou SIRET' }),
      '732 829 3',
    )
    expect(await screen.findByText(/Il manque 2 chiffres/)).toBeDefined()
  })

  test('put a refusal beside the field that the server names', async () => {
    answers()
    server.use(
      http.post(at(`/professionalInfo/${USER}`), () =>
        refused(422, 'RULE_BROKEN', {
          fields: [{ path: 'siren', message: 'Ce SIREN est déjà celui d’une autre fiche.' }],
        }),
      ),
    )
    await drawSignedIn(<Wizard />, { at: '/?step=company' })
    await userEvent.type(await screen.findByLabelText(/Dénomination/), 'Librairie')
    await userEvent.click(screen.getByRole('button', { name: 'Continuer' }))
    expect(await screen.findByText('Ce SIREN est déjà celui d’une autre fiche.')).toBeDefined()
    expect(screen.getByLabelText('SIREN').getAttribute('aria-invalid')).toBe('true')
  })

  test('hide the VAT fields of who is exempt, and send none (PR4)', async () => {
    answers([profile])
    const sent: unknown[] = []
    server.use(
      http.put(
        at(`/professionalInfo/${USER}`),
        async ({ request }) => (sent.push(await request.json()), ok(written)),
      ),
    )
    await drawSignedIn(<Wizard />, { at: '/?step=bank' })
    await userEvent.click(await screen.findByRole('radio', { name: 'Réel normal' }))
    expect(screen.getByLabelText('Numéro de TVA')).toHaveProperty(
      'value',
      'FR\u00A044\u00A0732\u00A0829\u00A0320',
    )
    await userEvent.click(screen.getByRole('radio', { name: 'Franchise' }))
    expect(screen.queryByLabelText('Numéro de TVA')).toBeNull()
    const change = await body(
      userEvent.click(screen.getByRole('button', { name: 'Terminer' })),
      sent,
    )
    expect(change).toMatchObject({ id: PROFILE, tvaRegime: 'franchise' })
    expect(change).not.toHaveProperty('TvaNumber')
  })

  test.each([
    ['micro-entrepreneur', true],
    ['EI', false],
  ])('propose the exemption to a %s: %s', async (legalStatus, isExempt) => {
    answers([{ ...profile, legalStatus }])
    await drawSignedIn(<Wizard />, { at: '/?step=bank' })
    const exempt = await screen.findByRole<HTMLInputElement>('radio', { name: 'Franchise' })
    expect(exempt.getAttribute('aria-checked') ?? String(exempt.checked)).toBe(String(isExempt))
  })

  test('ask from which day another regime runs', async () => {
    answers([{ ...profile, tvaRegime: 'franchise' }])
    await drawSignedIn(<Wizard />, { at: '/?step=bank' })
    expect(screen.queryByLabelText(/Régime depuis le/)).toBeNull()
    await userEvent.click(await screen.findByRole('radio', { name: 'Réel normal' }))
    expect(screen.getByRole('textbox', { name: /^Régime depuis le/ })).toBeDefined()
  })

  describe('of a sole trader of the registry', () => {
    const chosen = async (sent: unknown[]) => {
      answers()
      server.use(
        http.get(at(`/professionalInfo/insee/${USER}/find`), () =>
          ok([{ ...found, legalStatus: 'EI' }]),
        ),
        http.post(
          at(`/professionalInfo/${USER}`),
          async ({ request }) => (sent.push(await request.json()), ok(written)),
        ),
      )
      await drawSignedIn(<Wizard />, { at: '/?step=company' })
      await userEvent.type(
        await screen.findByRole('combobox', { name: 'Nom, SIREN ou SIRET' }),
        'brumaire',
      )
      await userEvent.click(await screen.findByRole('option', { name: /Atelier Brumaire/ }))
      return screen.findByRole('radiogroup', { name: /Sous quel régime/ })
    }
    test('ask the one question, and assume no answer', async () => {
      const sent: unknown[] = []
      await chosen(sent)
      expect(screen.getByRole('radio', { name: 'Micro-entrepreneur' })).toHaveProperty(
        'checked',
        false,
      )
      expect(screen.getByRole('radio', { name: 'Régime réel' })).toHaveProperty('checked', false)
      await userEvent.click(screen.getByRole('button', { name: 'Continuer' }))
      expect(await screen.findAllByText(/Remplissez ce champ|obligatoire/i)).toBeDefined()
      expect(sent).toEqual([])
    })
    test('of a micro-entrepreneur take activity, rhythm and day of creation', async () => {
      const sent: unknown[] = []
      await chosen(sent)
      await userEvent.click(screen.getByRole('radio', { name: 'Micro-entrepreneur' }))
      await userEvent.click(await screen.findByLabelText('Activité'))
      await userEvent.click(
        await screen.findByRole('option', { name: 'Profession libérale (BNC)' }),
      )
      await userEvent.click(screen.getByRole('radio', { name: 'chaque mois' }))
      expect(
        await body(userEvent.click(screen.getByRole('button', { name: 'Continuer' })), sent),
      ).toMatchObject({
        legalStatus: 'micro-entrepreneur',
        activity: 'bncSsi',
        urssafPeriodicity: 'monthly',
        startDate: Date.UTC(2026, 3, 1),
      })
    })
    test('of the real regime ask nothing more', async () => {
      const sent: unknown[] = []
      await chosen(sent)
      await userEvent.click(screen.getByRole('radio', { name: 'Régime réel' }))
      expect(screen.queryByLabelText('Activité')).toBeNull()
      expect(
        await body(userEvent.click(screen.getByRole('button', { name: 'Continuer' })), sent),
      ).toMatchObject({ legalStatus: 'EI', activity: '', urssafPeriodicity: '' })
    })
  })

  test('offer a yearly return under the simplified regime alone', async () => {
    answers([profile])
    await drawSignedIn(<Wizard />, { at: '/?step=bank' })
    await userEvent.click(await screen.findByRole('radio', { name: 'Réel normal' }))
    const rhythms = async () => {
      await userEvent.click(screen.getByLabelText(/Périodicité de TVA/))
      return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    }
    expect(await rhythms()).toEqual(['à préciser', 'Mensuelle', 'Trimestrielle'])
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('radio', { name: 'Réel simplifié' }))
    expect(await rhythms()).toContain('Annuelle')
  })

  test('put off are not offered again', async () => {
    answers()
    const { router } = await drawSignedIn(<Wizard />)
    await userEvent.click(await screen.findByRole('button', { name: 'Finir plus tard' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
    expect(JSON.parse(localStorage.getItem('carnet.welcome.skipped') ?? '{}')).toEqual({
      [USER]: true,
    })
  })

  test('read in Arabic', async () => {
    server.use(
      ...session({ profileId: 0, language: 'ar' }),
      http.get(at(`/professionalInfo/${USER}/all`), () => ok([])),
    )
    await drawSignedIn(<Wizard />, { at: '/?step=company', language: 'ar' })
    expect(await screen.findByText('لنجد مؤسستك')).toBeDefined()
  })
})
