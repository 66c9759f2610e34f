// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { ChatPart, ChatTurn } from '#contract/assistant/assistant.contract.ts'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { AssistantPanel } from '#web/kernel/assistant/assistant-panel.tsx'

const BILL = '01J00000000000000000000051'
const TURN = '01J00000000000000000000052'
const server = fakeServer()

const PARTS: readonly ChatPart[] = [
  { tool: 'bills' },
  { text: 'La facture 2026-0003 ' },
  { text: '[R1] : 1 200 €, soit 98 765 €.' },
  {
    card: {
      command: 'contact',
      fields: { lastName: 'Exemple', firstName: 'Nora' },
      about: 'Hydravion',
    },
  },
  {
    done: true,
    id: TURN,
    model: 'mistral-small',
    end: 'answered',
    cites: [{ n: 1, entity: 'bill', id: BILL, title: '2026-0003' }],
    unsupported: ['98 765'],
  },
]
const turnOf = (question: string): ChatTurn => ({
  id: TURN,
  at: 1,
  question,
  answer: 'La facture 2026-0003 [R1] : 1 200 €, soit 98 765 €.',
  model: 'mistral-small',
  end: 'answered',
  tools: ['bills'],
  cites: [{ n: 1, entity: 'bill', id: BILL, title: '2026-0003' }],
  cards: [
    {
      command: 'contact',
      fields: { lastName: 'Exemple', firstName: 'Nora' },
      about: 'Hydravion',
      doneId: '',
    },
  ],
  unsupported: ['98 765'],
})

/** A server with one model, or none. @returns bodies of what was asked and written */
function answers(model: string, parts: readonly ChatPart[] = PARTS) {
  const asked: { readonly path: string; readonly body: unknown; readonly key: string | null }[] = []
  let kept: ChatTurn[] = []
  const noted = async (request: Request) =>
    asked.push({
      path: new URL(request.url).pathname,
      body: await request.json(),
      key: request.headers.get('idempotency-key'),
    })
  server.use(
    ...session({ permissions: ['perm_billing_menu'] }),
    http.get(at(`/chat/${USER}`), () => ok({ model, left: 1000 })),
    http.get(at(`/chat/${USER}/history`), () => ok(kept)),
    http.post(at(`/chat/${USER}`), async ({ request }) => {
      await noted(request)
      kept = [turnOf('Combien ?')]
      const events = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
      return new HttpResponse(events, { headers: { 'content-type': 'text/event-stream' } })
    }),
    http.post(at(`/contact/${USER}`), async ({ request }) => {
      await noted(request)
      return ok({ id: BILL, version: 1, position: '1' })
    }),
    http.put(at(`/chat/${USER}/${TURN}/card/0`), async ({ request }) => {
      await noted(request)
      kept = kept.map((turn) => ({
        ...turn,
        cards: turn.cards.map((card) => ({ ...card, doneId: BILL })),
      }))
      return ok({ id: TURN, version: 3, position: '3' })
    }),
    http.delete(at(`/chat/${USER}/history`), () => {
      kept = []
      return ok({ id: TURN, version: 2, position: '2' })
    }),
  )
  return asked
}
const draw = () =>
  drawSignedIn(
    <>
      <AssistantPanel onClose={() => {}} />
      <Toaster />
    </>,
    { words: ['assistant'] },
  )
async function ask(text: string) {
  await userEvent.type(await screen.findByLabelText('Votre question'), `${text}{Enter}`)
}

