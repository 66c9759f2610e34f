import type { Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MailMessage, MailTransport } from '#commands/gateways/mail/mail.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { MailServer } from '#tests/doubles/mail-server.ts'

export const FROM = 'factures@carnet.example'

/**
 * A transport that has sent nothing. `received`: the mails, as a recipient's program reads them.
 */
export type MailUnderTest = {
  readonly transport: MailTransport
  received(): Promise<readonly Email[]>
  /** The server behind it; null where there is none. */
  readonly server: MailServer | null
  dispose(): Promise<void>
}

const PDF = Uint8Array.from({ length: 1_000 }, (_, i) => i % 256)
const mail: MailMessage = {
  senderName: 'Élodie Brûlé — Conseil',
  replyTo: 'elodie@brule.example',
  to: ['compta@hydravion.example'],
  cc: ['archives@hydravion.example'],
  subject: 'Facture n° 2026-041 : “Études à l’été” مرحبا',
  html: '<p style="margin:0">Chère équipe,</p><p style="margin:0">le solde est de 1 234,50 € &amp; <b>dû</b>. مرحبا</p>',
  date: Date.UTC(2026, 10, 20, 9),
  attachments: [{ name: 'facture été.pdf', type: 'application/pdf', content: PDF }],
}
const key = derivedUuid('mail', 'one')

