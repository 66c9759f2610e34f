import { type AddressInfo, createServer } from 'node:net'

export type Caught = { readonly to: string; readonly text: string }

/** A mail server on this machine that delivers nothing and keeps what it was given. */
export async function mailCatcher(): Promise<{
  readonly port: number
  readonly caught: readonly Caught[]
  readonly stop: () => void
}> {
  const caught: Caught[] = []
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let unread = ''
    let to = ''
    let letter = ''
    let inLetter = false
    const listen = (line: string) => {
      if (inLetter) {
        if (line !== '.') letter += `${line}\n`
        else {
          inLetter = false
          caught.push({ to, text: decoded(letter) })
          say('250 Kept')
        }
        return
      }
      const [verb = ''] = line.toUpperCase().split(' ', 1)
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
      if (verb === 'DATA') {
        letter = ''
        inLetter = true
        return say('354 Go on, up to a dot')
      }
      if (verb === 'QUIT') return void socket.end('221 Bye\r\n')
      say('250 Well')
    }
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', (said: string) => {
      const lines = (unread + said).split('\r\n')
      unread = lines.pop() ?? ''
      lines.forEach(listen)
    })
    say('220 Catches mail')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    caught,
    stop: () => void server.close(),
  }
}

/** Quoted-printable. @source RFC 2045, section 6.7 */
const decoded = (letter: string): string =>
  letter
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
