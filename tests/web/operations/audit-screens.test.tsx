// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { leave } from '#web/kernel/data/client.ts'
import { IntegrityScreen } from '#web/operations/integrity-screen.tsx'
import { filterOf } from '#web/operations/audit-words.ts'
import { LogsScreen } from '#web/operations/logs-screen.tsx'
import { setTimeZone } from '#web/kernel/words/time-zone.ts'

const server = fakeServer()
// Nothing has failed.
beforeEach(() => server.use(http.get(at(`/effect/${USER}/failed`), () => ok([]))))
const fact = (position: string, more: object = {}) => ({
  version: 1,
  type: 'RoleAdded',
  at: Date.UTC(2026, 10, 20, 9, 5, 2),
  actor: { kind: 'user', id: USER, name: 'Carnet Exemple' },
  cause: 'user',
  position,
  entity: 'role',
  id: '01J',
  owner: USER,
  access: 'none',
  fields: 'name, permissions',
  ...more,
})
const sound = {
  events: 245,
  streams: 102,
  upTo: '00000000000000000245',
  root: '7c'.repeat(32),
  sealed: { events: 240, root: '5e'.repeat(32), at: Date.UTC(2026, 10, 20, 5) },
  at: Date.UTC(2026, 10, 20, 6),
  durationMs: 14,
  damages: [],
}

describe('the way to the queues', () => {
  const page = (queues: 'none' | 'shown') => {
    document.head.innerHTML = `<meta name="carnet-queues" content="${queues}">`
  }
  const drawn = async (permissions: readonly string[]) => {
    server.use(
      ...session({ permissions }),
      http.get(at(`/audit/${USER}`), () => ok([])),
    )
    await drawSignedIn(<LogsScreen />, {})
    await screen.findByRole('heading', { name: /Rien n’est encore écrit/ })
    return screen.queryByRole('button', { name: 'Files d’attente' })
  }

  test('leads there with a pass, and says why it does not', async () => {
    page('shown')
    const left = vi.spyOn(leave, 'to').mockImplementation(() => {})
    server.use(http.post(at('/queues/pass'), () => refused(503, 'STORE_UNAVAILABLE'), { once: true }))
    const button = await drawn(['perm_access_logs_menu', 'perm_process_center_manage'])
    if (button === null) throw new Error('There is no way')
    await userEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    expect(left).not.toHaveBeenCalled()
    server.use(http.post(at('/queues/pass'), () => ok({ url: '/api/queues/' })))
    await userEvent.click(button)
    await waitFor(() => expect(left).toHaveBeenCalledWith('/api/queues/'))
  })

  test('is not there without the permission', async () => {
    page('shown')
    expect(await drawn(['perm_access_logs_menu'])).toBeNull()
  })

  test('is not there where the queues cannot be looked at', async () => {
    page('none')
    expect(await drawn(['perm_admin'])).toBeNull()
  })
})