/** Contract of every mail gateway. */
export function mailSuite(
  name: string,
  make: () => Promise<MailUnderTest>,
  { hasServer }: { hasServer: boolean },
): void {
  describe(`${name}, as a transport of mails`, () => {
    let given: MailUnderTest
    const handOver = vi.fn(async () => {})
    const send = (
      message: Partial<MailMessage> = {},
      call: { key?: string; signal?: AbortSignal } = {},
    ) =>
      given.transport.send(
        { ...mail, ...message },
        { key, signal: AbortSignal.timeout(5_000), handOver, ...call },
      )
    beforeEach(async () => {
      handOver.mockReset().mockResolvedValue(undefined)
      given = await make()
    })
    afterEach(() => given.dispose())

    test('brings every letter and byte to the recipient', async () => {
      expect(await send()).toEqual({ id: `<${key}@carnet.example>`, refused: [] })
      const [received, ...others] = await given.received()
      expect(others).toEqual([])
      expect(received).toMatchObject({
        from: { name: mail.senderName, address: FROM },
        replyTo: [{ address: mail.replyTo }],
        to: [{ address: mail.to[0] }],
        cc: [{ address: mail.cc[0] }],
        subject: mail.subject,
        messageId: `<${key}@carnet.example>`,
        date: '2026-11-20T09:00:00.000Z',
      })
      expect(received?.html?.trim()).toBe(mail.html)
      expect(received?.text).toContain('le solde est de 1 234,50 € & dû. مرحبا')
      const [file] = received?.attachments ?? []
      expect(file).toMatchObject({ filename: 'facture été.pdf', mimeType: 'application/pdf' })
      // of an attachment that is no text
      expect(Buffer.from(file?.content as ArrayBuffer).equals(PDF)).toBe(true)
    })

    test('tells mail programs where a series of mails is ended, and only of a series', async () => {
      const address = 'https://carnet.example/mail/stop/anna/secret'
      await send()
      await send({ unsubscribe: address }, { key: derivedUuid('mail', 'series') })
      const told = (await given.received()).map(({ headers }) =>
        headers
          .filter((header) => header.key.startsWith('list-unsubscribe'))
          .map(({ value }) => value),
      )
      expect(told.toSorted((a, b) => a.length - b.length)).toEqual([
        [],
        [`<${address}>`, 'List-Unsubscribe=One-Click'],
      ])
    })

    test('takes no line of a message for a header or the end of the mail', async () => {
      await send({
        subject: 'Objet\r\nBcc: tout@le.monde',
        senderName: 'Élodie\r\nBcc: tout@le.monde',
        html: '<p>.</p>\r\n.\r\nQUIT\r\n<p>fin</p>',
      })
      const [received] = await given.received()
      expect(received?.headers.map((header) => header.key)).not.toContain('bcc')
      expect(received?.html).toContain('fin')
    })

    test('says once that it hands over, before the mail is out, and sends nothing when that is refused', async () => {
      handOver.mockImplementation(async () => expect(await given.received()).toEqual([]))
      await send()
      expect(handOver).toHaveBeenCalledOnce()
      const taken = new Error('Another worker has it')
      handOver.mockRejectedValue(taken)
      await expect(send({}, { key: derivedUuid('mail', 'two') })).rejects.toBe(taken)
      expect(await given.received()).toHaveLength(1)
    })

    test('sends nothing once it is told to end', async () => {
      await expect(send({}, { signal: AbortSignal.abort() })).rejects.toThrow()
      expect(handOver).not.toHaveBeenCalled()
      expect(await given.received()).toEqual([])
    })

    test('refuses a mail that no server takes, for good', async () => {
      const content = new Uint8Array(20_000_000)
      await expect(
        send({ attachments: [{ name: 'a.bin', type: 'application/zip', content }] }),
      ).rejects.toMatchObject({
        name: 'EffectRefused',
        reason: { code: 'MAIL_TOO_LARGE' },
      })
      expect(handOver).not.toHaveBeenCalled()
    })

    test('sends the same key as the same mail, and does so once where it says it does', async () => {
      const first = await send()
      expect(await send()).toEqual(first)
      expect(await given.received()).toHaveLength(given.transport.repeatable ? 1 : 2)
      expect(new Set((await given.received()).map(({ messageId }) => messageId)).size).toBe(1)
    })

    // An outbox has none.
    if (!hasServer) return
    describe('over a server', () => {
      const server = (): MailServer => {
        if (given.server === null) throw new Error('There is no server')
        return given.server
      }
      const fails = (call: Promise<unknown>, name: string, code: string, detail?: string) =>
        expect(call).rejects.toMatchObject({
          name,
          reason: { code, ...(detail !== undefined && { detail }) },
        })

      test('names the recipients that were not accepted among others', async () => {
        const to = ['nobody@exemple.fr', 'compta@hydravion.example', 'grey@exemple.fr']
        expect(await send({ to })).toMatchObject({
          refused: ['nobody@exemple.fr', 'grey@exemple.fr'],
        })
        expect(server().received[0]?.envelope).toEqual({
          from: FROM,
          to: ['compta@hydravion.example', 'archives@hydravion.example'],
        })
      })

      test.each([
        ['nobody@exemple.fr', 'EffectRefused', 'MAIL_REFUSED', /^550 5\.1\.1$/],
        ['grey@exemple.fr', 'EffectUnavailable', 'MAIL_UNAVAILABLE', /^450 4\.2\.1$/],
      ])('to %s alone fails, for good or for now', async (to, name, code, detail) => {
        await fails(send({ to: [to], cc: [] }), name, code, expect.stringMatching(detail) as string)
        expect(handOver).not.toHaveBeenCalled()
      })

      test('to some who do not exist and some to come back to is tried again', () =>
        fails(
          send({ to: ['nobody@exemple.fr', 'grey@exemple.fr'], cc: [] }),
          'EffectUnavailable',
          'MAIL_UNAVAILABLE',
        ))

      test.each([
        ['refuses the mail', 'EffectRefused', 'MAIL_REFUSED', '554 5.6.0'],
        ['is busy', 'EffectUnavailable', 'MAIL_UNAVAILABLE', '451'],
        ['shuts down', 'EffectUnavailable', 'MAIL_UNAVAILABLE', undefined],
        ['cuts the mail', 'EffectUnavailable', 'MAIL_UNAVAILABLE', undefined],
      ] as const)('that %s has not taken it', async (mood, name, code, detail) => {
        server().mood = mood
        // Too long to lie on its way whole: what is cut has not been written to its end.
        const attachments = [
          { name: 'a.bin', type: 'application/zip', content: new Uint8Array(10_000_000).fill(7) },
        ]
        await fails(
          send({ attachments }),
          name,
          code,
          detail && (expect.stringContaining(detail) as string),
        )
        expect(server().received).toEqual([])
        server().mood = 'well'
        await send()
        expect(server().received).toHaveLength(1)
      })

      test('that says nothing is given up, before the mail is handed over', async () => {
        server().mood = 'silent'
        await fails(
          send({}, { signal: AbortSignal.timeout(300) }),
          'EffectUnavailable',
          'MAIL_UNAVAILABLE',
        )
        expect(handOver).not.toHaveBeenCalled()
      })

      test.each(['keeps it and hangs up', 'keeps it and is silent'] as const)(
        'that %s leaves an unknown outcome',
        async (mood) => {
          server().mood = mood
          await expect(send({}, { signal: AbortSignal.timeout(1_000) })).rejects.toMatchObject({
            name: 'EffectOutcomeUnknown',
          })
          expect(server().received).toHaveLength(1)
        },
      )

      test('that takes less refuses what is larger, for good', async () => {
        const attachments = [
          { name: 'a.bin', type: 'application/zip', content: new Uint8Array(12_000_000) },
        ]
        await fails(send({ attachments }), 'EffectRefused', 'MAIL_TOO_LARGE')
        expect(server().received).toEqual([])
      })

      test('that is away for a while is unavailable, and takes mails when it is back', async () => {
        await server().stop()
        await fails(send(), 'EffectUnavailable', 'MAIL_UNAVAILABLE', 'ESOCKET')
        expect(handOver).not.toHaveBeenCalled()
      })
    })
  })
}
