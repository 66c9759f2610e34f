// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type {
  DraftPart,
  MessageAt,
  MessageDraft,
} from '#contract/prospecting/prospecting.schemas.ts'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { piecesOf, withoutSentence } from '#web/prospecting/marked-text.ts'
import { MessageDialog } from '#web/prospecting/message-dialog.tsx'

const JOB = '01J00000000000000000000040'
const MISSION = '01J00000000000000000000041'
const server = fakeServer()
const COURTESY = { rests: [{ kind: 'template' as const, id: 'courtesy' }], supported: true }
const DRAFT: MessageDraft = {
  version: 1,
  language: 'fr',
  tone: 'formal',
  model: 'mistral-small',
  promptVersion: 1,
  text: 'Bonjour,\n\nJ’ai audité Hydravion. Je parle grec.\n\nCordialement,',
  sentences: [
    { text: 'Bonjour,', state: 'courtesy', sources: [], ...COURTESY },
    {
      text: 'J’ai audité Hydravion.',
      state: 'supported',
      sources: [2],
      rests: [{ kind: 'mission', id: MISSION }],
      supported: true,
    },
    { text: 'Je parle grec.', state: 'unsupported', sources: [], rests: [], supported: false },
    { text: 'Cordialement,', state: 'courtesy', sources: [], ...COURTESY },
  ],
  sources: [
    { number: 2, of: 'cv', section: 'mission', id: MISSION, text: 'Audit, Hydravion, 2024' },
  ],
  kept: [],
  removed: 0,
}