describe('the log', () => {
  test('tells each fact in words, and reads older ones by the cursor', async () => {
    const asked: (string | null)[] = []
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor')
        asked.push(cursor)
        return cursor === null
          ? HttpResponse.json(
              { status: 0, result: { data: [fact('2')] } },
              { headers: { 'x-next-cursor': '00000000000000000002' } },
            )
          : ok([fact('1', { type: 'CompanyAdded', entity: 'company', fields: 'name' })])
      }),
    )
    await drawSignedIn(<LogsScreen />, { words: ['operations', 'identity', 'customers'] })
    const table = within(await screen.findByRole('table'))
    expect(table.getByRole('rowheader', { name: 'Rôle ajouté' })).toBeDefined()
    expect(table.getByText('Rôle, Permissions')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Lignes plus anciennes' }))
    expect(await table.findByRole('rowheader', { name: 'Ajout' })).toBeDefined()
    expect(asked).toEqual([null, '00000000000000000002'])
    expect(screen.queryByRole('button', { name: 'Lignes plus anciennes' })).toBeNull()
  })

  test('says Carnet for what runs by itself, wide and on a phone', async () => {
    const process = { kind: 'process', id: 'seal', name: 'seal' } as const
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), () => ok([fact('1', { actor: process, cause: 'schedule' })])),
    )
    const { container } = await drawSignedIn(<LogsScreen />, { words: ['operations', 'identity', 'customers'] })
    expect(await screen.findAllByText('échéancier')).toHaveLength(2)
    expect(screen.getAllByText(/^Carnet$/, { ignore: 'title' }).length).toBe(2)
    expect(container.textContent).not.toContain('seal')
  })

  test('leads to the history of a record that its reader may open, and of no other', async () => {
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), () =>
        ok([
          fact('2', { type: 'CompanyRemoved', entity: 'company', id: 'c1', access: 'open' }),
          fact('1', { type: 'CompanyAdded', entity: 'company', id: 'c2' }),
        ]),
      ),
    )
    await drawSignedIn(<LogsScreen />, { words: ['operations', 'identity', 'customers'] })
    const table = within(await screen.findByRole('table'))
    expect(table.getByRole('link', { name: 'Suppression' }).getAttribute('href')).toBe('/admin/history/company/c1')
    expect(table.queryByRole('link', { name: 'Ajout' })).toBeNull()
  })

  test('opens the record of another user for a reason', async () => {
    const told = vi.fn<(body: unknown) => void>()
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), () =>
        ok([fact('1', { type: 'CompanyAdded', entity: 'company', id: 'c2', access: 'reason' })]),
      ),
      http.post(at(`/audit/${USER}/open`), async ({ request }) => {
        told(await request.json())
        return ok({ id: 'r1', version: 1, position: '00000000000000000009' })
      }),
    )
    const { router } = await drawSignedIn(<LogsScreen />, { words: ['operations', 'identity', 'customers'] })
    const table = within(await screen.findByRole('table'))
    await userEvent.click(table.getByRole('button', { name: 'Ajout' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Ouvrir l’historique/ }))
    await userEvent.type(dialog.getByLabelText(/Motif/), 'Trop peu')
    await userEvent.click(dialog.getByRole('button', { name: 'Ouvrir' }))
    expect(told).not.toHaveBeenCalled()
    await userEvent.type(dialog.getByLabelText(/Motif/), ' : demande du client')
    await userEvent.click(dialog.getByRole('button', { name: 'Ouvrir' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/history/company/c2'))
    expect(told).toHaveBeenCalledWith({ entity: 'company', id: 'c2', reason: 'Trop peu : demande du client' })
  })

  test('takes its filters from the address, and offers the way out when nothing matches', async () => {
    const asked: string[] = []
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), ({ request }) => {
        asked.push(new URL(request.url).search)
        return ok([])
      }),
    )
    const { router } = await drawSignedIn(<LogsScreen />, { at: '/?actor=Anna&entity=bill' })
    await screen.findByRole('heading', { name: /Aucune ligne ne correspond/ })
    await userEvent.click(screen.getByText('Effacer les filtres'))
    expect(asked[0]).toBe('?actor=Anna&entity=bill&limit=50')
    expect(router.state.location.search).toBe('')
    expect(await screen.findByRole('heading', { name: 'Rien n’est encore écrit' })).toBeDefined()
  })

  test('a last day counts whole, in the reader’s own time', () => {
    const day = Date.UTC(2026, 10, 20)
    setTimeZone('America/Martinique')
    const here = Date.UTC(2026, 10, 20, 4)
    expect(filterOf({ actor: ' ', entity: '', correlation: '', from: String(day), to: String(day) })).toEqual({
      from: here,
      to: here + 86_400_000 - 1,
    })
    expect(filterOf({ actor: '', entity: '', correlation: '', from: 'x', to: '' })).toEqual({})
  })

  test('says what failed', async () => {
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), () => refused(500, 'INTERNAL')),
    )
    await drawSignedIn(<LogsScreen />)
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeDefined()
  })
})

describe('integrity', () => {
  test('says up to where the chain is whole, and verifies again on demand (AD5)', async () => {
    let times = 0
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}/verify`), () => ok({ ...sound, events: 244 + ++times })),
    )
    await drawSignedIn(<IntegrityScreen />)
    expect(await screen.findByRole('heading', { name: 'La chaîne est entière jusqu’au fait 245' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Vérifier maintenant' }))
    expect(await screen.findByRole('heading', { name: 'La chaîne est entière jusqu’au fait 246' })).toBeDefined()
  })

  test('says what was sealed and when, or that nothing was', async () => {
    let sealed: typeof sound.sealed | null = sound.sealed
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}/verify`), () => ok({ ...sound, sealed })),
    )
    await drawSignedIn(<IntegrityScreen />)
    const figure = async () => (await screen.findByText('Faits scellés')).parentElement?.textContent
    expect(await figure()).toMatch(/240.*20/)
    sealed = null
    await userEvent.click(screen.getByRole('button', { name: 'Vérifier maintenant' }))
    await waitFor(async () => expect(await figure()).toContain('jamais'))
  })

  test('lists each damage in words, with its place', async () => {
    const damage = {
      what: 'hash',
      detail: 'it is not what was written',
      stream: 'bill-01J',
      revision: 2,
      position: '00000000000000000007',
    }
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}/verify`), () => ok({ ...sound, damages: [damage] })),
    )
    await drawSignedIn(<IntegrityScreen />)
    expect((await screen.findByRole('alert')).textContent).toContain('1 dégât dans le journal')
    expect(screen.getByText('Ce fait n’est plus celui qui a été écrit.')).toBeDefined()
    expect(screen.getByText(/bill-01J.*fait 3/)).toBeDefined()
  })

  test('gives the proof as a file', async () => {
    const blobs: Blob[] = []
    // A proof is a file.
    URL.createObjectURL = vi.fn((blob: Blob | MediaSource) => (blobs.push(blob as Blob), 'blob:proof'))
    URL.revokeObjectURL = vi.fn()
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}/verify`), () => ok(sound)),
    )
    await drawSignedIn(<IntegrityScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Télécharger la preuve' }))
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    expect(JSON.parse(await blobs[0]!.text())).toMatchObject({
      product: 'Carnet',
      events: 245,
      root: sound.root,
      sealed: sound.sealed,
      damages: [],
    })
  })

  test('reads in Arabic', async () => {
    server.use(
      ...session({ language: 'ar' }),
      http.get(at(`/audit/${USER}/verify`), () => ok(sound)),
    )
    await drawSignedIn(<IntegrityScreen />, { language: 'ar' })
    expect(await screen.findByRole('heading', { name: 'السلسلة سليمة حتى الواقعة 245' })).toBeDefined()
  })
})
