// @vitest-environment jsdom
import { http } from 'msw'
import { expect, test } from 'vitest'
import { uploadFile } from '#web/kernel/data/documents.ts'
import { at, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const ID = '01J00000000000000000000010'
const answered = {
  id: ID,
  version: 1,
  position: '7',
  name: 'reçu.pdf',
  type: 'application/pdf',
  bytes: 5,
  sha256: 'a'.repeat(64),
}
const receipt = () => new File(['%PDF-'], 'reçu.pdf', { type: 'application/pdf' })
const send = (signal = new AbortController().signal, shares: number[] = []) =>
  uploadFile(receipt(), { onProgress: (share) => shares.push(share), signal })

test('a file is sent with the session’s token and answered by its id', async () => {
  const seen: { token: string | null; type: string | null }[] = []
  server.use(
    ...session(),
    http.post(at(`/document/${USER}`), ({ request }) => {
      seen.push({
        token: request.headers.get('authorization'),
        type: request.headers.get('content-type'),
      })
      return ok([answered])
    }),
  )
  const shares: number[] = []
  expect(await send(undefined, shares)).toMatchObject({ id: ID, name: 'reçu.pdf' })
  expect(seen).toEqual([
    { token: 'Bearer token', type: expect.stringMatching(/^multipart\/form-data; boundary=/) },
  ])
  expect(shares.at(-1)).toBe(1)
})

test('a refusal is the problem that the server names', async () => {
  server.use(
    ...session(),
    http.post(at(`/document/${USER}`), () => refused(413, 'TOO_LARGE')),
  )
  await expect(send()).rejects.toMatchObject({
    status: 413,
    code: 'TOO_LARGE',
    message: 'because TOO_LARGE',
  })
})

test('an upload that is called back ends', async () => {
  const stop = new AbortController()
  server.use(
    ...session(),
    http.post(at(`/document/${USER}`), async () => {
      stop.abort()
      return new Promise<never>(() => {})
    }),
  )
  await expect(send(stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
})
