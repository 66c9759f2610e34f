// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { contract } from '../timesheets/month-specimens.ts'
import { toldProfile } from '../told.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { CvItem } from '#contract/cv/cv.values.ts'
import { ContractMissions } from '#web/cv/contract-missions.tsx'

const server = fakeServer()
const OTHER = '01J00000000000000000000003'
const FINISHED = '01J000000000000000000000X1'
const AUDIT = '01J000000000000000000000X2'
const finished = contract(FINISHED, {
  profileId: OTHER,
  title: 'Refonte du portail',
  client: 'Studio Papier-Ciseau',
  startDate: Date.UTC(2024, 2, 1),
  endDate: Date.UTC(2024, 10, 30),
  archived: true,
})
const values = {
  projectName: 'Refonte du portail',
  client: 'Studio Papier-Ciseau',
  startYear: 2024,
  startMonth: 3,
  endYear: 2024,
  endMonth: 11,
}

/** Draws the menu. The finished contracts are of a profile that is not the active one. */
async function drawMenu(address: string, known: readonly CvItem[] = []) {
  const picked: CvItem['values'][] = []
  server.use(
    ...session(),
    http.get(at(`/professionalInfo/${USER}/all`), () =>
      ok([toldProfile({ id: PROFILE }), toldProfile({ id: OTHER, name: 'Éditions du Cadran' })]),
    ),
    http.get(at(`/project/${USER}/all/:profileId`), ({ params }) =>
      ok(
        params['profileId'] === OTHER
          ? [finished, contract(AUDIT, { ...finished, id: AUDIT, title: 'Audit' })]
          : [],
      ),
    ),
  )
  const menu = <ContractMissions known={known} onPick={(one) => picked.push(one)} />
  await drawSignedIn(menu, { at: address, words: ['cv'] })
  return picked
}

test('the contract that the address names begins a mission once, whichever profile signed it', async () => {
  const picked = await drawMenu(`/?contract=${FINISHED}`)
  await waitFor(() => expect(picked).toEqual([expect.objectContaining(values)]))
})

test('finished contracts of every profile are offered, except those that are missions already', async () => {
  const picked = await drawMenu('/', [
    { section: 'mission', id: '1', values: { ...values, projectName: 'Audit' } },
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Depuis un contrat terminé' }))
  const offered = await screen.findAllByRole('menuitem')
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Refonte du portail, Studio Papier-Ciseau',
  ])
  await userEvent.click(await screen.findByRole('menuitem'))
  expect(picked).toEqual([expect.objectContaining(values)])
})
