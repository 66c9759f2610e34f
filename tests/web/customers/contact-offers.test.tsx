// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { ContactOffers } from '#web/customers/contact-offers.tsx'

const server = fakeServer()
const CONTACT = '01J00000000000000000000020'
const offer = (id: string, title: string, state: string) => ({
  id,
  title,
  state,
  contactId: CONTACT,
  contact: 'Lou Exemple',
  client: '',
  companyId: 0,
  company: '',
  projectId: 0,
  project: '',
  currency: 'EUR',
  TjmHT: 600,
  nextAction: '',
  nextActionDate: 0,
  url: '',
  description: '',
  technicalNeeds: '',
  context: '',
  remark: '',
  personalRemarks: '',
  abortReason: '',
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
})

async function drawn(permissions: readonly string[]) {
  const requests: string[] = []
  server.use(
    ...session({ permissions }),
    http.get(at(`/offer/${USER}/all`), ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('contactId') ?? '')
      return ok([
        offer('01J00000000000000000000030', 'Audit RGAA', 'Positionned'),
        offer('01J00000000000000000000031', 'Refonte', 'aborted'),
      ])
    }),
  )
  await drawSignedIn(<ContactOffers contactId={CONTACT} />, { words: ['customers'] })
  return requests
}

test('a contact shows the states of its offers, each with the way to it', async () => {
  const requests = await drawn(['perm_contact_menu', 'perm_offer_menu'])
  const section = within(await screen.findByRole('region', { name: 'Offres' }))
  const lines = section.getAllByRole('listitem').map((line) => line.textContent)
  expect(lines).toEqual([
    expect.stringMatching(/Audit RGAA.*Positionn/),
    expect.stringMatching(/Refonte.*Abandonn/),
  ])
  expect(section.getByRole('link', { name: 'Audit RGAA' }).getAttribute('href')).toContain(
    '/admin/prospecting/offer?open=01J00000000000000000000030',
  )
  expect(requests).toEqual([CONTACT])
})

test('who may not see offers is not asked for them', async () => {
  const requests = await drawn(['perm_contact_menu'])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Offres' })).toBeNull())
  expect(requests).toEqual([])
})
