import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Behaviour towards the next mail. */
type MailMood =
  | 'well'
  | 'silent' // takes the sender and says nothing more
  | 'cuts the mail' // hangs up when the mail has begun to come
  | 'keeps it and hangs up' // has the whole mail, and answers nothing
  | 'keeps it and is silent'
  | 'refuses the mail'
  | 'is busy'
  | 'shuts down'

type ReceivedMail = Email & {
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
}

/** Larger mails are refused. @unit bytes */
const SIZE = 15_000_000

const answer = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/**
 * A mail server on this machine that delivers nothing and keeps what it accepts. `nobody@…` does
 * not exist, the box of `full@…` is full, and `grey@…` asks to come back later.
 *
 * @param tls its key and certificate, where TLS comes first
 */
export async function mailServer(
  host = '127.0.0.1',
  wanted = 0,
  tls?: { readonly key: Buffer; readonly cert: Buffer },
  /** Passwords that were tried; with it, a user signs in and any password is right. */
  tried?: string[],
) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    ...(tls && { secure: true, ...tls }),
    disabledCommands: tried === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ password }, _, done) {
      tried?.push(password ?? '')
      done(null, { user: 'anna' })
    },
    size: SIZE,
    hideENHANCEDSTATUSCODES: false, // it finds the code that goes with a status
    closeTimeout: 1,
    onMailFrom(_, __, done) {
      if (double.mood === 'shuts down') return done(answer(421, 'Shutting down'))
      done()
    },
    onRcptTo({ address }, _, done) {
      if (double.mood === 'silent') return
      if (address.startsWith('nobody@')) return done(answer(550, 'No such mailbox'))
      if (address.startsWith('full@')) return done(answer(552, 'Mailbox full'))
      if (address.startsWith('grey@')) return done(answer(450, 'Come back later'))
      done()
    },
    onData(stream, session, done) {
      const { mood } = double
      if (mood === 'cuts the mail') return void stream.once('data', hangUp)
      void (async () => {
        const bytes = await buffer(stream)
        if (stream.sizeExceeded) return done(answer(552, 'Too large'))
        if (mood === 'refuses the mail') return done(answer(554, 'Looks like spam'))
        if (mood === 'is busy') return done(answer(451, 'Try again'))
        received.push({
          ...(await PostalMime.parse(bytes)),
          envelope: {
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            to: session.envelope.rcptTo.map(({ address }) => address),
          },
        })
        if (mood === 'keeps it and hangs up') return hangUp()
        if (mood !== 'keeps it and is silent') done(null, 'Kept')
      })().catch(() => {}) // of a mail that was cut
    },
  })
  server.on('error', () => {}) // of connections that a test cut
  const hangUp = () => {
    // its own sockets
    for (const { _socket } of server.connections as Set<{ _socket: Socket }>) _socket.destroy()
  }
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      // it listens on a port
      const listening = server.listen(port, host, () =>
        resolve((listening.address() as AddressInfo).port),
      )
    })
  const port = await listen(wanted)
  const double = {
    mood: 'well' as MailMood,
    url: `${tls ? 'smtps' : 'smtp'}://${host}:${port}`,
    received,
    stop: () =>
      new Promise<void>((resolve) => {
        hangUp()
        server.close(() => resolve())
      }),
  }
  return double
}
export type MailServer = Awaited<ReturnType<typeof mailServer>>
