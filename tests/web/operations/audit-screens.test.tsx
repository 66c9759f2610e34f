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
  correlationId: '01JREQUEST',
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
  damaged: 0,
  damages: [],
  runId: '01J00000000000000000000050',
  by: 'Admin',
}
const past = {
  runId: sound.runId,
  at: sound.at,
  by: 'Admin',
  result: 'done',
  events: 245,
  damaged: 0,
  error: '',
}
/** Checks as the server answers them: the last one by default. */
const checks = (more: object = {}) => ({ running: null, last: sound, ended: [past], ...more })

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
    server.use(
      http.post(at('/queues/pass'), () => refused(503, 'STORE_UNAVAILABLE'), { once: true }),
    )
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
              {
                status: 0,
                result: { data: Array.from({ length: 50 }, (_, n) => fact(String(51 - n))) },
              },
              { headers: { 'x-next-cursor': '00000000000000000002' } },
            )
          : ok([fact('1', { type: 'CompanyAdded', entity: 'company', fields: 'name' })])
      }),
    )
    await drawSignedIn(<LogsScreen />, { words: ['operations', 'identity', 'customers'] })
    const table = within(await screen.findByRole('table'))
    expect(table.getAllByRole('rowheader', { name: 'Rôle ajouté' })).toHaveLength(50)
    expect(table.getAllByText('Rôle, Permissions')).toHaveLength(50)
    await userEvent.click(screen.getByRole('button', { name: 'Lignes plus anciennes' }))
    expect(await table.findByRole('rowheader', { name: 'Ajout' })).toBeDefined()
    expect(asked).toEqual([null, '00000000000000000002'])
    expect(screen.queryByRole('button', { name: 'Lignes plus anciennes' })).toBeNull()
  })

  test('goes on by itself where a search of a long log has answered a part', async () => {
    const cursors = ['00000000000000000900', '00000000000000000400']
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), ({ request }) => {
        const asked = new URL(request.url).searchParams.get('cursor')
        const next = asked === null ? cursors[0] : cursors[cursors.indexOf(asked) + 1]
        return next === undefined
          ? ok([fact('3')])
          : HttpResponse.json(
              { status: 0, result: { data: [] } },
              { headers: { 'x-next-cursor': next } },
            )
      }),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?actor=Anna', words: ['operations', 'identity'] })
    expect(await screen.findByRole('rowheader', { name: 'Rôle ajouté' })).toBeDefined()
    expect(screen.getByText(/C’est le début du journal/)).toBeDefined()
  })

  test('leads from a fact to all that its request did, told in one order of time', async () => {
    const start = Date.UTC(2026, 10, 20, 9, 5, 2)
    const facts = [
      { ...fact('7', { at: start }), commandId: 'c1', isEffect: false },
      {
        ...fact('9', { at: start + 2, type: 'EffectRequested', entity: 'effect' }),
        commandId: 'c2',
        isEffect: true,
      },
    ]
    const lines = [
      {
        id: 'l1',
        at: start + 1,
        lastAt: start + 1,
        level: 'Error',
        source: 'Gmail',
        message: 'Le serveur n’a pas répondu',
        correlationId: '01JREQUEST',
        durationMs: 30,
        repeated: 1,
        details: {},
      },
    ]
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), () => ok([fact('7')])),
      http.get(at(`/audit/${USER}/story/01JREQUEST`), () =>
        ok({ correlationId: '01JREQUEST', complete: true, facts, lines }),
      ),
    )
    await drawSignedIn(<LogsScreen />, { words: ['operations', 'identity', 'mail'] })
    await userEvent.click((await screen.findAllByRole('link', { name: /Toute la demande/ }))[0]!)
    await screen.findByText('Le serveur n’a pas répondu')
    expect(
      screen
        .getAllByRole('listitem')
        .map((item) => /Commande|Fait|Journal|Envoi/.exec(item.textContent)?.[0]),
    ).toEqual(['Commande', 'Fait', 'Journal', 'Commande', 'Envoi'])
    expect(screen.getByRole('textbox', { name: 'Référence de la demande' })).toHaveProperty(
      'value',
      '01JREQUEST',
    )
    expect(screen.getByText(/Faits.: 2, lignes.: 1/)).toBeDefined()
  })

  test('says that nothing stands under a reference', async () => {
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}/story/unknown`), () =>
        ok({ correlationId: 'unknown', complete: true, facts: [], lines: [] }),
      ),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?view=story', words: ['operations'] })
    await userEvent.type(await screen.findByLabelText('Référence de la demande'), 'unknown')
    await userEvent.click(screen.getByRole('button', { name: 'Montrer' }))
    expect(await screen.findByRole('heading', { name: 'Rien sous cette référence' })).toBeDefined()
  })

  test('says Carnet for what runs by itself, wide and on a phone', async () => {
    const process = { kind: 'process', id: 'seal', name: 'seal' } as const
    server.use(
      ...session(),
      http.get(at(`/audit/${USER}`), () => ok([fact('1', { actor: process, cause: 'schedule' })])),
    )
    const { container } = await drawSignedIn(<LogsScreen />, {
      words: ['operations', 'identity', 'customers'],
    })
    expect(await screen.findAllByText('planification')).toHaveLength(2)
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
    expect(table.getByRole('link', { name: 'Suppression' }).getAttribute('href')).toBe(
      '/admin/history/company/c1',
    )
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
    const { router } = await drawSignedIn(<LogsScreen />, {
      words: ['operations', 'identity', 'customers'],
    })
    const table = within(await screen.findByRole('table'))
    await userEvent.click(table.getByRole('button', { name: 'Ajout' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Ouvrir l’historique/ }))
    await userEvent.type(dialog.getByLabelText(/Motif/), 'Trop peu')
    await userEvent.click(dialog.getByRole('button', { name: 'Ouvrir' }))
    expect(told).not.toHaveBeenCalled()
    await userEvent.type(dialog.getByLabelText(/Motif/), ' : demande du client')
    await userEvent.click(dialog.getByRole('button', { name: 'Ouvrir' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/history/company/c2'))
    expect(told).toHaveBeenCalledWith({
      entity: 'company',
      id: 'c2',
      reason: 'Trop peu : demande du client',
    })
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
    const { router } = await drawSignedIn(<LogsScreen />, {
      at: '/?actor=Anna&entity=bill&cause=import',
    })
    await screen.findByRole('heading', { name: /Aucune ligne ne correspond/ })
    await userEvent.click(screen.getByText('Effacer les filtres'))
    expect(asked[0]).toBe('?actor=Anna&entity=bill&cause=import&limit=50')
    expect(router.state.location.search).toBe('')
    expect(await screen.findByRole('heading', { name: 'Rien n’est encore écrit' })).toBeDefined()
  })

  test('a last day counts whole, in the reader’s own time', () => {
    const day = Date.UTC(2026, 10, 20)
    setTimeZone('America/Martinique')
    const here = Date.UTC(2026, 10, 20, 4)
    expect(
      filterOf({
        actor: ' ',
        entity: '',
        cause: 'weather',
        correlation: '',
        from: String(day),
        to: String(day),
      }),
    ).toEqual({
      from: here,
      to: here + 86_400_000 - 1,
    })
    expect(
      filterOf({ actor: '', entity: '', cause: '', correlation: '', from: 'x', to: '' }),
    ).toEqual({})
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
  const told = (answer: () => object) =>
    http.get(at(`/audit/${USER}/verifications`), () => ok(answer()))

  test('shows how far a check is, lets it be stopped, and then says up to where the chain is whole (AD5)', async () => {
    const sent: string[] = []
    const running = {
      runId: 'r9',
      done: 0,
      of: 0,
      startedAt: sound.at,
      by: 'Admin',
      cancelling: false,
    }
    let now = checks()
    server.use(
      ...session(),
      told(() => now),
      http.post(at(`/audit/${USER}/verifications`), () => {
        sent.push('begin')
        now = checks({ running: { ...running, done: 120, of: 300 } })
        return ok({ id: 'integrity-check', version: 1, position: '1', runId: 'r9' })
      }),
      http.put(at(`/audit/${USER}/verifications/r9/cancel`), () => {
        sent.push('cancel')
        now = checks({ ended: [{ ...past, result: 'cancelled', runId: 'r9' }, past] })
        return ok({ id: 'integrity-check', version: 2, position: '2' })
      }),
    )
    await drawSignedIn(<IntegrityScreen />)
    expect(
      await screen.findByRole('heading', { name: 'La chaîne est entière jusqu’au fait 245' }),
    ).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Vérifier maintenant' }))
    expect(await screen.findByText('120 faits sur 300')).toBeDefined()
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('120')
    expect(screen.queryByRole('button', { name: 'Vérifier maintenant' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Arrêter' }))
    expect(await screen.findByText('Arrêté')).toBeDefined()
    expect(sent).toEqual(['begin', 'cancel'])
    expect(
      screen.getByRole('heading', { name: 'La chaîne est entière jusqu’au fait 245' }),
    ).toBeDefined()
  })

  test('offers the first check where there was none', async () => {
    server.use(
      ...session(),
      told(() => checks({ last: null, ended: [] })),
    )
    await drawSignedIn(<IntegrityScreen />)
    expect(await screen.findByRole('heading', { name: 'Aucune vérification encore' })).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Vérifier maintenant' })).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Télécharger la preuve' })).toBeNull()
  })

  test.each([
    [sound.sealed, /240.*20/],
    [null, /jamais/],
  ])('says what was sealed and when, or that nothing was: %o', async (sealed, text) => {
    server.use(
      ...session(),
      told(() => checks({ last: { ...sound, sealed } })),
    )
    await drawSignedIn(<IntegrityScreen />)
    expect((await screen.findByText('Faits scellés')).parentElement?.textContent).toMatch(text)
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
      told(() => checks({ last: { ...sound, damaged: 1, damages: [damage] } })),
    )
    await drawSignedIn(<IntegrityScreen />)
    expect((await screen.findByRole('alert')).textContent).toContain('1 dégât dans le journal')
    expect(screen.getByText('Ce fait n’est plus celui qui a été écrit.')).toBeDefined()
    expect(screen.getByText(/bill-01J.*fait 3/)).toBeDefined()
  })

  test('gives the proof as a file', async () => {
    const blobs: Blob[] = []
    // A proof is a file.
    URL.createObjectURL = vi.fn(
      (blob: Blob | MediaSource) => (blobs.push(blob as Blob), 'blob:proof'),
    )
    URL.revokeObjectURL = vi.fn()
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    server.use(
      ...session(),
      told(() => checks()),
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
      told(() => checks()),
    )
    await drawSignedIn(<IntegrityScreen />, { language: 'ar' })
    expect(
      await screen.findByRole('heading', { name: 'السلسلة سليمة حتى الواقعة 245' }),
    ).toBeDefined()
  })
})