const streamed = (...parts: readonly DraftPart[]) =>
  new HttpResponse(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

/** A server that keeps one message. @returns what was asked of it */
function answers(model: string, draft: MessageDraft | null) {
  const requests: unknown[] = []
  let present: MessageAt = { model, left: 1000, draft }
  const path = at(`/jobs/${USER}/${JOB}/draft-message`)
  server.use(
    ...session(),
    http.get(path, () => ok(present)),
    http.post(path, async ({ request }) => {
      requests.push(await request.json())
      present = { ...present, draft: { ...DRAFT, model } }
      const { text, ...rest } = DRAFT
      return streamed({ text }, { done: true, ...rest, model })
    }),
    http.put(path, async ({ request }) => {
      // what the dialog sends
      const body = (await request.json()) as { text: string; kept: number[] }
      requests.push(body)
      present = { ...present, draft: { ...DRAFT, ...body, version: 2 } }
      return ok({ id: JOB, version: 2, position: '2' })
    }),
  )
  return requests
}
const draw = () =>
  drawSignedIn(
    <>
      <MessageDialog about="job" id={JOB} title="Audit RGAA" onClose={() => {}} />
      <Toaster onReadFailures={() => {}} />
    </>,
    { words: ['prospecting'] },
  )

describe('the message for a job', () => {
  test('is drafted by the model, which the screen names with what leaves for it', async () => {
    const requests = answers('mistral-small', null)
    await draw()
    expect(await screen.findByText(/partent vers mistral-small/)).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Ton'), 'short')
    await userEvent.click(screen.getByRole('button', { name: 'Rédiger' }))
    expect(await screen.findByText('Brouillon de l’assistant (mistral-small)')).toBeTruthy()
    expect(requests).toEqual([{ language: 'fr', tone: 'short', by: 'assistant' }])
  })

  test('grows while it is drafted, and can be stopped', async () => {
    answers('mistral-small', null)
    const encoder = new TextEncoder()
    let isStopped = false
    server.use(
      http.post(at(`/jobs/${USER}/${JOB}/draft-message`), ({ request }) => {
        request.signal.addEventListener('abort', () => (isStopped = true))
        const body = new ReadableStream({
          start: (controller) =>
            controller.enqueue(encoder.encode('data: {"text":"Bonjour, j’ai"}\n\n')),
        })
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Rédiger' }))
    expect(await screen.findByText('Bonjour, j’ai')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
    await expect.poll(() => screen.queryByText('Bonjour, j’ai'), { timeout: 30_000 }).toBeNull()
    expect(isStopped).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that breaks off shows why', async () => {
    answers('mistral-small', null)
    const failed = {
      error: {
        code: 'AI_UNAVAILABLE',
        message: 'L’assistant n’a pas donné de réponse utilisable.',
      },
    }
    server.use(
      http.post(at(`/jobs/${USER}/${JOB}/draft-message`), () =>
        streamed({ text: 'Bonjour,' }, failed),
      ),
    )
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Rédiger' }))
    expect(await screen.findByText(/pas donné de réponse utilisable/)).toBeTruthy()
  })

  test('comes from the template where there is no server, and the screen says so', async () => {
    const requests = answers('', null)
    await draw()
    expect(await screen.findByText(/Aucun serveur d’IA n’est connecté/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Rédiger' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Partir du modèle de texte' }))
    expect(await screen.findByText('Brouillon du modèle de texte')).toBeTruthy()
    expect(requests).toEqual([{ language: 'fr', tone: 'formal', by: 'template' }])
  })

  test('links each sentence to what it rests on', async () => {
    answers('mistral-small', DRAFT)
    await draw()
    const sources = await screen.findByRole('region', { name: 'Sur quoi reposent les phrases' })
    expect(within(sources).getByRole('link', { name: 'CV' }).getAttribute('href')).toBe(
      `/admin/profile/cv/missions?open=${MISSION}`,
    )
    expect(within(sources).getByText('Audit, Hydravion, 2024')).toBeTruthy()
  })

  test('loses a sentence that rests on nothing, or keeps it on the person’s word', async () => {
    const requests = answers('mistral-small', DRAFT)
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Garder' }))
    await expect
      .poll(() => screen.queryByRole('button', { name: 'Garder' }), { timeout: 30_000 })
      .toBeNull()
    expect(requests).toEqual([{ text: DRAFT.text, kept: [2], version: 1 }])
  })

  test('is changed and copied by the person', async () => {
    const requests = answers('mistral-small', DRAFT)
    const user = userEvent.setup()
    await draw()
    await user.click(await screen.findByRole('button', { name: 'Modifier' }))
    const field = screen.getByRole('textbox', { name: 'Message de candidature' })
    await user.clear(field)
    await user.type(field, 'Bonjour à vous.')
    await user.click(screen.getByRole('button', { name: 'Annuler' }))
    await user.click(await screen.findByRole('button', { name: 'Rester' }))
    await user.click(await screen.findByRole('button', { name: 'Enregistrer' }))
    await user.click(await screen.findByRole('button', { name: 'Copier' }))
    expect(await screen.findByText('Copié')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('Bonjour à vous.')
    expect(requests).toEqual([{ text: 'Bonjour à vous.', kept: [], version: 1 }])
  })
})

describe('a message that another tab changed meanwhile', () => {
  test('stands beside the typed text, which is saved once it is chosen', async () => {
    const sent: { text: string; version: number }[] = []
    let present: MessageAt = { model: '', left: 0, draft: DRAFT }
    const path = at(`/jobs/${USER}/${JOB}/draft-message`)
    server.use(
      ...session(),
      http.get(path, () => ok(present)),
      http.put(path, async ({ request }) => {
        const body = (await request.json()) as (typeof sent)[number]
        sent.push(body)
        if (body.version !== present.draft?.version) return refused(412, 'STALE_VERSION')
        present = { ...present, draft: { ...DRAFT, text: body.text, version: 3 } }
        return ok({ id: JOB, version: 3, position: '3' })
      }),
    )
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Modifier' }))
    const field = screen.getByRole('textbox', { name: 'Message de candidature' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Le mien.')
    present = { ...present, draft: { ...DRAFT, text: 'Le leur.', version: 2 } }
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    expect(await screen.findByText('Le leur.')).toBeTruthy()
    expect(field).toHaveProperty('value', 'Le mien.')
    await userEvent.click(screen.getByRole('button', { name: 'Garder ma saisie' }))
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await expect.poll(() => present.draft?.text).toBe('Le mien.')
    expect(sent.map(({ version }) => version)).toEqual([1, 2])
  })
})

describe('a changed message', () => {
  test('has no receipt under words that the person wrote', () => {
    const text = 'Bonjour,\n\nJ’ai audité Hydravion et Zéphyr. Je parle grec.'
    expect(
      piecesOf(text, DRAFT.sentences).map(({ text: piece, sentence }) => [piece, sentence]),
    ).toEqual([
      ['Bonjour,', 0],
      ['\n\nJ’ai audité Hydravion et Zéphyr. ', -1],
      ['Je parle grec.', 2],
    ])
  })
  test('has its paragraphs, also without a sentence', () => {
    expect(withoutSentence(DRAFT.text, 'Je parle grec.')).toBe(
      'Bonjour,\n\nJ’ai audité Hydravion.\n\nCordialement,',
    )
    expect(withoutSentence(DRAFT.text, 'J’ai audité Hydravion.')).toBe(
      'Bonjour,\n\nJe parle grec.\n\nCordialement,',
    )
  })
})
