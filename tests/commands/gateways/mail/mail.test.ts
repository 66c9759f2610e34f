import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import {
  openMailOutbox,
  removeFromOutbox,
  sealOutbox,
} from '#commands/gateways/mail/mail-outbox.ts'
import { fileKeys } from '#tests/kernel/file-key.ts'
import { smtpTransport } from '#commands/gateways/mail/mail-smtp.ts'
import { FROM, mailSuite } from '#tests/conformance/mail.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'

mailSuite(
  'SMTP',
  async () => {
    const server = await mailServer()
    return {
      transport: smtpTransport(() => server.url, FROM),
      received: async () => server.received,
      server,
      dispose: () => server.stop(),
    }
  },
  { hasServer: true },
)

const freshDirectory = () => mkdtempSync(join(tmpdir(), 'carnet-outbox-'))
const gone = (directory: string) => rmSync(directory, { recursive: true, force: true })

mailSuite(
  'an outbox in the data directory',
  async () => {
    const directory = freshDirectory()
    const outbox = await openMailOutbox(directory, FROM, fileKeys)
    const read = async (key: string) =>
      PostalMime.parse((await outbox.read(key)) ?? new Uint8Array())
    return {
      transport: outbox,
      received: async () => Promise.all((await outbox.list()).map(({ key }) => read(key))),
      server: null,
      dispose: async () => gone(directory),
    }
  },
  { hasServer: false },
)

test('the outbox lists what it keeps, gives out nothing else, and leaves no half-written file', async () => {
  const directory = freshDirectory()
  onTestFinished(() => gone(directory))
  const outbox = await openMailOutbox(directory, FROM, fileKeys)
  const message = {
    senderName: 'A',
    replyTo: 'a@b.fr',
    to: ['c@d.fr'],
    cc: [],
    subject: 'S',
    html: '<p>x</p>',
  }
  await outbox.send(
    { ...message, date: 0, attachments: [] },
    { key: 'k-1', signal: AbortSignal.timeout(1_000), handOver: async () => {} },
  )
  const bytes = readFileSync(join(directory, 'outbox', 'k-1.eml.sealed'))
  expect(bytes.includes('Subject')).toBe(false)
  expect(Buffer.from((await outbox.read('k-1')) ?? []).includes('Subject: S')).toBe(true)
  expect(await outbox.list()).toMatchObject([{ key: 'k-1', bytes: bytes.length }])
  expect(readdirSync(join(directory, 'outbox'))).toEqual(['k-1.eml.sealed'])
  expect(await outbox.read('k-2')).toBeNull()
  expect(await outbox.read('../outbox/k-1')).toBeNull()
})

test('mails of an earlier release are encrypted with their times, also after a kill half way', async () => {
  const directory = freshDirectory()
  onTestFinished(() => gone(directory))
  const folder = join(directory, 'outbox')
  await sealOutbox(directory, fileKeys)
  expect(existsSync(folder)).toBe(false)
  mkdirSync(folder)
  for (const [name, second] of [
    ['k-1.eml', 100],
    ['k-2.eml', 200],
  ] as const) {
    writeFileSync(join(folder, name), `Subject: ${name}`)
    utimesSync(join(folder, name), second, second)
  }
  // as a kill leaves it
  writeFileSync(join(folder, 'k-1.part'), 'half')
  await sealOutbox(directory, fileKeys)
  const outbox = await openMailOutbox(directory, FROM, fileKeys)
  expect(readdirSync(folder).toSorted()).toEqual(['k-1.eml.sealed', 'k-2.eml.sealed'])
  expect(Buffer.from((await outbox.read('k-2')) ?? []).toString()).toBe('Subject: k-2.eml')
  expect(await outbox.list()).toMatchObject([
    { key: 'k-2', at: 200_000 },
    { key: 'k-1', at: 100_000 },
  ])
  await removeFromOutbox(directory, 'k-2')
  expect(await outbox.read('k-2')).toBeNull()
})

test.each([
  ['127.0.0.2', 'is not sent in the clear to another machine', /^ETLS$/],
  ['127.0.0.1', 'is on this one', /^EAUTH$/],
])('a password for %s %s', async (host, _, detail) => {
  const server = await mailServer(host)
  onTestFinished(() => server.stop())
  const transport = smtpTransport(() => server.url.replace('//', '//anna:secret@'), FROM)
  const message = {
    senderName: 'A',
    replyTo: 'a@b.fr',
    to: ['c@d.fr'],
    cc: [],
    subject: 'S',
    html: '<p>x</p>',
  }
  await expect(
    transport.send(
      { ...message, date: 0, attachments: [] },
      { key: 'k', signal: AbortSignal.timeout(2_000), handOver: async () => {} },
    ),
  ).rejects.toMatchObject({
    reason: { code: 'MAIL_UNAVAILABLE', detail: expect.stringMatching(detail) as string },
  })
  expect(server.received).toEqual([])
})

test('each mail is sent with the password that counts then', async () => {
  const tried: string[] = []
  const server = await mailServer('127.0.0.1', 0, undefined, tried)
  onTestFinished(() => server.stop())
  let password = 'first'
  const transport = smtpTransport(() => server.url.replace('//', `//anna:${password}@`), FROM)
  const message = {
    senderName: 'A',
    replyTo: 'a@b.fr',
    to: ['c@d.fr'],
    cc: [],
    subject: 'S',
    html: '<p>x</p>',
  }
  const send = (key: string) =>
    transport.send(
      { ...message, date: 0, attachments: [] },
      { key, signal: AbortSignal.timeout(2_000), handOver: async () => {} },
    )
  await send('k-1')
  password = 'second'
  await send('k-2')
  expect(tried).toEqual(['first', 'second'])
})
