// @vitest-environment jsdom
import { draw, lastTold } from '../render.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useMemo } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { file, files } from '#domain/kernel/records/fields.ts'
import { FileField } from '#web/kernel/form/file-field.tsx'
import { Form, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'
import * as documents from '#web/kernel/data/documents.ts'

vi.mock('#web/kernel/data/documents.ts')

const [FIRST, SECOND] = ['01J00000000000000000000010', '01J00000000000000000000011']
const pdf = (name: string, bytes = 1000) => {
  const made = new File(['%PDF'], name, { type: 'application/pdf' })
  Object.defineProperty(made, 'size', { value: bytes })
  return made
}

/** Uploads that the test brings to their end. */
function controlled() {
  const sendings: {
    name: string
    progress: (share: number) => void
    end: (id: string) => void
    fail: (error: Error) => void
    signal: AbortSignal
  }[] = []
  vi.mocked(documents.uploadFile).mockImplementation(
    (sent, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        sendings.push({
          name: sent.name,
          progress: onProgress,
          end: (id) => resolve({ id, name: sent.name, type: sent.type, bytes: sent.size }),
          fail: reject,
          signal,
        })
      }),
  )
  return sendings
}

type Papers = { papers?: unknown }

async function drawFiles(
  several: boolean,
  value: string | 0 | readonly string[] = several ? [] : 0,
) {
  const known = { id: FIRST, name: 'kbis.pdf', type: 'application/pdf', bytes: 250_000 }
  vi.mocked(documents.useDocuments).mockReturnValue(new Map([[FIRST, known]]))
  const saved = vi.fn<(values: unknown) => Promise<void>>(async () => {})
  const papers: z.ZodType = several ? files({ max: 3 }).wire : file().wire
  const schema: z.ZodType<Papers, Papers> = z.strictObject({ papers })
  function Example() {
    const form = useCarnetForm({
      schema,
      values: useMemo(() => ({ papers: value }), []),
      save: saved,
    })
    return (
      <Form form={form}>
        <FileField name="papers" label="Papers" several={several} max={3} />
        <SubmitButton form={form}>save</SubmitButton>
      </Form>
    )
  }
  await draw(<Example />, { words: ['fields'] })
  await screen.findByText('Papers')
  return saved
}
const input = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
const choose = (chosen: File[]) => userEvent.upload(input(), chosen)
const save = () => userEvent.click(screen.getByRole('button', { name: 'save' }))

