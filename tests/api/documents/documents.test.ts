import { createHash } from 'node:crypto'
import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadsUnderWay } from '#api/kernel/uploads-under-way.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import * as sample from '#tests/kernel/sample-files.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const MB = 1_000_000
type Document = {
  readonly id: string
  readonly version: number
  readonly position: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
  readonly usedBy: readonly unknown[]
}
type Answer<T = unknown> = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly data: T
}

let product: Product
let anna: SignedIn
let bob: SignedIn
let later = 0
beforeAll(async () => {
  product = await startProduct({ now: () => Date.now() + later })
  anna = await product.freelancer('anna')
  bob = await product.freelancer('bob')
})
afterAll(() => product.stop())

const incoming = () => readdirSync(path.join(product.dataDir, 'documents', 'incoming'))
const isKept = (sha256: string) => {
  const folders = readdirSync(path.join(product.dataDir, 'documents'))
  return (
    folders.includes(sha256.slice(0, 2)) &&
    readdirSync(path.join(product.dataDir, 'documents', sha256.slice(0, 2))).includes(sha256)
  )
}
type Sent = readonly [name: string, content: Uint8Array<ArrayBuffer> | string, type?: string]
const formOf = (files: readonly Sent[]) => {
  const form = new FormData()
  for (const [name, content, type = ''] of files)
    form.append('file', new Blob([content], { type }), name)
  return form
}

