// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { bill, day, id } from '../billing/answers.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useForm, FormProvider, useWatch } from 'react-hook-form'
import { beforeEach, expect, test, vi } from 'vitest'
import { uploadFile } from '#web/kernel/data/documents.ts'
import { AttachMonth } from '#web/mail/attach-month.tsx'

vi.mock('#web/kernel/data/documents.ts')

const server = fakeServer()
const may = session({ permissions: ['perm_timesheet_menu'] })
const october = {
  projectId: id(60),
  startDate: day('2026-10-01'),
  endDate: day('2026-10-31'),
  language: 'en' as const,
}
const PAPER = `/timesheet/${USER}/${PROFILE}/2026/10/pdf`
const kept = () =>
  vi.mocked(uploadFile).mockImplementation(async ({ name, type, size }) => ({ id: id(70), name, type, bytes: size }))

beforeEach(() => void vi.mocked(uploadFile).mockReset())

function Mail({ of }: { of: Parameters<typeof bill>[1] }) {
  const form = useForm({ defaultValues: { documents: [id(71)] } })
  const documents = useWatch({ control: form.control, name: 'documents' })
  return (
    <FormProvider {...form}>
      <output>{documents.join(' ')}</output>
      <AttachMonth bill={bill(1, of)} />
    </FormProvider>
  )
}
const act = () => screen.findByRole('button', { name: 'Joindre la feuille de temps, octobre 2026' })

test('the days of a bill’s month are drawn in its language, kept as a file and attached', async () => {
  const asked: string[] = []
  kept()
  server.use(
    ...may,
    http.get(at(PAPER), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF').buffer, {
        headers: { 'content-disposition': 'attachment; filename="timesheet-2026-10.pdf"' },
      })
    }),
  )
  await drawSignedIn(<Mail of={october} />, { words: ['mail'] })
  await userEvent.click(await act())
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`${id(71)} ${id(70)}`))
  expect(asked).toEqual([`?projectId=${id(60)}&language=en`])
  expect(vi.mocked(uploadFile).mock.calls[0]?.[0].name).toBe('timesheet-2026-10.pdf')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a paper that could not be drawn leaves the files as they were, and can be asked for again', async () => {
  server.use(
    ...may,
    http.get(at(PAPER), () => refused(503, 'PAPER_BUSY')),
  )
  await drawSignedIn(<Mail of={october} />, { words: ['mail'] })
  await userEvent.click(await act())
  await waitFor(async () => expect((await act()).getAttribute('aria-busy')).not.toBe('true'))
  expect(screen.getByRole('status').textContent).toBe(id(71))
  expect(uploadFile).not.toHaveBeenCalled()
})

test('a bill of two months offers none', async () => {
  server.use(...may)
  await drawSignedIn(<Mail of={{ ...october, endDate: day('2026-11-02') }} />, { words: ['mail'] })
  await screen.findByRole('status')
  expect(screen.queryByRole('button')).toBeNull()
})