describe('documents', () => {
  test('are sent at once, tell how far they are, and are saved by their id', async () => {
    const sendings = controlled()
    const saved = await drawFiles(true, [FIRST])
    expect(screen.getByText('kbis.pdf')).toBeTruthy()
    await choose([pdf('contrat.pdf')])
    await waitFor(() => expect(sendings).toHaveLength(1))
    act(() => sendings[0]!.progress(0.4))
    expect(screen.getByRole('progressbar', { name: /contrat/ }).getAttribute('value')).toBe('0.4')
    await act(async () => sendings[0]!.end(SECOND))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await save()
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ papers: [FIRST, SECOND] }))
  })

  test('that are still being sent when the form is saved are waited for', async () => {
    const sendings = controlled()
    const saved = await drawFiles(true)
    await choose([pdf('contrat.pdf')])
    await waitFor(() => expect(sendings).toHaveLength(1))
    await save()
    expect(saved).not.toHaveBeenCalled()
    await act(async () => sendings[0]!.end(SECOND))
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ papers: [SECOND] }))
  })

  test('that fail while the form is saved keep it from being saved', async () => {
    const sendings = controlled()
    const saved = await drawFiles(true)
    await choose([pdf('contrat.pdf')])
    await waitFor(() => expect(sendings).toHaveLength(1))
    await save()
    await act(async () => sendings[0]!.fail(new ApiProblem(500, 'INTERNAL', 'It broke.')))
    expect(await screen.findByText(/It broke/)).toBeTruthy()
    expect(saved).not.toHaveBeenCalled()
  })

  test('that end in another order are all kept', async () => {
    const sendings = controlled()
    const saved = await drawFiles(true)
    await choose([pdf('a.pdf'), pdf('b.pdf')])
    await waitFor(() => expect(sendings).toHaveLength(2))
    await act(async () => sendings[1]!.end(SECOND))
    await act(async () => sendings[0]!.end(FIRST))
    await save()
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ papers: [SECOND, FIRST] }))
  })

  test('can be pasted', async () => {
    const sendings = controlled()
    await drawFiles(true)
    const pasted = pdf('capture.pdf')
    fireEvent.paste(document.querySelector('.file-drop')!, {
      clipboardData: {
        files: [pasted],
        items: [{ kind: 'file', type: pasted.type, getAsFile: () => pasted }],
        types: ['Files'],
      },
    })
    await waitFor(() => expect(sendings.map((one) => one.name)).toEqual(['capture.pdf']))
  })

  test.each([
    ['too large', [pdf('plan.pdf', 10_000_001)], /plan\.pdf dépasse 10/],
    [
      'of a format that is not taken',
      [new File(['x'], 'virus.exe', { type: 'application/x-msdownload' })],
      /virus\.exe/,
    ],
    ['too many', [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'), pdf('d.pdf')], /3 fichiers au plus/],
  ])('%s are refused before they leave', async (_, chosen, sentence) => {
    const sendings = controlled()
    await drawFiles(true)
    fireEvent.change(input(), { target: { files: chosen } })
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(sendings.length).toBeLessThanOrEqual(3)
    expect(sendings.some((one) => ['plan.pdf', 'virus.exe', 'd.pdf'].includes(one.name))).toBe(
      false,
    )
  })

  test('a file of exactly the limit is taken', async () => {
    const sendings = controlled()
    await drawFiles(true)
    await choose([pdf('plan.pdf', 10_000_000)])
    await waitFor(() => expect(sendings).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that do not arrive say why and can be sent again', async () => {
    const sendings = controlled()
    await drawFiles(true)
    await choose([pdf('contrat.pdf')])
    await waitFor(() => expect(sendings).toHaveLength(1))
    await act(async () =>
      sendings[0]!.fail(new ApiProblem(413, 'TOO_LARGE', 'Ce fichier est trop lourd.')),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('trop lourd')
    expect(lastTold()).toMatchObject({ code: 'TOO_LARGE' })
    await userEvent.click(screen.getByRole('button', { name: /Renvoyer.*contrat/ }))
    await waitFor(() => expect(sendings).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('on their way can be called back', async () => {
    const sendings = controlled()
    const saved = await drawFiles(true)
    await choose([pdf('contrat.pdf')])
    await waitFor(() => expect(sendings).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: /Annuler l’envoi.*contrat/ }))
    expect(sendings[0]!.signal.aborted).toBe(true)
    await act(async () => sendings[0]!.end(SECOND))
    await save()
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ papers: [] }))
  })

  test('one document is replaced by the next, or taken away', async () => {
    const sendings = controlled()
    const saved = await drawFiles(false, FIRST)
    await choose([pdf('nouveau.pdf')])
    await waitFor(() => expect(sendings).toHaveLength(1))
    await act(async () => sendings[0]!.end(SECOND))
    await save()
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ papers: SECOND }))
    await userEvent.click(screen.getByRole('button', { name: 'Retirer nouveau.pdf' }))
    await save()
    await waitFor(() => expect(saved).toHaveBeenLastCalledWith({ papers: 0 }))
  })

  test('are photographed too', async () => {
    const sendings = controlled()
    await drawFiles(true)
    const camera = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
      this: HTMLInputElement,
    ) {
      Object.defineProperty(this, 'files', {
        value: [new File(['x'], 'photo.jpg', { type: 'image/jpeg' })],
      })
      this.dispatchEvent(new Event('change'))
    })
    await userEvent.click(screen.getByRole('button', { name: 'Photographier' }))
    camera.mockRestore()
    await waitFor(() => expect(sendings.map(({ name }) => name)).toEqual(['photo.jpg']))
  })

  test('are shown within the page; of those that cannot be, it says so', async () => {
    controlled()
    await drawFiles(true, [FIRST, SECOND])
    await userEvent.click(screen.getByRole('button', { name: 'kbis.pdf' }))
    expect((await screen.findByRole('dialog', { name: 'kbis.pdf' })).textContent).not.toContain(
      'non disponible',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }))
    // Nothing is known of the other one.
    await userEvent.click(await screen.findByRole('button', { name: 'Document' }))
    const other = await screen.findByRole('dialog', { name: 'Document' })
    expect(other.textContent).toContain('Aperçu non disponible pour ce type de fichier')
    expect(screen.getByRole('button', { name: 'Télécharger Document' })).toBeTruthy()
  })
})