describe('the assistant', () => {
  test('answers with its sources, and marks a number that no tool returned', async () => {
    answers('mistral-small')
    await draw()
    expect(await screen.findByText(/partent vers le modèle mistral-small/)).toBeTruthy()
    await ask('Combien ?')
    expect(
      (await screen.findByRole('link', { name: '1 2026-0003' })).getAttribute('href'),
    ).toContain(BILL)
    expect(screen.getByText('98 765').tagName).toBe('MARK')
    expect(screen.getByText(/ne viennent d’aucune de vos données/)).toBeTruthy()
    expect(screen.getByText(/Lu.*factures/)).toBeTruthy()
  })

  /** A server that answers only when it is let go. */
  function slowAnswers() {
    const questions: unknown[] = []
    const answering: ((response: Response) => void)[] = []
    answers('mistral-small')
    server.use(
      http.post(at(`/chat/${USER}`), async ({ request }) => {
        questions.push(((await request.json()) as { message: string }).message) // the panel's body
        return new Promise<Response>((resolve) => answering.push(resolve))
      }),
    )
    return { questions, answering }
  }
  const ended = () =>
    new HttpResponse(PARTS.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    })

  test('asks a second question as soon as the first has its answer', async () => {
    const { questions, answering } = slowAnswers()
    await draw()
    await ask('Combien ?')
    await ask('Depuis quand ?')
    expect(screen.getByText(/partira dès que cette réponse/)).toBeTruthy()
    expect(questions).toEqual(['Combien ?'])
    answering[0]!(ended())
    await waitFor(() => expect(questions).toEqual(['Combien ?', 'Depuis quand ?']))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Votre question').value).toBe('')
    answering[1]!(ended())
  })

  test('keeps a second question in its field when the first has failed', async () => {
    const { questions, answering } = slowAnswers()
    await draw()
    await ask('Combien ?')
    await ask('Depuis quand ?')
    answering[0]!(HttpResponse.error())
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeTruthy()
    expect(questions).toEqual(['Combien ?'])
    expect(screen.getByLabelText<HTMLTextAreaElement>('Votre question').value).toBe(
      'Depuis quand ?',
    )
    await waitFor(() => expect(screen.queryByText(/partira dès que cette réponse/)).toBeNull())
  })

  test('does not send a question that is typed further', async () => {
    const { questions, answering } = slowAnswers()
    await draw()
    await ask('Combien ?')
    await ask('Depuis')
    await userEvent.type(screen.getByLabelText('Votre question'), ' quand')
    answering[0]!(ended())
    expect(await screen.findByRole('button', { name: 'Envoyer' })).toBeTruthy()
    expect(questions).toEqual(['Combien ?'])
  })

  test('writes what it proposes once it is confirmed, under the card’s own key', async () => {
    const asked = answers('mistral-small')
    await draw()
    await ask('Ajoute Nora')
    await userEvent.click(await screen.findByRole('button', { name: 'Confirmer la création' }))
    expect(await screen.findByText('Créé')).toBeTruthy()
    expect(asked.slice(-2)).toEqual([
      {
        path: `/api/contact/${USER}`,
        body: { lastName: 'Exemple', firstName: 'Nora' },
        key: `card-${TURN}-0`,
      },
      { path: `/api/chat/${USER}/${TURN}/card/0`, body: { id: BILL }, key: expect.any(String) },
    ])
  })

  test('does not offer again what was confirmed before', async () => {
    answers('mistral-small')
    const turn = turnOf('Ajoute Nora')
    server.use(
      http.get(at(`/chat/${USER}/history`), () =>
        ok([{ ...turn, cards: turn.cards.map((card) => ({ ...card, doneId: BILL })) }]),
      ),
    )
    await draw()
    expect(await screen.findByText('Créé')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirmer la création' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Ouvrir la fiche' }).getAttribute('href')).toContain(
      BILL,
    )
  })

  test('begins with questions that can be asked at once', async () => {
    const asked = answers('mistral-small')
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: /Qui me doit de l’argent/ }))
    expect(await screen.findByRole('link', { name: '1 2026-0003' })).toBeTruthy()
    expect(asked[0]?.body).toMatchObject({ message: expect.stringMatching(/Qui me doit/) })
  })

  test('says that it only searches where there is no model', async () => {
    answers('')
    await draw()
    expect(await screen.findByText(/Rien ne quitte cette installation/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Qui me doit/ })).toBeNull()
  })

  test('tells a failure and asks again', async () => {
    answers('mistral-small')
    server.use(http.post(at(`/chat/${USER}`), () => refused(502, 'AI_UNAVAILABLE'), { once: true }))
    await draw()
    await ask('Combien ?')
    expect(await screen.findByText(/^Erreur.: because AI_UNAVAILABLE/)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByRole('link', { name: '1 2026-0003' })).toBeTruthy()
  })

  test('forgets the conversation', async () => {
    answers('mistral-small')
    await draw()
    await ask('Combien ?')
    await userEvent.click(await screen.findByRole('button', { name: 'Effacer la conversation' }))
    expect(await screen.findByRole('button', { name: /Qui me doit/ })).toBeTruthy()
  })

  test('says that the conversation could not be forgotten', async () => {
    answers('mistral-small')
    server.use(http.delete(at(`/chat/${USER}/history`), () => refused(503, 'STORE_UNAVAILABLE')))
    await draw()
    await ask('Combien ?')
    await userEvent.click(await screen.findByRole('button', { name: 'Effacer la conversation' }))
    expect(await screen.findByText(/STORE_UNAVAILABLE/)).toBeTruthy()
  })
})