/** Sends real multipart bodies to the port that browsers use. */
async function upload(
  files: readonly Sent[],
  {
    user = anna,
    owner = user.userId,
    headers = {},
  }: { user?: SignedIn; owner?: string; headers?: object } = {},
): Promise<Answer<readonly Document[]>> {
  const answer = await fetch(`${product.address}/api/document/${owner}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': 'en', ...headers },
    body: formOf(files),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the envelope
  const { result } = (await answer.json()) as {
    result: { code?: string; message?: string; data: readonly Document[] }
  }
  return {
    status: answer.status,
    code: result.code ?? '',
    message: result.message ?? '',
    data: result.data,
  }
}
const uploaded = async (...files: readonly Sent[]): Promise<Document> => {
  const { data, status, message } = await upload(files)
  const [first] = data ?? []
  if (!first) throw new Error(`${status} ${message}`)
  return first
}
const get = (file: Document, rest = '', user = anna) =>
  product.as(user, 'GET', `document/${user.userId}/${file.id}${rest}`, undefined, {
    'x-min-position': file.position,
  })
const bytes = (content: Buffer) => new Uint8Array(content)

test.each<readonly [string, (file: string) => void]>([
  ['damaged', (file) => truncateSync(file, 3)],
  ['missing', (file) => rmSync(file)],
])(
  'a file whose bytes are %s on the disk is told in words, and is whole once it is sent again',
  async (what, spoil) => {
    const content = `a note that will be ${what}`
    const file = await uploaded(['note.txt', content])
    spoil(path.join(product.dataDir, 'documents', file.sha256.slice(0, 2), file.sha256))
    const answer = await get(file)
    expect([answer.statusCode, answer.json().result]).toEqual([
      500,
      expect.objectContaining({
        code: 'DOCUMENT_DAMAGED',
        message: expect.stringContaining('sauvegarde'),
      }),
    ])
    await uploaded(['again.txt', content])
    expect((await get(file)).body).toBe(content)
  },
)

describe('a file that is sent', () => {
  test.each([
    ['bill.pdf', sample.pdf, 'application/pdf'],
    ['logo.png', sample.png, 'image/png'],
    ['photo.jpg', sample.jpeg, 'image/jpeg'],
    ['photo.webp', sample.webp, 'image/webp'],
    ['photo.heic', sample.heic, 'image/heic'],
    [
      'letter.docx',
      sample.docx,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'table.xlsx',
      sample.xlsx,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    ['list.csv', sample.csv, 'text/csv'],
    ['note.txt', sample.txt, 'text/plain'],
  ])('%s is kept to the byte, listed, and given back to be saved', async (name, content, type) => {
    const file = await uploaded([name, bytes(content), 'application/octet-stream'])
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(file).toMatchObject({ name, type, bytes: content.length, sha256, version: 1 })
    const listed = await product.data<Document[]>(
      anna,
      'GET',
      `document/${anna.userId}/all`,
      undefined,
      {
        'x-min-position': file.position,
      },
    )
    expect(listed.find(({ id }) => id === file.id)).toMatchObject({
      name,
      type,
      sha256,
      usedBy: [],
    })
    const saved = await get(file)
    expect(saved.rawPayload.equals(content)).toBe(true)
    expect(saved.headers).toMatchObject({
      'content-type': expect.stringContaining(type),
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'x-content-type-options': 'nosniff',
    })
    expect(incoming()).toEqual([])
  })

  test('is what it is, whatever it says of itself', async () =>
    expect(await uploaded(['photo.png', bytes(sample.pdf), 'image/png'])).toMatchObject({
      name: 'photo.png.pdf',
      type: 'application/pdf',
    }))

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\anna\\note.txt', 'note.txt'],
    ['été – عقد.txt', 'été – عقد.txt'],
    ['gpj\u202Etxt.txt', 'gpjtxt.txt'],
    [`${'x'.repeat(400)}.txt`, `${'x'.repeat(196)}.txt`],
  ])('%j is named %j', async (name, kept) => {
    const file = await uploaded([name, 'A note.'])
    expect(file.name).toBe(kept)
    expect((await get(file)).headers['content-disposition']).toMatch(
      /^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w.%-]+$/,
    )
  })

  test('comes with others, up to ten', async () => {
    const ten = Array.from({ length: 10 }, (_, i): Sent => [`${i}.txt`, `Text ${i}`])
    expect((await upload(ten)).data.map(({ name }) => name)).toEqual(ten.map(([name]) => name))
  })

  test('is sent again under the same key and is there once', async () => {
    const headers = { 'idempotency-key': 'the same' }
    const [first, second] = [
      await upload([['once.txt', 'Once.']], { headers }),
      await upload([['once.txt', 'Once.']], { headers }),
    ]
    expect(second.data).toEqual(first.data)
  })
})

describe('a request that is refused leaves nothing behind', () => {
  const refused: readonly (readonly [string, readonly Sent[], number, string, string])[] = [
    [
      'SVG',
      [['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>']],
      415,
      'FILE_TYPE_UNSUPPORTED',
      '“logo.svg”',
    ],
    [
      'HTML',
      [['page.html', '<!doctype html>']],
      415,
      'FILE_TYPE_UNSUPPORTED',
      'Accepted formats: PDF',
    ],
    [
      'a program',
      [['a.pdf', bytes(sample.exe), 'application/pdf']],
      415,
      'FILE_TYPE_UNSUPPORTED',
      '“a.pdf”',
    ],
    ['an empty file', [['empty.txt', '']], 422, 'FILE_EMPTY', '“empty.txt”'],
    ['no file', [], 422, 'FILE_MISSING', 'No file'],
    [
      '10 MB and a byte',
      [['big.txt', new Uint8Array(10 * MB + 1).fill(65)]],
      413,
      'FILE_TOO_LARGE',
      'File length greater than maximum allowed: “big.txt”. File size should not exceed 10 MB.',
    ],
    [
      'eleven files',
      Array.from({ length: 11 }, (_, i): Sent => [`eleven-${i}.txt`, `Eleven ${i}`]),
      413,
      'TOO_MANY_FILES',
      '10 at most',
    ],
    [
      'a good one and a bad one',
      [
        ['good.txt', 'Good.'],
        ['bad.exe', bytes(sample.exe)],
      ],
      415,
      'FILE_TYPE_UNSUPPORTED',
      '“bad.exe”',
    ],
  ] // prettier-ignore
  test.each(refused)('%s', async (_, files, status, code, says) => {
    const before = await product.data<unknown[]>(anna, 'GET', `document/${anna.userId}/all`)
    const answer = await upload(files)
    expect(answer).toMatchObject({ status, code })
    expect(answer.message).toContain(says)
    expect(incoming()).toEqual([])
    for (const [, content] of files)
      expect(isKept(createHash('sha256').update(content).digest('hex'))).toBe(false)
    expect(await product.data(anna, 'GET', `document/${anna.userId}/all`)).toHaveLength(
      before.length,
    )
  })

  test('what is not multipart, or is no sound one', async () => {
    const send = (payload: string, type: string) =>
      product.app.inject({
        method: 'POST',
        url: `/api/document/${anna.userId}`,
        headers: { authorization: `Bearer ${anna.token}`, 'content-type': type },
        payload,
      })
    expect((await send('{}', 'application/json')).json()).toMatchObject({
      result: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    })
    expect((await send('x', 'multipart/form-data')).json()).toMatchObject({
      result: { code: 'REQUEST_INVALID' },
    })
    const cut =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf a te'
    expect((await send(cut, 'multipart/form-data; boundary=b')).json()).toMatchObject({
      result: { code: 'REQUEST_INVALID' },
    })
    expect(incoming()).toEqual([])
  })

  test('a multipart body for a route that takes none', async () => {
    const answer = await fetch(`${product.address}/api/company/${anna.userId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}` },
      body: formOf([['a.txt', 'A']]),
    })
    expect(answer.status).toBe(415)
  })

  test('an upload that the sender breaks off', async () => {
    const boundary = 'cut'
    const sending = httpRequest(`${product.address}/api/document/${anna.userId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    sending.on('error', () => {}) // it is broken off below
    sending.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`,
    )
    sending.write('x'.repeat(200_000))
    await expect.poll(() => incoming().length).toBe(1)
    sending.destroy()
    await expect.poll(incoming).toEqual([])
  })
})

describe('a file of one’s own', () => {
  test('is there for nobody else', async () => {
    const file = await uploaded(['mine.txt', 'Mine alone.'])
    for (const rest of ['', '/preview']) {
      expect((await get(file, rest, bob)).statusCode).toBe(404)
      expect(
        (await product.as(bob, 'GET', `document/${anna.userId}/${file.id}${rest}`)).statusCode,
      ).toBe(404)
    }
    expect((await product.as(bob, 'DELETE', `document/${bob.userId}/${file.id}`)).statusCode).toBe(
      404,
    )
    expect((await upload([['theirs.txt', 'x']], { user: bob, owner: anna.userId })).status).toBe(
      404,
    )
    expect((await get(file)).statusCode).toBe(200)
  })

  test.each([
    ['a.pdf', sample.pdf],
    ['a.png', sample.png],
    ['a.jpg', sample.jpeg],
    ['a.webp', sample.webp],
  ])('%s is shown, and nothing in it runs', async (name, content) => {
    const shown = await get(await uploaded([name, bytes(content)]), '/preview')
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^inline; /),
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
    })
  })
  test.each([
    ['a.txt', sample.txt],
    ['a.docx', sample.docx],
    ['a.heic', sample.heic],
  ])('%s has no preview', async (name, content) => {
    const file = await uploaded([name, bytes(content)])
    const answer = await product.as(
      anna,
      'GET',
      `document/${anna.userId}/${file.id}/preview`,
      undefined,
      {
        'accept-language': 'en',
        'x-min-position': file.position,
      },
    )
    expect(answer.json()).toMatchObject({
      status: 415,
      result: {
        code: 'PREVIEW_UNAVAILABLE',
        message: expect.stringContaining('Preview not available for this file type'),
      },
    })
  })

  test('has a history, for a user without any permission too', async () => {
    const nobody = await product.freelancer('nobody', { permissions: [] })
    const { data } = await upload([['cv.txt', 'A life.']], { user: nobody })
    const history = await product.data<{ facts: { type: string }[]; record: object }>(
      nobody,
      'GET',
      `history/${nobody.userId}/document/${data[0]?.id ?? ''}`,
    )
    expect(history.facts.map(({ type }) => type)).toEqual(['DocumentUploaded'])
    expect(history.record).toMatchObject({ name: 'cv.txt', type: 'text/plain', bytes: 7 })
  })

  test('is gone at once when it is removed; its bytes go a day later, unless another has them', async () => {
    const [shared, alone] = [
      await uploaded(['same.txt', 'The same.']),
      await uploaded(['alone.txt', 'Alone.']),
    ]
    await upload([['same.txt', 'The same.']], { user: bob })
    for (const file of [shared, alone]) {
      const { position } = await product.data(anna, 'DELETE', `document/${anna.userId}/${file.id}`)
      expect((await get({ ...file, position })).statusCode).toBe(404)
      expect(isKept(file.sha256)).toBe(true)
    }
    later = DAY_MS + 60_000
    // The user of the last removal is let go last.
    await expect.poll(() => isKept(alone.sha256), { timeout: 15_000 }).toBe(false)
    later = 0
    expect(isKept(shared.sha256)).toBe(true)
    const history = await product.data<{ facts: { type: string }[] }>(
      anna,
      'GET',
      `history/${anna.userId}/document/${shared.id}`,
    )
    expect(history.facts.map(({ type }) => type)).toContain('DocumentReleased')
  }, 30_000)
})

describe('many uploads at once', () => {
  test('twenty of 10 MB take the memory of some buffers, not of their files', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void // what the flag exposes
    /** Held files, without those that only wait for their collection. */
    const held = () => {
      // The second call waits for the first, which frees buffers beside the program.
      collectGarbage()
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const before = held()
    let highest = 0
    /** A body that is made as it is sent, so that the sender holds no file either. */
    const send = async (user: SignedIn, i: number) => {
      const boundary = `part${i}`
      const piece = Buffer.alloc(50_000, `${i} `)
      async function* body() {
        yield Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${i}.txt"\r\n\r\n`,
        )
        for (let sent = 0; sent < 10 * MB; sent += piece.length) {
          // Each sender looks once, at another place, so that all of the sending is seen.
          if (sent === 10 * i * piece.length) highest = Math.max(highest, held())
          yield piece
        }
        yield Buffer.from(`\r\n--${boundary}--\r\n`)
      }
      const sending = httpRequest(`${product.address}/api/document/${user.userId}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      })
      const status = new Promise<number | undefined>((resolve, reject) => {
        sending
          .once('response', (answer) => resolve(answer.resume().statusCode))
          .once('error', reject)
      })
      await pipeline(Readable.from(body()), sending)
      return status
    }
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(i % 2 === 0 ? anna : bob, i)),
    )
    expect(statuses).toEqual(statuses.map(() => 200))
    // 200 MB were sent; sender and receiver are one process here.
    expect(highest).toBeGreaterThan(0)
    expect(highest - before).toBeLessThan(40 * MB)
    expect(incoming()).toEqual([])
  }, 120_000)

  test('are refused above a number a user, and above a number in all', async () => {
    const underWay = uploadsUnderWay({ perUser: 1, inAll: 2 })
    const ends: (() => void)[] = []
    const hold = (userId: string) =>
      underWay.within(userId, 1, () => new Promise<void>((resolve) => ends.push(resolve)))
    const first = hold('anna')
    await expect(hold('anna')).rejects.toMatchObject({ code: 'TOO_MANY_UPLOADS', kind: 'too-many' })
    const second = hold('bob')
    await expect(hold('carla')).rejects.toMatchObject({ code: 'TOO_MANY_UPLOADS' })
    for (const end of ends) end()
    await Promise.all([first, second])
    expect(await underWay.within('anna', 1, async () => 'again')).toBe('again')
  })

  test('are refused above 300 MB at once, and go on with 100 MB a minute', async () => {
    const clock = { ms: 0 }
    const underWay = uploadsUnderWay({ now: () => clock.ms })
    const send = (userId: string, bytes: number) => underWay.within(userId, bytes, async () => 'in')
    expect(await send('anna', 300_000_000)).toBe('in')
    await expect(send('anna', 10_000_000)).rejects.toMatchObject({
      code: 'UPLOADS_TOO_FAST',
      details: { seconds: 6 },
    })
    expect(await send('bob', 10_000_000)).toBe('in')
    clock.ms += 6_000
    expect(await send('anna', 10_000_000)).toBe('in')
    // A request that says no length is counted by what came.
    await underWay.within('carla', 0, async (came) => came(300_000_001))
    await expect(send('carla', 0)).rejects.toMatchObject({ code: 'UPLOADS_TOO_FAST' })
  })
})

test('the OpenAPI document says that files are sent as multipart', async () => {
  const document = (await product.app.inject('/api/openapi.json')).json<{
    paths: Record<string, { post?: { requestBody?: { content: Record<string, unknown> } } }>
  }>()
  const { content } = document.paths['/api/document/{userId}']?.post?.requestBody ?? { content: {} }
  expect(Object.keys(content)).toEqual(['multipart/form-data'])
  expect(JSON.stringify(content)).toContain('"format":"binary"')
})
